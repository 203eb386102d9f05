import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { refusalOfAddress, refusalOfName } from '../../src/base/net/public-address.ts';

/** Tables are template strings, because the formatter would put each cell of an array on its own line. */
const table = (text: string): string[][] => lines(text).map((line) => line.split(' | '));
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);
const words = (text: string): string[] => text.trim().split(/\s+/);
const verdictOf = (address: string): string => refusalOfAddress(address) ?? 'open';

/** Columns: the kind of a block, its first and last address, and the address before and after it with verdicts. */
const V4_BLOCKS = table(`
  this network | 0.0.0.0 | 0.255.255.255 | 0.0.0.0 this network | 1.0.0.0 open
  private | 10.0.0.0 | 10.255.255.255 | 9.255.255.255 open | 11.0.0.0 open
  carrier-grade NAT | 100.64.0.0 | 100.127.255.255 | 100.63.255.255 open | 100.128.0.0 open
  loopback | 127.0.0.0 | 127.255.255.255 | 126.255.255.255 open | 128.0.0.0 open
  link-local | 169.254.0.0 | 169.254.255.255 | 169.253.255.255 open | 169.255.0.0 open
  private | 172.16.0.0 | 172.31.255.255 | 172.15.255.255 open | 172.32.0.0 open
  protocol assignments | 192.0.0.0 | 192.0.0.255 | 191.255.255.255 open | 192.0.1.0 open
  documentation | 192.0.2.0 | 192.0.2.255 | 192.0.1.255 open | 192.0.3.0 open
  AS112 | 192.31.196.0 | 192.31.196.255 | 192.31.195.255 open | 192.31.197.0 open
  AMT | 192.52.193.0 | 192.52.193.255 | 192.52.192.255 open | 192.52.194.0 open
  6to4 | 192.88.99.0 | 192.88.99.255 | 192.88.98.255 open | 192.88.100.0 open
  private | 192.168.0.0 | 192.168.255.255 | 192.167.255.255 open | 192.169.0.0 open
  AS112 | 192.175.48.0 | 192.175.48.255 | 192.175.47.255 open | 192.175.49.0 open
  benchmarking | 198.18.0.0 | 198.19.255.255 | 198.17.255.255 open | 198.20.0.0 open
  documentation | 198.51.100.0 | 198.51.100.255 | 198.51.99.255 open | 198.51.101.0 open
  documentation | 203.0.113.0 | 203.0.113.255 | 203.0.112.255 open | 203.0.114.0 open
  multicast | 224.0.0.0 | 239.255.255.255 | 223.255.255.255 open | 240.0.0.0 reserved
  reserved | 240.0.0.0 | 255.255.255.254 | 239.255.255.255 multicast | 255.255.255.255 broadcast
  broadcast | 255.255.255.255 | 255.255.255.255 | 255.255.255.254 reserved | 255.255.255.255 broadcast
`);

