import { expect, test } from 'bun:test';
import { count, eq } from 'drizzle-orm';
import { sweep } from '../../src/retention/index.ts';
import { events, type GoOn, mails, orderFeed, webhookAttempts } from '../../src/storage/index.ts';
import { createWorkspace, findWorkspace } from '../../src/workspaces/index.ts';
import { countOf, oldAttempts, oldEndpoint, oldEvents } from '../support/old-rows.ts';
import { DAY } from '../support/scheduling.ts';
import { addOrder, openTestStore, TEST_ACTOR, type TestStore } from '../support/store.ts';

/** The number of old rows. The sweeps delete far fewer rows in `STEPS` steps. */
const MANY = 5_000;
const STEPS = 12;

function sweepSome(store: TestStore) {
  const nowMs = store.world.clock.now();
  let left = STEPS;
  const goOn: GoOn = () => {
    left -= 1;
    return Promise.resolve(left > 0);
  };
  return sweep(store.storage, { times: { judgedAt: nowMs, nowMs }, goOn });
}

async function openWithOther() {
  const store = await openTestStore();
  const made = await createWorkspace(
    { storage: store.storage, actor: TEST_ACTOR },
    { name: 'Other', plan: 'pro', timeZone: 'UTC' },
  );
  const other = findWorkspace(store.storage, made.id);
  if (other === undefined) throw new Error('the workspace is missing');
  return { store, other, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test('old mails are deleted even while there are thousands of old events', async () => {
  await using store = await openTestStore();
  const { storage, world, workspace } = store;
  const old = world.clock.now() - 400 * DAY;
  await oldEvents(store, Array<number>(MANY).fill(old));
  const texts = { kind: 'webhook_warning', recipient: 'a@b.example', subject: 's', text: 't', html: 'h' } as const;
  const mail = () => ({
    id: world.newId(world.clock.now()),
    workspaceSeq: workspace.seq,
    ...texts,
    state: 'sent' as const,
    attempts: 1,
    dueAt: 0,
    createdAt: old,
    doneAt: old,
  });
  await storage.write((tx) => void tx.db.insert(mails).values([mail(), mail()]).run());
  const swept = await sweepSome(store);
  expect(swept).toMatchObject({ mails: 1 });
  expect(swept.events).toBeGreaterThan(50);
  expect(countOf(storage, events)).toBeGreaterThan(MANY / 2);
});

test('one workspace’s old changes are deleted even while another has thousands', async () => {
  await using shops = await openWithOther();
  const { store, other } = shops;
  const old = store.world.clock.now() - 400 * DAY;
  await addOrder(store.ctx(), {});
  const change = { orderSeq: 1, type: 'order.updated', version: 1, num: '1', occurredAt: old } as const;
  await store.storage.write((tx) => {
    tx.db.delete(orderFeed).run();
    for (let number = 1; number <= MANY; number += 1)
      tx.db
        .insert(orderFeed)
        .values({ ...change, workspaceSeq: store.workspace.seq, number })
        .run();
    for (let number = 1; number <= 3; number += 1)
      tx.db
        .insert(orderFeed)
        .values({ ...change, workspaceSeq: other.seq, number })
        .run();
  });
  await sweepSome(store);
  const left = store.storage.read.select({ n: count() }).from(orderFeed).where(eq(orderFeed.workspaceSeq, other.seq));
  expect(left.get()?.n).toBe(1);
});

test('one endpoint’s old attempts are deleted even while another has thousands', async () => {
  await using store = await openTestStore();
  const old = store.world.clock.now() - 400 * DAY;
  const [busy, quiet] = [await oldEndpoint(store), await oldEndpoint(store)];
  const [event = 0] = await oldEvents(store, [old]);
  await oldAttempts(store, busy, event, Array<number>(MANY).fill(old));
  await oldAttempts(store, quiet, event, Array<number>(1_010).fill(old));
  await sweepSome(store);
  expect(countOf(store.storage, webhookAttempts, eq(webhookAttempts.endpointSeq, quiet))).toBeLessThan(1_010);
});
