/** What every answer carries (contract, section 2): a browser guesses no type, tells no address and embeds nothing elsewhere. */
const GUARDS = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
});

export function guard(response: Response): Response {
  for (const [name, value] of GUARDS) response.headers.set(name, value);
  return response;
}
