import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const EMAIL_CHARS = 254;
/** Excludes quotes, comments and lists: a mail server takes `"a"@x` and `a(b)@x` for `a@x`, and drops `<` and `>`. */
const LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]+$/u;
/** Letters, marks and digits alone: what a URL cuts off, decodes or leaves out would make two texts one domain. */
const DOMAIN = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;

interface Parts {
  readonly local: string;
  readonly domain: string;
}

/** Cut at the last @. */
function partsOf(email: string): Parts {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
}

/** A domain as mail servers know it; undefined for what is none, and for addresses of machines. */
function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return ascii === '' || isIP(ascii) !== 0 ? undefined : ascii;
}

/** The one rule for texts that name a mailbox. Each mailbox that a mail server knows has one such name, apart from case. */
export function isEmailAddress(text: string): boolean {
  const { local, domain } = partsOf(text);
  return text.length <= EMAIL_CHARS && LOCAL.test(local) && asciiDomain(domain) !== undefined;
}

/**
 * The key that recognises an e-mail address: `Anna@ПРИМЕР.рф` and `anna@xn--e1afmkfd.xn--p1ai` are one mailbox. Letter
 * case before the @ is ignored: hardly any provider distinguishes it, and people do not either. A text that names no
 * mailbox gets a key that no mailbox has.
 */
export function emailKey(email: string): string {
  const { local, domain } = partsOf(email.trim());
  return `${local.normalize('NFC').toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`;
}
