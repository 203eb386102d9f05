import { expect, test } from 'bun:test';
import { createApiKey, listApiKeys } from '../../src/keys/index.ts';
import { addPerson, changeRole, invitePerson, listInvitations, removePerson } from '../../src/people/index.ts';
import { openTestStore, TEST_ACTOR } from '../support/store.ts';

/** A call that an owner began before they were removed: its change waits behind the one that removes them. */

test('an owner who is removed while their calls wait grants no access any more', async () => {
  await using store = await openTestStore();
  const { storage, world, workspace } = store;
  const owner = (email: string) =>
    addPerson({ storage, workspace, actor: TEST_ACTOR }, { email, password: undefined, role: 'owner' });
  const [first, second] = [await owner('first@example.com'), await owner('second@example.com')];
  const ctxOf = (id: string) => ({ storage, workspace, random: world.random, actor: { type: 'person', id } as const });
  const inviter = { seq: second.seq, name: null };
  const inviting = { random: world.random, mailUrl: null, shownUrl: 'http://127.0.0.1:8080', inviter };
  const own = ctxOf(second.id);
  const key = { name: 'Site', source: 'site', scopes: [] };
  expect((await createApiKey(own, key)).source).toBe('site');
  const removal = removePerson(ctxOf(first.id), second.id);
  const grants = [
    createApiKey(own, { ...key, source: 'late' }),
    invitePerson({ ...own, inviting }, { email: 'friend@example.com', role: 'owner', language: 'en' }),
    changeRole(own, { id: first.id, role: 'viewer' }),
    removePerson(own, first.id),
  ];
  await removal;
  for (const grant of await Promise.allSettled(grants)) {
    expect(grant).toMatchObject({ status: 'rejected', reason: { kind: 'forbidden' } });
  }
  expect(listApiKeys(own, { nowMs: world.clock.now() }).map(({ source }) => source)).toEqual(['site']);
  expect(listInvitations(own, { nowMs: world.clock.now() })).toEqual([]);
});
