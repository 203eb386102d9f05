import { expect, test } from 'bun:test';
import { createThrottle, silentLog } from '../../src/base/index.ts';
import { addPerson, findTrustedDevice, knock, signIn, sweepNetworks } from '../../src/people/index.ts';
import { isKnownNetwork } from '../../src/people/known-networks.ts';
import { countCode, countGuess, giveBack } from '../../src/people/tries.ts';
import { forgetDevices, trustDevice } from '../../src/people/trusted-devices.ts';
import { knownNetworks, trustedDevices } from '../../src/storage/index.ts';
import { DAY } from '../support/scheduling.ts';
import { openTestStore, refusalFrom, refusalOf, type TestStore } from '../support/store.ts';

const EMAIL = 'owner@example.com';
const at = (address: string, knownBy?: string) => ({ userAgent: null, address, knownBy });
const from = (address: string, token?: string) => ({ address, token });
const kindOf = (work: () => unknown): string => refusalFrom(work)?.kind ?? 'counted';

async function openDoor(store: TestStore) {
  const { storage, world } = store;
  const added = await addPerson(store.ctx(), { email: EMAIL, password: undefined, role: 'owner' });
  const throttle = createThrottle(world.clock);
  const guess = (address: string, token?: string) =>
    countGuess(
      { storage, throttle },
      knock({ storage, throttle }, { device: at(address, token), what: 'passwords' }),
      EMAIL,
      added,
    );
  const code = (address: string, token?: string) =>
    countCode(
      { storage, throttle },
      { device: at(address, token), trusted: findTrustedDevice(storage, token), spent: [] },
      added,
    );
  return { storage, clock: world.clock, person: added, throttle, guess, code };
}

/** Makes tries from each network until a try is refused. @returns the number of counted tries from each network */
function wearOut(guess: (address: string) => unknown, networks: number, site = '100.64'): number[] {
  return Array.from({ length: networks }, (_, nth) => {
    let counted = 0;
    while (kindOf(() => guess(`${site}.${nth}.1`)) === 'counted') counted += 1;
    return counted;
  });
}

const HOME = '192.0.2.1';

test('password guesses from many networks reduce the tries of each unknown network, but not those of a known network', async () => {
  await using store = await openTestStore();
  const { storage, clock, person, guess } = await openDoor(store);
  await storage.write((tx) => trustDevice(tx, person.seq, from(HOME, 'known')));
  expect(wearOut(guess, 12)).toEqual([...Array<number>(10).fill(10), 3, 3]);
  expect(wearOut(guess, 1, '192.0')).toEqual([3]);
  for (let tried = 0; tried < 10; tried += 1) expect(kindOf(() => guess(HOME))).toBe('counted');
  expect(kindOf(() => guess(HOME))).toBe('rate_limited');
  expect(kindOf(() => guess('198.51.100.1', 'known'))).toBe('counted');
  // All unknown networks share the same tries. One minute restores ten of these tries.
  clock.advance(60_000);
  expect(wearOut(guess, 10, '100.65').reduce((sum, one) => sum + one)).toBe(10 + 9 * 3);
});

test('a caller without tries left is told when the account will have tries again', async () => {
  await using store = await openTestStore();
  const { guess } = await openDoor(store);
  wearOut(guess, 11);
  expect(refusalFrom(() => guess('100.64.10.1'))?.details).toEqual({ retryAfter: 6 });
});

test('the networks of one IPv6 site share the tries of that site, and another site has its own', async () => {
  await using store = await openTestStore();
  const { guess } = await openDoor(store);
  wearOut(guess, 10);
  const lines = (site: string): number => {
    let counted = 0;
    for (let nth = 0; nth < 60; nth += 1) {
      if (kindOf(() => guess(`${site}:${(nth * 256).toString(16)}::1`)) === 'counted') counted += 1;
    }
    return counted;
  };
  expect([lines('2001:db8:1'), lines('2001:db8:2')]).toEqual([12, 12]);
});

test('a network stays known for half a year, but only until the password changes', async () => {
  await using store = await openTestStore();
  const { storage, clock, person } = await openDoor(store);
  const know = async (address: string): Promise<void> => {
    clock.advance(1_000);
    await storage.write((tx) => trustDevice(tx, person.seq, from(address)));
  };
  for (let nth = 0; nth < 20; nth += 1) await know(`100.64.${nth}.1`);
  await know('100.64.0.200');
  await know(HOME);
  const isKnown = (address: string): boolean => isKnownNetwork(storage, address, person.seq);
  expect(['100.64.0.1', '100.64.1.1', '100.64.2.1', HOME].map(isKnown)).toEqual([true, false, true, true]);
  expect(JSON.stringify(storage.read.select().from(knownNetworks).all())).not.toContain('192.0.2');
  clock.advance(180 * DAY);
  expect(await sweepNetworks(storage, clock.now())).toBe(19);
  expect([isKnown('100.64.0.1'), isKnown(HOME)]).toEqual([false, true]);
  await storage.write((tx) => forgetDevices(tx, person.seq));
  expect(isKnown(HOME)).toBe(false);
});

