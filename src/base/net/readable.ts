import { domainToUnicode } from 'node:url';

/** A name as its owner writes it: «букет.рф» for `xn--90ahb8ac.xn--p1ai`. What would not lead back stays as it is. */
export function readableName(name: string): string {
  if (!name.includes('xn--')) return name;
  const text = domainToUnicode(name);
  return text !== '' && URL.parse(`https://${text}`)?.hostname === name ? text : name;
}

/** The same for the name in an address, as the store keeps it; for people, and for nothing that is sent. */
export const readableUrl = (href: string): string =>
  href.replace(/^(https?:\/\/)([^/:?#]+)/, (_, scheme: string, name: string) => scheme + readableName(name));
