import { domainToASCII } from 'node:url';

/**
 * The key by which an e-mail address is known again: `Anna@ПРИМЕР.рф` and `anna@xn--e1afmkfd.xn--p1ai` are one mailbox.
 * Letters of the part before the @ count as small ones. Next to no provider tells them apart, and people do not either.
 */
export function emailKey(email: string): string {
  const text = email.trim();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const local = text.slice(0, Math.max(at, 0)).normalize('NFC').toLowerCase();
  return `${local}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
