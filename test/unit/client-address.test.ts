import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { silentLog, UsageError } from '../../src/base/index.ts';
import { clientAddress, LOCAL_NETWORKS, parseNetworks } from '../../src/base/net/client-address.ts';
import { createClients, type OddProxy } from '../../src/base/net/clients.ts';
import { fakeWorld } from '../support/world.ts';

const NONE = parseNetworks('--x', '203.0.113.1');
const EDGE = parseNetworks('--x', '203.0.113.0/24, 2001:db8:1::/48');

test('X-Forwarded-For is ignored unless the peer is trusted', () => {
  for (const peer of ['198.51.100.7', '2001:db8::7', '203.0.114.1']) {
    expect(clientAddress(peer, '10.0.0.1', EDGE)).toBe(peer);
    expect(clientAddress(peer, '10.0.0.1', [])).toBe(peer);
  }
  expect(clientAddress('127.0.0.1', '198.51.100.7', [])).toBe('127.0.0.1');
});

test('the client behind trusted proxies is the last address that is not a proxy’s', () => {
  const cases: readonly (readonly [header: string | null, client: string])[] = [
    [null, '127.0.0.1'],
    ['', '127.0.0.1'],
    ['198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['6.6.6.6,198.51.100.7,10.1.2.3', '198.51.100.7'],
    ['  198.51.100.7  ,  192.168.0.9  ', '198.51.100.7'],
    ['127.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['10.0.0.5', '10.0.0.5'],
    ['10.0.0.5, 10.0.0.6', '10.0.0.5'],
    ['198.51.100.7:51234', '198.51.100.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['"[2001:DB8::7]"', '2001:db8::7'],
    ['2001:db8::7, fd00::1', '2001:db8::7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['6.6.6.6, ::ffff:10.0.0.1', '6.6.6.6'],
  ];
  for (const [header, client] of cases)
    expect([header, clientAddress('127.0.0.1', header, LOCAL_NETWORKS)]).toEqual([header, client]);
  expect(clientAddress('::ffff:127.0.0.1', '198.51.100.7', LOCAL_NETWORKS)).toBe('198.51.100.7');
  expect(clientAddress('2001:db8:1::9', '198.51.100.7', EDGE)).toBe('198.51.100.7');
  expect(clientAddress('fe80::1%eth0', '198.51.100.7', LOCAL_NETWORKS)).toBe('198.51.100.7');
});

test('an unreadable entry of X-Forwarded-For ends the search for the client at the last readable address', () => {
  for (const junk of [
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '999.1.1.1',
    '::g',
    '1.2.3.4/8',
    '<script>',
    ' ',
    'x'.repeat(5000),
  ]) {
    expect(clientAddress('127.0.0.1', junk, LOCAL_NETWORKS)).toBe('127.0.0.1');
    expect(clientAddress('127.0.0.1', `198.51.100.7, ${junk}`, LOCAL_NETWORKS)).toBe('127.0.0.1');
    expect(clientAddress('127.0.0.1', `${junk}, 10.0.0.2`, LOCAL_NETWORKS)).toBe('10.0.0.2');
    expect(clientAddress('127.0.0.1', `${junk}, 198.51.100.7`, LOCAL_NETWORKS)).toBe('198.51.100.7');
  }
  expect(clientAddress('127.0.0.1', '198.51.100.7,', LOCAL_NETWORKS)).toBe('127.0.0.1');
});

test('at most thirty-two entries of X-Forwarded-For are read', () => {
  const long = ['6.6.6.6', ...Array.from({ length: 1_000 }, () => '10.0.0.1')].join(',');
  expect(clientAddress('127.0.0.1', long, LOCAL_NETWORKS)).toBe('10.0.0.1');
  expect(clientAddress('127.0.0.1', `${'6.6.6.6,'.repeat(1_000)}198.51.100.7`, LOCAL_NETWORKS)).toBe('198.51.100.7');
});

test('the client’s address comes from a trusted proxy or from the connection, never from the client', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.ipV4(), (noise, real) => {
      expect(clientAddress('203.0.113.1', `${noise},${real}`, NONE)).toBe(
        real === '203.0.113.1' ? clientAddress('203.0.113.1', noise, NONE) : real,
      );
      expect(clientAddress(real, noise, [])).toBe(real);
    }),
  );
});

test('a malformed network is refused as a trusted proxy, and so are more than 100 networks', () => {
  expect(parseNetworks('--x', '10.0.0.0/8,::1, 192.0.2.7')).toHaveLength(3);
  for (const part of [
    '',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0/8',
    'localhost',
    '10.0.0.0/8/8',
    '0x0a.0.0.1',
  ]) {
    expect(() => parseNetworks('--x', `127.0.0.1,${part}`)).toThrow(UsageError);
  }
  expect(() => parseNetworks('--x', Array(101).fill('::1').join())).toThrow('at most 100');
});

test('an untrusted proxy is logged at most once an hour, and is added to the list of proxies with a problem', () => {
  const world = fakeWorld();
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (message: string, fields: unknown) => void warned.push([message, fields]) };
  const told: OddProxy[] = [];
  const noted = (odd: readonly OddProxy[]): void => void told.push(...odd);
  const clients = createClients({ trusted: LOCAL_NETWORKS, hasAddress: false, clock: world.clock, log, noted });
  const from = new Headers({ 'x-forwarded-for': '198.51.100.7' });
  expect(clients.addressOf(from, '127.0.0.1')).toBe('198.51.100.7');
  expect(clients.addressOf(new Headers(), '203.0.113.9')).toBe('203.0.113.9');
  expect(clients.addressOf(from, undefined)).toBeUndefined();
  expect([warned.length, clients.oddProxies()]).toEqual([0, []]);
  for (let at = 0; at < 100; at += 1) expect(clients.addressOf(from, '203.0.113.9')).toBe('203.0.113.9');
  expect(warned).toHaveLength(1);
  expect(clients.oddProxies()).toEqual([{ trouble: 'distrusted', peer: '203.0.113.9', atMs: world.clock.now() }]);
  expect(told).toEqual([...clients.oddProxies()]);
  world.clock.advance(3_600_000);
  clients.addressOf(from, '203.0.113.9');
  expect(warned).toHaveLength(2);
});

test.each([
  ['https', true],
  ['HTTPS', true],
  ['http, https', true],
  ['https, http', false],
  ['http', false],
  ['httpsx', false],
  ['', false],
])('X-Forwarded-Proto "%s" means https only if its last value is https and a trusted proxy sends it', (sent, said) => {
  const { clock } = fakeWorld();
  const ports = { trusted: LOCAL_NETWORKS, hasAddress: true, clock, log: silentLog, noted: () => undefined };
  const clients = createClients(ports);
  const headers = new Headers({ 'x-forwarded-proto': sent });
  expect(clients.isHttps(headers, () => '10.0.0.9')).toBe(said);
  expect(clients.isHttps(headers, () => '203.0.113.9')).toBe(false);
  expect(clients.isHttps(headers, () => undefined)).toBe(false);
  expect(clients.oddProxies().map(({ trouble }) => trouble)).toEqual(said ? ['distrusted'] : []);
});
