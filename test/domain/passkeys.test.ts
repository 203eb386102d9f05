import { expect, test } from 'bun:test';
import { hashToken } from '../../src/base/index.ts';
import { CHALLENGE_MS, issueChallenge, spendChallenge } from '../../src/people/passkeys/challenges.ts';
import { passkeyChallenges } from '../../src/storage/index.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const issue = ({ storage, world }: TestStore): Promise<string> =>
  storage.write((tx) => issueChallenge(tx, world.random, 'sign_in', null));

const hashesOf = ({ storage }: TestStore): string[] =>
  storage.read
    .select({ hash: passkeyChallenges.challengeHash })
    .from(passkeyChallenges)
    .all()
    .map(({ hash }) => hash);

test('challenges that nobody used go with the next one after their time, and lie in the file as hashes', async () => {
  await using store = await openTestStore();
  const first = await issue(store);
  expect(hashesOf(store)).toEqual([hashToken(first)]);
  store.world.clock.advance(CHALLENGE_MS);
  const second = await issue(store);
  expect(hashesOf(store)).toEqual([hashToken(second)]);
});

test('a flood of challenges fills nothing: of ten thousand the oldest goes', async () => {
  await using store = await openTestStore();
  const eldest = await issue(store);
  store.world.clock.advance(1_000);
  await store.storage.write((tx) => {
    for (let made = 1; made < 10_000; made += 1) {
      const row = { challengeHash: hashToken(`${made}`), purpose: 'sign_in', personSeq: null } as const;
      tx.db
        .insert(passkeyChallenges)
        .values({ ...row, expiresAt: tx.now + CHALLENGE_MS })
        .run();
    }
  });
  const latest = await issue(store);
  const kept = new Set(hashesOf(store));
  expect(kept.size).toBe(10_000);
  expect([kept.has(hashToken(eldest)), kept.has(hashToken(latest))]).toEqual([false, true]);
});

test('a change that fails leaves its challenge unused', async () => {
  await using store = await openTestStore();
  const challenge = await issue(store);
  const failing = store.storage.write((tx) => {
    expect(spendChallenge(tx, 'sign_in', null, challenge)).toBe(true);
    throw new Error('no session was made');
  });
  expect(failing).rejects.toThrow('no session was made');
  await failing.catch(() => undefined);
  const spend = () => store.storage.write((tx) => spendChallenge(tx, 'sign_in', null, challenge));
  expect([await spend(), await spend()]).toEqual([true, false]);
});
