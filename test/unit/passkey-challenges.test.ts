/** Each challenge contains its own expiry. So the server stores no list of challenges that a flood could fill. */

import { expect, test } from 'bun:test';
import { createChallenges } from '../../src/people/challenges.ts';
import { fakeWorld } from '../support/world.ts';

const open = (seed = 1) => createChallenges(fakeWorld(seed));

test('a flood of challenges does not invalidate an earlier one', () => {
  const challenges = open();
  const own = challenges.issue('sign_in', null);
  const flood = new Set<string>();
  for (let nth = 0; nth < 20_000; nth += 1) flood.add(challenges.issue('sign_in', null));
  expect(flood.size).toBe(20_000);
  expect(challenges.spend('sign_in', null, own)).toBe(true);
});

test('a challenge of one process is not accepted by another', () => {
  expect(open().spend('sign_in', null, open(2).issue('sign_in', null))).toBe(false);
});