const V6_BLOCKS = table(`
  unspecified | :: | ::0 | :: unspecified | ::1 loopback
  loopback | ::1 | 0:0:0:0:0:0:0:1 | :: unspecified | ::2 IPv4-compatible
  IPv4-compatible | ::2 | ::ffff:ffff | ::1 loopback | ::1:0:0 reserved
  IPv4-mapped | ::ffff:0:0 | ::ffff:ffff:ffff | ::fffe:ffff:ffff reserved | ::1:0:0:0 reserved
  IPv4-translated | ::ffff:0:0:0 | ::ffff:0:ffff:ffff | ::fffe:ffff:ffff:ffff reserved | ::ffff:1:0:0 reserved
  NAT64 | 64:ff9b:: | 64:ff9b::ffff:ffff | 64:ff9a:… reserved | 64:ff9b::1:0:0 reserved
  NAT64 | 64:ff9b:1:: | 64:ff9b:1:… | 64:ff9b:0:… reserved | 64:ff9b:2:: reserved
  reserved | ::1:0:0:0 | ff:… | ::1:0:0 reserved | 100:: discard-only
  discard-only | 100:: | 100:0:0:0:… | ff:… reserved | 100:0:0:1:: dummy prefix
  dummy prefix | 100:0:0:1:: | 100:0:0:1:… | 100:0:0:0:… discard-only | 100:0:0:2:: not global unicast
  not global unicast | 100:0:0:2:: | 1fff:… | 100:0:0:1:… dummy prefix | 2000:: open
  Teredo | 2001:: | 2001:0:… | 2000:… open | 2001:1:: protocol assignments
  benchmarking | 2001:2:: | 2001:2:0:… | 2001:1:… protocol assignments | 2001:2:1:: protocol assignments
  ORCHID | 2001:10:: | 2001:1f:… | 2001:f:… protocol assignments | 2001:20:: ORCHID
  ORCHID | 2001:20:: | 2001:2f:… | 2001:1f:… ORCHID | 2001:30:: protocol assignments
  protocol assignments | 2001:30:: | 2001:1ff:… | 2001:2f:… ORCHID | 2001:200:: open
  documentation | 2001:db8:: | 2001:db8:… | 2001:db7:… open | 2001:db9:: open
  6to4 | 2002:: | 2002:… | 2001:… open | 2003:: open
  AS112 | 2620:4f:8000:: | 2620:4f:8000:… | 2620:4f:7fff:… open | 2620:4f:8001:: open
  documentation | 3fff:: | 3fff:fff:… | 3ffe:… open | 3fff:1000:: open
  not global unicast | 4000:: | 5eff:… | 3fff:… open | 5f00:: segment routing
  segment routing | 5f00:: | 5f00:… | 5eff:… not global unicast | 5f01:: not global unicast
  unique local | fc00:: | fdff:… | fbff:… not global unicast | fe00:: not global unicast
  link-local | fe80:: | febf:… | fe7f:… not global unicast | fec0:: site-local
  site-local | fec0:: | feff:… | febf:… link-local | ff00:: multicast
  multicast | ff00:: | ffff:… | feff:… site-local | ffff:… multicast
`);

/** Replaces `…` in an address with groups `ffff` until the address has eight groups. */
function fillOnes(text: string): string {
  return text.replace(/^.*:…/, (head) => head.slice(0, -1) + 'ffff:'.repeat(9 - head.split(':').length).slice(0, -1));
}

describe('a block of IP addresses is refused from its first to its last address and no further', () => {
  const blocks = [...V4_BLOCKS, ...V6_BLOCKS].map((cells) => cells.map(fillOnes));
  test.each(blocks)('addresses are refused as %s from %s to %s', (kind = '', first = '', last = '', ...neighbours) => {
    expect([first, last].map(verdictOf)).toEqual([kind, kind]);
    const around = neighbours.map((neighbour) => neighbour.replace(/ .*/, ''));
    expect(around.map((address) => `${address} ${verdictOf(address)}`)).toEqual(neighbours);
  });
});

test.each(
  words(`192.0.0.9 192.0.0.10 192.0.0.171 192.88.99.2 192.31.196.1 192.52.193.1 192.175.48.42 2001:1::1 2001:1::2 2001:1::3
  2001:3::1 2001:4:112::1 2001:20::1 2001:30::1 2620:4f:8000::42 64:ff9b::8.8.8.8 2002:808:808::1
  169.254.169.254 169.254.170.2 168.63.129.16 100.100.100.200 192.0.0.192 fd00:ec2::254 fd20:ce::254`),
)('a special-purpose or cloud metadata address is refused, reachable or not: %s', (address) =>
  expect(verdictOf(address)).not.toBe('open'),
);

test.each(
  words(`8.8.8.8 1.1.1.1 93.184.216.34 223.255.255.255 2606:4700:4700::1111 2606:4700:4700:0:0:0:0:1111
  2A00:1450:4001::200E 2a00:1450:4001::8.8.8.8 2000:: 2a00::5eff:7f00:1 2a00::1:5efe:7f00:1 2a00::100:5efe:7f00:1`),
)('a public address is allowed: %s', (address) => expect(refusalOfAddress(address)).toBeUndefined());

