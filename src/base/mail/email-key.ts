import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const EMAIL_CHARS = 254;
/**
 * Excludes quotes, comments and lists. Otherwise one mailbox would have several texts: a mail server reads `"a"@x` and
 * `a(b)@x` as `a@x`, and drops `<` and `>`.
 */
const LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]+$/u;
/** Excludes characters that a URL drops or decodes. Otherwise two different texts could become the same domain. */
const DOMAIN = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;

interface Parts {
  readonly local: string;
  readonly domain: string;
}

function partsOf(email: string): Parts {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
}

function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return ascii === '' || isIP(ascii) !== 0 ? undefined : ascii;
}

/** Returns true if a text names a mailbox. Forms that a mail server would read as another address are refused. */
export function isEmailAddress(text: string): boolean {
  const { local, domain } = partsOf(text);
  return text.length <= EMAIL_CHARS && LOCAL.test(local) && asciiDomain(domain) !== undefined;
}

/**
 * Returns the key by which an e-mail address is recognized: `Anna@ПРИМЕР.рф` and `anna@xn--e1afmkfd.xn--p1ai` are one
 * mailbox. A text that names no mailbox gets a key that no mailbox has.
 */
export function emailKey(email: string): string {
  const { local, domain } = partsOf(email.trim());
  return `${local.normalize('NFC').toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`;
}
