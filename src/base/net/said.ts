const MOST_CHARS = 500;
const UNPRINTED = /[\s\p{C}]+/gu;
const HIDDEN = '***';

const ENCODED = /[\w+/-]{2,}={0,2}/g;
/**
 * Four letters of base64 encode three bytes. Other text may come before the secret, so decoding is tried from each of
 * the first four letters.
 */
const PHASES = [0, 1, 2, 3];
/**
 * The minimum length of a secret to look for anywhere in decoded base64. Shorter secrets occur in random bytes by
 * chance, so looking for them would hide harmless text.
 */
const TOLD_CHARS = 4;

/**
 * Cleans another server's text for people, logs and terminals: one line of a reasonable length.
 * @param secrets the secrets that were sent to that server; they are replaced, even inside base64
 */
export const saidText = (text: string, secrets: readonly string[] = []): string =>
  hide(text, secrets)
    .slice(0, 20 * MOST_CHARS)
    .replaceAll(UNPRINTED, ' ')
    .trim()
    .slice(0, MOST_CHARS);

function hide(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return text;
  const decoded = text.replaceAll(ENCODED, (run) =>
    PHASES.some((phase) => tells(run.slice(phase), known)) ? HIDDEN : run,
  );
  const plain = known.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())]);
  return plain.reduce((safe, secret) => safe.replaceAll(secret, HIDDEN), decoded);
}

/**
 * Returns true if the base64 decodes to a text that contains one of the secrets. For a short secret, the text is split
 * at NUL characters, as between user and password (RFC 4616). One of the parts must then equal the secret.
 */
function tells(run: string, secrets: readonly string[]): boolean {
  const text = Buffer.from(run, 'base64').toString('utf8');
  return secrets.some((secret) =>
    secret.length < TOLD_CHARS ? text.split('\0').includes(secret) : text.includes(secret),
  );
}
