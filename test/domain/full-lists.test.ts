import { expect, test } from 'bun:test';
import { count, eq } from 'drizzle-orm';
import { createOutbound } from '../../src/base/index.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../src/keys/index.ts';
import { addByLink, addPerson } from '../../src/people/index.ts';
import { insertSession } from '../../src/people/sessions.ts';
import { sessions } from '../../src/storage/index.ts';
import { addEndpoint, listEndpoints, removeEndpoint } from '../../src/webhooks/index.ts';
import { openTestStore, refusalOf, secondWorkspace, TEST_ACTOR, type TestStore } from '../support/store.ts';

const refusal = async (attempt: Promise<unknown>): Promise<unknown> => (await refusalOf(attempt))?.details;

const times = async (many: number, act: (at: number) => Promise<unknown>): Promise<void> => {
  await Promise.all(Array.from({ length: many }, (_, at) => act(at)));
};

const ctxOf = ({ storage, world, workspace }: TestStore) => ({
  storage,
  random: world.random,
  workspace,
  actor: TEST_ACTOR,
});

test('a workspace has at most 100 endpoints; removing one makes room', async () => {
  await using store = await openTestStore();
  const outbound = createOutbound({ clock: store.world.clock, allowPrivate: true, timeoutMs: 1_000 });
  const add = (workspace = store.workspace) =>
    addEndpoint({ ...ctxOf(store), workspace, outbound }, { url: 'http://127.0.0.1:9/', events: ['order.created'] });
  await times(100, () => add());
  expect(await refusal(add())).toEqual([{ path: 'url', rule: 'endpoints_full', most: 100 }]);
  await add(await secondWorkspace(store));
  const [first] = listEndpoints(store.storage, store.workspace);
  await removeEndpoint(store.ctx(), first?.id ?? '');
  await add();
  expect(listEndpoints(store.storage, store.workspace)).toHaveLength(100);
});

test('a workspace has at most 100 valid API keys; revoking one makes room', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const add = (source = 'shop', workspace = store.workspace) =>
    createApiKey({ ...ctxOf(store), workspace }, { name: 'Site', source, scopes: [] });
  const first = await add();
  await rotateApiKey(ctxOf(store), { id: first.id, overlapMs: 60_000 });
  await times(98, () => add());
  const full = [{ path: 'name', rule: 'keys_full', most: 100 }];
  expect(await refusal(add())).toEqual(full);
  const [, second] = listApiKeys(store.ctx(), { nowMs: clock.now() });
  expect(await refusal(rotateApiKey(ctxOf(store), { id: second?.id ?? '', overlapMs: 1_000 }))).toEqual(full);
  await add('shop', await secondWorkspace(store));
  // The time of the replaced API key has run out.
  clock.advance(60_000);
  await add();
  expect(await refusal(add())).toEqual(full);
  await revokeApiKey(ctxOf(store), second?.id ?? '');
  await add();
});

test('a workspace’s API keys have at most 100 sources, including those of revoked keys', async () => {
  await using store = await openTestStore();
  const add = (source: string) => createApiKey(ctxOf(store), { name: 'Site', source, scopes: [] });
  await times(100, async (at) => revokeApiKey(ctxOf(store), (await add(`shop-${at}`)).id));
  expect(await refusal(add('another'))).toEqual([{ path: 'source', rule: 'sources_full', most: 100 }]);
  await add('shop-7');
});

test('the list of API keys has all valid keys and the 200 most recently revoked ones', async () => {
  await using store = await openTestStore();
  const add = (name: string) => createApiKey(ctxOf(store), { name, source: 'shop', scopes: [] });
  await add('valid');
  for (let at = 0; at < 201; at += 1) {
    const { id } = await add(`revoked ${at}`);
    store.world.clock.advance(1);
    await revokeApiKey(ctxOf(store), id);
  }
  const names = listApiKeys(store.ctx(), { nowMs: store.world.clock.now() }).map(({ name }) => name);
  expect(names).toEqual(['valid', ...Array.from({ length: 200 }, (_, at) => `revoked ${at + 1}`)]);
});

test('a workspace has at most 200 people, including those invited', async () => {
  await using store = await openTestStore();
  const join = (name: string, workspace = store.workspace) =>
    addPerson({ ...ctxOf(store), workspace }, { email: `${name}@example.com`, password: undefined, role: 'viewer' });
  const invite = (name: string) => addByLink(ctxOf(store), { email: `${name}@example.com`, role: 'viewer' });
  await times(150, (at) => join(`member${at}`));
  await times(50, (at) => invite(`invited${at}`));
  const full = [{ path: 'email', rule: 'people_full', most: 200 }];
  expect(await refusal(join('one-more'))).toEqual(full);
  expect(await refusal(invite('one-more'))).toEqual(full);
  await join('one-more', await secondWorkspace(store));
  // An invited person is already one of the 200 people. So a second link for the same e-mail is not refused.
  await invite('invited7');
  await join('invited7');
});

test('a person’s 101st session ends that person’s least recently used session', async () => {
  await using store = await openTestStore();
  const person = { email: 'anna@example.com', password: undefined, role: 'viewer' } as const;
  const { seq: personSeq } = await addPerson(ctxOf(store), person);
  const device = { userAgent: null, address: null };
  const begin = () =>
    store.storage.write(
      (tx) => insertSession(tx, store.world.random, { personSeq, remembered: true, device, passkeyName: null }).seq,
    );
  const begun: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    store.world.clock.advance(1);
    begun.push(await begin());
  }
  const of = (seq: number) =>
    store.storage.read.select({ n: count() }).from(sessions).where(eq(sessions.seq, seq)).get()?.n;
  const [first = 0, second = 0] = begun;
  // The first session is in use, so the second has been idle longest.
  await store.storage.write((tx) => {
    tx.db.update(sessions).set({ lastSeenAt: tx.now }).where(eq(sessions.seq, first)).run();
  });
  store.world.clock.advance(1);
  const last = await begin();
  expect([of(first), of(second), of(last)]).toEqual([1, 0, 1]);
});
