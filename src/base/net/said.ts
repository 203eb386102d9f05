const MOST_CHARS = 500;
/** Blanks, and signs that steer a terminal or turn a line around. */
const UNPRINTED = /[\s\p{C}]+/gu;
const HIDDEN = '***';

/** Texts that may be base64, in either alphabet. */
const ENCODED = /[\w+/-]{2,}={0,2}/g;
/** Four letters of base64 are three bytes. Other words may precede them, so decoding starts at each of four letters. */
const PHASES = [0, 1, 2, 3];
/** Random bytes may contain a shorter secret by chance. */
const TOLD_CHARS = 4;

/**
 * Another server's text, made fit for a person, a log and a terminal: one line of a bearable length.
 *
 * @param secrets what the server was given: it may repeat them, also as base64, alone or among other words
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

/** True for the base64 of a text that holds one of the secrets; a short one must be a whole word of it (RFC 4616). */
function tells(run: string, secrets: readonly string[]): boolean {
  const text = Buffer.from(run, 'base64').toString('utf8');
  return secrets.some((secret) =>
    secret.length < TOLD_CHARS ? text.split('\0').includes(secret) : text.includes(secret),
  );
}
