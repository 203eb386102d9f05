import { expect, test } from 'bun:test';
import { networkOf, networksOf } from '../../src/base/index.ts';

test.each([
  ['203.0.113.77', ['203.0.113.0/24']],
  ['::ffff:203.0.113.77', ['203.0.113.0/24']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:db8:1:ab02::6', ['2001:db8:1:ab02::/64', '2001:db8:1:ab::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['2001:0DB8:0000::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
  ['unknown', ['unknown::/64']],
  [null, ['unknown::/64']],
])('the networks of %s are %p', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
  expect(networkOf(address)).toBe(networks[0] ?? '');
});

test('two addresses that share a narrower network also share the wider ones', () => {
  const [one, other] = [networksOf('2001:db8:1:ab02::6'), networksOf('2001:db8:1:abff::9')];
  expect(one.map((network, level) => network === other[level])).toEqual([false, true, true]);
});
