/**
 * Decides which addresses and names a webhook may not be sent to. The caller parses the URL, strips the brackets of an
 * IPv6 hostname and resolves names. The caller connects only to the address that was checked here.
 */

import { getBlock, isInside, parseAddress } from './ip-address.ts';

/**
 * The blocks of addresses that no webhook may be sent to: those of IANA's special registries and others without public
 * hosts. Tunnels, translators and Azure's host address are included. A narrower block comes before a wider one, because
 * the first match determines the kind.
 */
const REFUSED_BLOCKS: readonly (readonly [cidr: string, kind: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'Azure platform'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'IPv4-compatible'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['::/8', 'reserved'],
  ['100::/64', 'discard-only'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/32', 'Teredo'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:10::/28', 'ORCHID'],
  ['2001:20::/28', 'ORCHID'],
  ['2001::/23', 'protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

/**
 * Top-level labels that never lead to a public host (RFC 6761, 6762 with appendix G, 7686, 8375, 9476). Names of cloud
 * metadata servers end in `internal`. Documentation and tests use `example`, so it is left out.
 */
const REFUSED_TOP_LABELS: ReadonlySet<string> = new Set(
  'localhost localdomain local test invalid intranet internal private corp home lan onion arpa alt'.split(' '),
);

const BLOCKS = REFUSED_BLOCKS.map(([cidr, kind]) => ({ block: getBlock(cidr), kind }));
const GLOBAL_UNICAST = getBlock('2000::/3');

/**
 * Returns why an IP address may not be a webhook's destination; undefined if the address is public. Refuses anything
 * that cannot be parsed, such as a zone id (`%eth0`). An IPv6 address must have no brackets.
 */
export function refusalOfAddress(address: string): string | undefined {
  const bytes = parseAddress(address);
  if (bytes === undefined) return 'not an address';
  if (isIsatap(bytes)) return 'ISATAP';
  const found = BLOCKS.find(({ block }) => isInside(block, bytes));
  if (found !== undefined) return found.kind;
  // IANA has handed out global IPv6 only from 2000::/3. A range that it opens later is refused until this list is
  // changed.
  return bytes.length === 4 || isInside(GLOBAL_UNICAST, bytes) ? undefined : 'not global unicast';
}

/**
 * Returns why a host name may not be a destination, whatever it resolves to; undefined if it may. `name` must come from
 * `URL` and must not be an IP literal. `ownNames` are this machine's names.
 */
export function refusalOfName(name: string, ownNames: readonly string[]): string | undefined {
  const bare = bareName(name);
  const labels = bare.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.includes('')) return 'empty label';
  if (endsInNumber(last)) return 'ends in a number';
  if (ownNames.some((own) => bareName(own) === bare)) return "this machine's own name";
  if (REFUSED_TOP_LABELS.has(last)) return 'special-use name';
  return labels.length === 1 ? 'single label' : undefined;
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Implements the "ends in a number checker" of the WHATWG URL standard. In that standard, a host that ends in a number
 * is an IPv4 address or invalid, and never a name.
 */
function endsInNumber(lastLabel: string): boolean {
  return /^(?:\d+|0x[\da-f]*)$/.test(lastLabel);
}

/**
 * Detects an interface id that tunnels to the IPv4 address in its last 4 bytes (RFC 5214, 6.1). The prefix does not
 * matter.
 */
function isIsatap(bytes: Uint8Array): boolean {
  return (bytes[8] === 0x00 || bytes[8] === 0x02) && bytes[9] === 0x00 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}