describe('a text that is not an IP address is refused', () => {
  const malformed = `1.2.3 01.2.3.4 1.2.3.04 1.2.3.4.5 1.2.3.256 1.2.3.1000 1.2.3.-4 +1.2.3.4 1.2.3.4e0 0x8.8.8.8 8.8.8.8. .8.8.8.8
    8..8.8 134744072 0x08080808 8.8.2056 8.8.8.8/32 8.8.8.8:443 ８.8.8.8 ٨.8.8.8 8。8。8。8 localhost
    : ::: :::: :1 1: ::1: :1:: 1::2::3 1:::2 12345:: 2a00::00000 g:: 2a00::x 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1:2:3:4:5:6:7:8::
    ::1:2:3:4:5:6:7:8 1:2:3:4::5:6:7:8 2a00:0:0:0:0:0:0:0: [2a00::1] 2a00::1/64 2a00::-1 2a00::0x1 ２a00::1
    fe80::1%eth0 2a00::1%1 2a00::1%25eth0 2a00::1%
    ::1.2.3 ::1.2.3.4.5 ::01.2.3.4 ::256.1.1.1 1.2.3.4:: ::1.2.3.4:1 2a00::1.2.3.4:5.6.7.8 1:2:3:4:5:6:7:1.2.3.4`;
  const blank = ['', ' ', ' 8.8.8.8', '8.8.8.8 ', '8.8.8.8\n', '8.8.8.8\0', '2a00::1\n'];
  test.each([...blank, ...words(malformed)])('%j', (text) => expect(verdictOf(text)).toBe('not an address'));

  test('a text of ten thousand repeated parts is not an IP address', () => {
    for (const part of ['x', '0', ':', '::', '1.', '1:', '1:2::', '%', '\u{1f600}']) {
      expect(verdictOf(part.repeat(10_000))).toBe('not an address');
    }
    expect(verdictOf(`2a00::${'0'.repeat(10_000)}1`)).toBe('not an address');
  });
});

/** Checks the hostname of a URL as `destination.ts` does. */
function verdictOfUrl(text: string): string {
  const host = new URL(text).hostname.replace(/^\[(.*)\]$/, '$1');
  const refusal = isIP(host) === 0 ? refusalOfName(host, ['shop-1', 'Orders.Example.NET.']) : refusalOfAddress(host);
  return refusal ?? 'open';
}

describe('another spelling of 127.0.0.1 in a URL is refused', () => {
  const hosts = `127.0.0.1 2130706433 0x7f000001 0X7F000001 0x7f.1 0x7f.0x0.0x0.0x1 0177.0.0.1 017700000001 00000177.0.0.01
    127.1 127.0.1 127.0x1 127.0.0.1. 2130706433. 0x7f.1. ①②⑦.⓪.⓪.① １２７.0.0.1 １２７．０．０．１ 127。0。0。1 127｡0｡0｡1 １２７。１
    %31%32%37.0.0.1 127%2e0%2e0%2e1 127%E3%80%820.0.1 127.%C2%AD0.0.1 example.com@127.0.0.1 8.8.8.8:80@127.0.0.1
    127.0.0.1\\@example.com 127.0.0.1#@example.com 127.0.0.1?@example.com`;
  const odd = words('https:127.0.0.1 https:127.1 https:///127.0.0.1/ https:\\\\127.1 HTTPS:/127.1');
  const blank = [' https://127.0.0.1', 'https://127.0\t.0.1', 'https://127.0.0.\n1'];
  const urls = [...words(hosts).map((host) => `https://${host}/`), ...odd, ...blank];
  test.each(urls)('%j', (url) => expect(verdictOfUrl(url)).toBe('loopback'));
});

test.each(
  words(`169.254.169.254 2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 025177524776 169.254.43518
  169.16689662 0xA9.254.0251.254 169.254.169.254. ①⑥⑨.②⑤④.①⑥⑨.②⑤④ １６９。２５４。１６９。２５４ %31%36%39.254.169.254`),
)('another spelling of 169.254.169.254 in a URL is refused: %j', (host) =>
  expect(verdictOfUrl(`https://${host}/latest`)).toBe('link-local'),
);

/** Q stands for an IPv4 address such as 127.0.0.1. H stands for the same address as two IPv6 groups, such as 7f00:1. */
const DRESSES = table(`
  IPv4-mapped | ::ffff:Q ::FFFF:Q 0:0:0:0:0:ffff:Q ::ffff:H 0:0:0:0:0:ffff:H 0000:0000:0000:0000:0000:FFFF:H
  IPv4-compatible | ::Q 0:0:0:0:0:0:Q ::H 0::H
  IPv4-translated | ::ffff:0:Q ::ffff:0:H 0:0:0:0:ffff:0:H
  NAT64 | 64:ff9b::Q 64:ff9b::H 0064:FF9B:0:0:0:0:H 64:ff9b:1::Q 64:ff9b:1:abcd::H
  6to4 | 2002:H:: 2002:H::1 2002:H:0:0:0:0:1 2002:H:1:2:3:4:5
  Teredo | 2001::H 2001:0:H:: 2001:0:808:808:0:0:H 2001:0000:H:0:0:80ff:fffe
  ISATAP | ::5efe:Q ::5efe:H fe80::5efe:Q fe80::200:5efe:H 2a00::5efe:Q 2a00:1450:1:1:0:5efe:H 2a00:1450:1:1:200:5efe:H
`);