test('a known browser has its own sign-in tries, and its sign-in does not restore the tries of unknown browsers', async () => {
  await using store = await openTestStore();
  const { storage, person, throttle, guess } = await openDoor(store);
  await storage.write((tx) => trustDevice(tx, person.seq, from('192.0.2.1', 'known')));
  for (let tried = 0; tried < 10; tried += 1) guess('203.0.113.1');
  expect(kindOf(() => guess('203.0.113.1'))).toBe('rate_limited');
  for (let tried = 0; tried < 9; tried += 1) guess('203.0.113.1', 'known');
  giveBack(throttle, guess('203.0.113.1', 'known'));
  expect(kindOf(() => guess('203.0.113.1'))).toBe('rate_limited');
  for (let tried = 0; tried < 10; tried += 1) guess('203.0.113.1', 'known');
  expect(kindOf(() => guess('203.0.113.1', 'known'))).toBe('rate_limited');
});

test('wrong second-factor codes from many networks reduce the tries of unknown networks only, not of a known network or browser', async () => {
  await using store = await openTestStore();
  const { storage, person, code } = await openDoor(store);
  await storage.write((tx) => trustDevice(tx, person.seq, from(HOME, 'known')));
  expect(wearOut(code, 5)).toEqual([10, 10, 10, 2, 2]);
  for (const [address, token] of [
    ['198.51.100.1', 'known'],
    [HOME, undefined],
  ] as const) {
    for (let tried = 0; tried < 10; tried += 1) expect(kindOf(() => code(address, token))).toBe('counted');
    expect(kindOf(() => code(address, token))).toBe('rate_limited');
  }
});

test('a person has at most twenty known browsers, and the least recently used one is forgotten', async () => {
  await using store = await openTestStore();
  const { storage, clock, person } = await openDoor(store);
  const trust = async (token: string): Promise<void> => {
    clock.advance(1_000);
    await storage.write((tx) => trustDevice(tx, person.seq, { address: null, token }));
  };
  for (let at = 0; at < 20; at += 1) await trust(`browser ${at}`);
  await trust('browser 0');
  await trust('one more');
  expect(storage.read.select().from(trustedDevices).all()).toHaveLength(20);
  const known = (token: string) => findTrustedDevice(storage, token) !== undefined;
  expect([known('browser 0'), known('browser 1'), known('one more')]).toEqual([true, false, true]);
});

test('a stolen cookie of a known browser counts as unknown after ten wrong passwords', async () => {
  await using store = await openTestStore();
  const { storage, clock, person, throttle, guess } = await openDoor(store);
  const { random } = store.world;
  await storage.write((tx) => {
    trustDevice(tx, person.seq, from(HOME, 'stolen'));
    trustDevice(tx, person.seq, from(HOME, 'another'));
  });
  const knows = (token: string): boolean => findTrustedDevice(storage, token) !== undefined;
  const tryFrom = async (address: string, token: string): Promise<string> => {
    const device = at(address, token);
    const doing = { storage, random, throttle, log: silentLog };
    const here = knock(doing, { device, what: 'passwords' });
    const entering = signIn(doing, { email: EMAIL, password: 'wrong', remember: false, at: here });
    return (await refusalOf(entering))?.kind ?? 'in';
  };
  // The known browser makes one try a minute, as many as its own rate allows.
  for (let tried = 1; tried <= 10; tried += 1) {
    expect([tried, knows('stolen')]).toEqual([tried, true]);
    expect(await tryFrom('203.0.113.1', 'stolen')).toBe('wrong_password');
    clock.advance(60_000);
  }
  expect([knows('stolen'), knows('another')]).toEqual([false, true]);
  // The browser with the stolen cookie now counts as unknown. So it has only three tries after guesses from many
  // networks.
  wearOut(guess, 12);
  expect(wearOut((address) => guess(address, 'stolen'), 1, '203.0')).toEqual([3]);
  expect(kindOf(() => guess(HOME))).toBe('counted');
  expect(kindOf(() => guess('198.51.100.1', 'another'))).toBe('counted');
});
