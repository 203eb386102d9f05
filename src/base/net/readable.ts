import { domainToUnicode } from 'node:url';

/**
 * Returns a name as its owner writes it: «букет.рф» for `xn--90ahb8ac.xn--p1ai`. A name that would not convert back
 * stays as it is.
 */
export function readableName(name: string): string {
  if (!name.includes('xn--')) return name;
  const text = domainToUnicode(name);
  return text !== '' && URL.parse(`https://${text}`)?.hostname === name ? text : name;
}

/** Returns a stored address with a readable host name, for display only. Requests go to the stored address. */
export const readableUrl = (href: string): string =>
  href.replace(/^(https?:\/\/)([^/:?#]+)/, (_, scheme: string, name: string) => scheme + readableName(name));

/** Short numbers are shown. No secret in a query is that short, and such numbers distinguish shops and sites. */
const SHORT_NUMBER = /^\d{1,4}$/;

function withoutValue(part: string): string {
  const [name = '', ...value] = part.split('=');
  if (value.length === 0) return '…';
  return SHORT_NUMBER.test(value.join('=')) ? part : `${name}=…`;
}

function splitQuery(href: string): readonly [address: string, query: string | undefined] {
  const told = href.replace(/#.*$/s, '').replace(/^(https?:\/\/)[^/?]*@/, '$1');
  const end = told.indexOf('?');
  return end < 0 ? [readableUrl(told), undefined] : [readableUrl(told.slice(0, end)), told.slice(end + 1)];
}

/**
 * Returns a readable address for mails, the log and the history. It leaves out user info, the fragment, and the values
 * of a query except short numbers.
 */
export function withoutSecrets(href: string): string {
  const [address, query] = splitQuery(href);
  return query === undefined ? address : `${address}?${query.split('&').map(withoutValue).join('&')}`;
}

/**
 * Returns the address for readers who may not change it. Only the host is shown, because many receivers use the path as
 * a secret.
 */
export function hostAlone(href: string): string {
  const [address, query] = splitQuery(href);
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]*)\/?(.*)$/.exec(address) ?? [];
  return path === '' && query === undefined ? address : `${origin}/…`;
}