test.each(DRESSES)('an IPv4 address hidden in an IPv6 address is refused as %s: %s', (kind, spellings = '') => {
  for (const [quad, groups] of [['127.0.0.1', '7f00:1'] as const, ['169.254.169.254', 'a9fe:a9fe'] as const]) {
    const dressed = words(spellings.replaceAll('Q', quad).replaceAll('H', groups));
    expect(dressed.map((text) => `${text} ${verdictOf(text)}`)).toEqual(dressed.map((text) => `${text} ${kind}`));
    expect(dressed.map((text) => verdictOfUrl(`https://[${text}]:8443/`))).toEqual(dressed.map(() => `${kind}`));
  }
});

const REFUSED_HOSTS = table(`
  special-use name | localhost LOCALHOST localhost. ⓛocalhost lo%C2%ADcalhost %6cocalhost localhost%2e ｌｏｃａｌｈｏｓｔ a.b.LOCALHOST.
  special-use name | foo.localhost localhost.localdomain box.localdomain printer.local foo。local local. internal x.internal
  special-use name | metadata.google.internal metadata.google.internal. foo．internal router.home.arpa 1.0.0.127.in-addr.arpa
  special-use name | nas.lan wiki.intranet ad.corp tv.home abc.onion api.test no.invalid db.private node.alt
  single label | kubernetes kubernetes. ip6-localhost ip6-loopback metadata example com xn--p1ai рф
  this machine's own name | shop-1 SHOP-1. orders.example.net Orders.Example.Net.
  empty label | a..b.com .a.com a.com.. 127.0.0.1.. localhost..
`);

test.each(REFUSED_HOSTS)('a URL of a host that is not public is refused as %s: %s', (kind, names = '') => {
  const verdicts = words(names).map((host) => `${host} ${verdictOfUrl(`https://${host}/hook`)}`);
  expect(verdicts).toEqual(words(names).map((host) => `${host} ${kind}`));
});

test.each(
  words(`hooks.example.com shop.example.ru xn--80aswg.xn--p1ai сайт.рф shop.example.com. example.com my.example EXAMPLE。COM
  exa_mple.com localhost.example.com internal.example.com mylocalhost.com notlocal.net arpa.example.org 127.0.0.1.nip.io
  1.example.com a.0xg a.1a shop-1.example.com www.orders.example.net
  8.8.8.8 134744072 [2606:4700:4700::1111] [2A00:1450:4001::200E]:8443`),
)('a URL of a public host is allowed: %s', (host) => expect(verdictOfUrl(`https://${host}/hook`)).toBe('open'));

test.each([
  '',
  ...words(`[fe80::1%25eth0] [fe80::1%eth0] 4294967296 0x100000000 1.2.3.4.5 256.1.1.1 1.2.3.256 127.0.0.09 0xffffffffff a.0x a.1
  2001.0x %00 a%00.com 127.0.0.1%20 a%25b.com %5b::1%5d [::1].com [::1 ::1 [1.2.3.4] [::ffff:127.1] [::01.2.3.4] [１::] [:::]
  [1::2::3] [12345::] [g::]`),
])('the URL parser refuses the host %j', (host) => expect(() => new URL(`https://${host}`)).toThrow());

describe('a host name is judged even without a URL', () => {
  const names = table(`
    empty label | . .. a.. .a a..b
    ends in a number | 127.0.0.1 127.0.0.1. example.0x7f example.0X example.08 2130706433 0x7f.1
    single label | ::1 a
    special-use name | FOO.LOCALHOST. LocalHost
    open | Shop.Example.COM. a.example
  `);
  test.each([['empty label', ''], ...names])('%s: %s', (kind, text = '') => {
    for (const name of text.split(' ')) expect(`${name} ${refusalOfName(name, []) ?? 'open'}`).toBe(`${name} ${kind}`);
  });

  test('the check refuses the machine’s own name, but not its subdomains or parent domain, and ignores an empty own name', () => {
    const refusal = (name: string) => refusalOfName(name, ['Box.Example.com.', '']);
    expect(['box.example.com', 'BOX.EXAMPLE.COM.'].map(refusal)).toEqual(Array(2).fill("this machine's own name"));
    expect(['a.box.example.com', 'example.com'].map(refusal)).toEqual([undefined, undefined]);
  });
});

const v4Number = (quad: string): number => quad.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const v4Text = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const v4Ranges = V4_BLOCKS.map(([, first = '', last = '']) => ({ min: v4Number(first), max: v4Number(last) }));
const refusedV4 = fc.constantFrom(...v4Ranges).chain((range) => fc.integer(range));

const hotGroup = fc.constantFrom(0, 0, 0, 1, 0xffff, 0x5efe, 0x200, 0x2001, 0xdb8, 0x2a00, 0xff9b);
const group = fc.oneof(hotGroup, fc.integer({ min: 0, max: 0xffff }));
const groupsOfV6 = fc.array(group, { minLength: 8, maxLength: 8 });
const fullText = (groups: number[]): string => groups.map((value) => value.toString(16).padStart(4, '0')).join(':');

/**
 * An address in all its forms, each in both cases: in full, with a dotted quad, as `URL` writes it, and with `::` for
 * each run of zeros.
 */
function spellingsOf(groups: number[]): string[] {
  const short = groups.map((value) => value.toString(16));
  const quad = v4Text(((groups[6] ?? 0) << 16) | (groups[7] ?? 0));
  const made = [fullText(groups), short.join(':'), `${short.slice(0, 6).join(':')}:${quad}`];
  made.push(new URL(`https://[${short.join(':')}]`).hostname.slice(1, -1));
  for (let from = 0; from < 8; from += 1) {
    for (let to = from + 1; to <= 8 && groups[to - 1] === 0; to += 1) {
      made.push(`${short.slice(0, from).join(':')}::${short.slice(to).join(':')}`);
    }
  }
  return [...made, ...made.map((text) => text.toUpperCase())];
}

function holds<T>(input: fc.Arbitrary<T>, promise: (value: T) => void): void {
  fc.assert(fc.property(input, promise), { numRuns: 2000 });
}

test('an IPv4 address is refused exactly when a refused block contains it', () => {
  holds(fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), refusedV4), (value) => {
    const held = v4Ranges.some(({ min, max }) => min <= value && value <= max);
    expect(verdictOf(v4Text(value)) !== 'open').toBe(held);
  });
});

