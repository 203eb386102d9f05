/**
 * The headers of every answer (contract, section 2). They stop browsers from guessing a type, revealing an address or
 * embedding the answer elsewhere.
 */
const GUARDS = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
});
/**
 * The policy of every answer that does not set its own. Opened as a page, such an answer loads and runs nothing and
 * cannot be framed.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'";
/**
 * Makes browsers use https for a year (RFC 6797). Subdomains are left out, because they may belong to other operators.
 */
const HTTPS_ALONE = 'max-age=31536000';

export function guard(response: Response, isSecure: boolean): Response {
  const { headers } = response;
  for (const [name, value] of GUARDS) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', POLICY);
  if (isSecure) headers.set('strict-transport-security', HTTPS_ALONE);
  return response;
}
