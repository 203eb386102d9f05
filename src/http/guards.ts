/**
 * The headers of every answer (contract, section 2): a browser guesses no type, tells no address and embeds nothing
 * elsewhere.
 */
const GUARDS = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
});
/** The policy of everything but pages: opened as a page it runs and fetches nothing, and no page frames it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";
/** A year (RFC 6797). Other names below this host are not ours to decide on. */
const HTTPS_ALONE = 'max-age=31536000';

/** @param isSecure the client came by https */
export function guard(response: Response, isSecure: boolean): Response {
  const { headers } = response;
  for (const [name, value] of GUARDS) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', POLICY);
  if (isSecure) headers.set('strict-transport-security', HTTPS_ALONE);
  return response;
}
