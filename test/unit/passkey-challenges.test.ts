import { expect, test } from 'bun:test';
import { CHALLENGE_MS, createChallenges } from '../../src/people/challenges.ts';
import { fakeWorld } from '../support/world.ts';

/** A challenge contains its own expiry, so no caller can end another's. */

const open = (seed = 1) => {
  const world = fakeWorld(seed);
  return { clock: world.clock, challenges: createChallenges(world) };
};

test('a challenge is valid once, for its purpose and person alone', () => {
  const { challenges } = open();
  const challenge = challenges.issue('prove', 1);
  expect(challenges.spend('sign_in', 1, challenge)).toBe(false);
  expect(challenges.spend('prove', 2, challenge)).toBe(false);
  expect(challenges.spend('prove', null, challenge)).toBe(false);
  expect(challenges.spend('prove', 1, `A${challenge.slice(1)}`)).toBe(false);
  expect([challenges.spend('prove', 1, challenge), challenges.spend('prove', 1, challenge)]).toEqual([true, false]);
});

test('a challenge is valid for five minutes, whatever the wall clock says', () => {
  const { clock, challenges } = open();
  const [early, late] = [challenges.issue('sign_in', null), challenges.issue('sign_in', null)];
  clock.advance(CHALLENGE_MS - 1);
  expect(challenges.spend('sign_in', null, early)).toBe(true);
  clock.advance(1);
  expect([challenges.spend('sign_in', null, early), challenges.spend('sign_in', null, late)]).toEqual([false, false]);
});

test('a flood of challenges ends no earlier one', () => {
  const { challenges } = open();
  const own = challenges.issue('sign_in', null);
  const flood = new Set<string>();
  for (let nth = 0; nth < 20_000; nth += 1) flood.add(challenges.issue('sign_in', null));
  expect(flood.size).toBe(20_000);
  expect(challenges.spend('sign_in', null, own)).toBe(true);
});

test('another process accepts none of this process’s challenges', () => {
  expect(open().challenges.spend('sign_in', null, open(2).challenges.issue('sign_in', null))).toBe(false);
});