test('every IPv6 form of a refused IPv4 address is refused', () => {
  // IPv4-compatible forms may be refused as another kind. For example, the form of 0.0.0.1 is ::1, a loopback address.
  const whole = DRESSES.filter(([kind]) => kind !== 'IPv4-compatible');
  holds(refusedV4, (value) => {
    const groups = `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
    for (const [kind, spellings = ''] of whole) {
      const dressed = words(spellings.replaceAll('Q', v4Text(value)).replaceAll('H', groups));
      expect(dressed.map(verdictOf)).toEqual(dressed.map(() => `${kind}`));
    }
    expect([v4Text(value), `::${v4Text(value)}`].map(verdictOf)).not.toContain('open');
  });
});

test('an IPv6 address outside 2000::/3 is refused', () => {
  const outside = groupsOfV6.filter(([first = 0]) => first >>> 13 !== 1);
  holds(outside, (groups) => expect(verdictOf(fullText(groups))).not.toBe('open'));
});

test('the verdict on an IP address does not depend on its spelling', () => {
  holds(groupsOfV6, (groups) => {
    const verdicts = new Set(spellingsOf(groups).map(verdictOf));
    expect([...verdicts]).toEqual([verdictOf(fullText(groups))]);
    expect(verdicts.has('not an address')).toBe(false);
  });
});

test('an IP address is invalid here exactly when node:net calls it invalid', () => {
  const pieces = words(': : :: . 0 1 00 255 256 f ffff FF 1.2.3.4 2a00 g -');
  const texts = fc.array(fc.constantFrom(...pieces, ' '), { maxLength: 18 }).map((parts) => parts.join(''));
  holds(fc.oneof(texts, texts, fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
    expect([text, verdictOf(text) === 'not an address']).toEqual([text, isIP(text) === 0]);
  });
});

test('no text makes the check of an IP address throw', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  holds(fc.tuple(text, fc.array(text)), ([name, ownNames]) => {
    expect(verdictOf(name)).toBeString();
    expect(refusalOfName(name, ownNames) ?? 'open').toBeString();
  });
});
