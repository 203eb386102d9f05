/** The number of 16-bit groups in a site's IPv6 prefix, /48. */
const SITE_GROUPS = 3;

/**
 * Lists the networks that one party may own entirely, the narrowest first. The owner of a /48 has 65,536 networks of
 * size /64, so the /64 alone hardly identifies a caller. All unknown addresses count as one network.
 */
export function networksOf(address: string | null): readonly string[] {
  const text = address ?? 'unknown';
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(text);
  if (v4 !== null) return [`${v4[1]}.0/24`];
  const groups = groupsOf(text.split('%')[0] ?? '');
  const line = groups.slice(0, 4).join(':');
  if (groups.length < 4) return [`${line}::/64`];
  const site = groups.slice(0, SITE_GROUPS).join(':');
  const customer = Math.floor(Number.parseInt(groups[SITE_GROUPS] ?? '0', 16) / 256).toString(16);
  return [`${line}::/64`, `${site}:${customer}::/56`, `${site}::/48`];
}

export const networkOf = (address: string | null): string => networksOf(address)[0] ?? '';

/**
 * Splits an IPv6 address into its eight groups, in lower case and without leading zeros. For any other text, the groups
 * are meaningless.
 */
function groupsOf(address: string): string[] {
  const [left = '', right] = address.split('::');
  const leading = left === '' ? [] : left.split(':');
  const trailing = right === undefined || right === '' ? [] : right.split(':');
  const gap = right === undefined ? [] : Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return [...leading, ...gap, ...trailing].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
