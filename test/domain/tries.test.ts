import { expect, test } from 'bun:test';
import { createThrottle } from '../../src/base/index.ts';
import { addPerson, findTrustedDevice, knock } from '../../src/people/index.ts';
import { countCode, countGuess, giveBack } from '../../src/people/tries.ts';
import { trustDevice } from '../../src/people/trusted-devices.ts';
import { trustedDevices } from '../../src/storage/index.ts';
import { openTestStore, TEST_ACTOR, type TestStore } from '../support/store.ts';

const EMAIL = 'owner@example.com';
const at = (address: string, knownBy?: string) => ({ userAgent: null, address, knownBy });
const kindOf = (work: () => unknown): string => {
  try {
    work();
    return 'counted';
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

async function openDoor(store: TestStore) {
  const { storage, world, workspace } = store;
  const added = await addPerson(
    { storage, workspace, actor: TEST_ACTOR },
    { email: EMAIL, password: undefined, role: 'owner' },
  );
  const throttle = createThrottle(world.clock);
  const guess = (address: string, token?: string) =>
    countGuess(throttle, knock({ storage, throttle }, { device: at(address, token), what: 'passwords' }), EMAIL, added);
  const code = (address: string, token?: string) =>
    countCode(throttle, { device: at(address, token), trusted: findTrustedDevice(storage, token), spent: [] }, added);
  return { storage, clock: world.clock, person: added, throttle, guess, code };
}

/** Guesses from networks that never come twice, until one of them is refused. */
function crowd(guess: (address: string) => unknown): number {
  let counted = 0;
  while (kindOf(() => guess(`100.64.${counted}.1`)) === 'counted') counted += 1;
  return counted;
}

test('guesses from everywhere make new browsers wait for an account, a known one never; ten more a minute are looked at', async () => {
  await using store = await openTestStore();
  const { storage, clock, person, guess } = await openDoor(store);
  await storage.write((tx) => trustDevice(tx, person.seq, 'known'));
  expect(crowd(guess)).toBe(100);
  expect(kindOf(() => guess('198.51.100.1', 'known'))).toBe('counted');
  clock.advance(60_000);
  expect(crowd((address) => guess(address.replace('100.64', '100.65')))).toBe(10);
});

test('a known browser has tries of its own, and its successes give back none of a stranger', async () => {
  await using store = await openTestStore();
  const { storage, person, throttle, guess } = await openDoor(store);
  await storage.write((tx) => trustDevice(tx, person.seq, 'known'));
  for (let tried = 0; tried < 10; tried += 1) guess('203.0.113.1');
  expect(kindOf(() => guess('203.0.113.1'))).toBe('rate_limited');
  for (let tried = 0; tried < 9; tried += 1) guess('203.0.113.1', 'known');
  giveBack(throttle, guess('203.0.113.1', 'known'));
  expect(kindOf(() => guess('203.0.113.1'))).toBe('rate_limited');
  for (let tried = 0; tried < 10; tried += 1) guess('203.0.113.1', 'known');
  expect(kindOf(() => guess('203.0.113.1', 'known'))).toBe('rate_limited');
});

test('wrong codes from one network keep no other from giving theirs, and from everywhere never a known browser', async () => {
  await using store = await openTestStore();
  const { storage, person, code } = await openDoor(store);
  await storage.write((tx) => trustDevice(tx, person.seq, 'known'));
  for (let tried = 0; tried < 10; tried += 1) code('203.0.113.1');
  expect(kindOf(() => code('203.0.113.1'))).toBe('rate_limited');
  expect(kindOf(() => code('198.51.100.1'))).toBe('counted');
  expect(crowd(code)).toBe(19);
  expect(kindOf(() => code('198.51.100.1', 'known'))).toBe('counted');
});

test('a person has at most twenty known browsers; the one that was used longest ago goes', async () => {
  await using store = await openTestStore();
  const { storage, clock, person } = await openDoor(store);
  const trust = async (token: string): Promise<void> => {
    clock.advance(1_000);
    await storage.write((tx) => trustDevice(tx, person.seq, token));
  };
  for (let at = 0; at < 20; at += 1) await trust(`browser ${at}`);
  await trust('browser 0');
  await trust('one more');
  expect(storage.read.select().from(trustedDevices).all()).toHaveLength(20);
  const known = (token: string) => findTrustedDevice(storage, token) !== undefined;
  expect([known('browser 0'), known('browser 1'), known('one more')]).toEqual([true, false, true]);
});
