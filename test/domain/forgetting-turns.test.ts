import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Steps } from '../../src/base/index.ts';
import { type Forgetting, listForgettings, listOpen } from '../../src/forgetting/index.ts';
import { findMentionedOrders, updateOrder } from '../../src/orders/index.ts';
import { orderHistory, orders } from '../../src/storage/index.ts';
import { asSecond, forget, IDLE_FILES, keeperOf, workOff, writing } from '../support/forgetting.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';

const PHONE = '+79161234567';

const ANNA = { client: { name: 'Anna', phone: PHONE } };

const forgettingOf = ({ storage, workspace }: TestStore): Forgetting | undefined =>
  listForgettings(storage.read, workspace.seq)[0];

const longOf = (many: number) => ({ additional: { notes: [...addresses(many), PHONE] } });

/** Returns texts that together contain this many addresses. Comparing each address takes a step. */
const addresses = (many: number): string[] =>
  Array.from({ length: Math.ceil(many / 500) }, (_, part) =>
    Array.from({ length: Math.min(500, many - part * 500) }, (_, at) => `a${part}x${at}@b.cd`).join(' '),
  );

test('long texts in one workspace do not delay forgetting a client in another workspace', async () => {
  await using store = await openTestStore();
  const second = await asSecond(store);
  await addOrder(store.ctx(), longOf(10_000));
  await addOrder(second.ctx(), ANNA);
  await forget(store, { phone: PHONE });
  await forget(second, { phone: PHONE });
  let left: Forgetting[] | undefined;
  const goOn = (): Promise<boolean> => {
    if (left === undefined && forgettingOf(second)?.step === 'file') left = listOpen(store.storage.read);
    return Promise.resolve(true);
  };
  await workOff(store.storage, { goOn });
  expect(left?.[0]).toMatchObject({ workspaceSeq: store.workspace.seq, step: 'orders' });
  expect(listOpen(store.storage.read)).toEqual([]);
});

test('an order with a long history is searched in several parts', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx());
  for (let at = 0; at < 6; at += 1)
    await updateOrder(store.ctx(), { id, data: { additional: { notes: addresses(1_500 + at) } } });
  await forget(store, { phone: PHONE });
  let parts = 0;
  const goOn = (): Promise<boolean> => {
    const [one] = listOpen(store.storage.read);
    if (one?.step === 'orders') parts += 1;
    return Promise.resolve(true);
  };
  await workOff(store.storage, { goOn });
  // Each change has the former and the new addresses.
  expect(parts).toBeGreaterThan((11 * 1_500) / 1_000);
});

test('a forgetting that is stopped during a long search finishes at the next start', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx(), longOf(5_000));
  await forget(store, { phone: PHONE });
  let parts = 0;
  const goOn = (): Promise<boolean> => {
    parts += 1;
    return Promise.resolve(parts < 3);
  };
  await workOff(store.storage, { goOn });
  expect([parts, listOpen(store.storage.read)[0]?.step]).toEqual([3, 'orders']);
  expect(store.storage.read.select().from(orders).get()?.additional).toContain(PHONE);
  await workOff(store.storage);
  expect(store.storage.read.select().from(orders).get()?.additional).toBeNull();
});

const EDITS = 30;

/**
 * Forgets the client Anna, and edits her order before each write of that work. @returns the number of edits before the
 * order no longer named Anna
 */
async function editedMeanwhile(data: (edit: number) => object): Promise<number> {
  await using store = await openTestStore();
  const { read } = store.storage;
  const id = await addOrder(store.ctx(), ANNA);
  await forget(store, { phone: PHONE });
  let edits = 0;
  const storage = writing(store.storage, async (write) => {
    if (edits < EDITS && read.select().from(orders).get()?.client?.includes('Anna') === true) {
      edits += 1;
      await updateOrder(store.ctx(), { id, data: data(edits) });
    }
    return write();
  });
  await workOff(storage);
  const rows = [...read.select().from(orders).all(), ...read.select().from(orderHistory).all()];
  expect(JSON.stringify(rows)).not.toContain('Anna');
  expect(listOpen(read)).toEqual([]);
  return edits;
}

test('a forgetting searches an order only a few times, even if the order’s client is edited during each search', async () => {
  // Two edits come before the two writes that precede the searches. The other five come during the five searches of the
  // order.
  expect(await editedMeanwhile((edit) => ({ client: { name: `Anna ${edit}`, phone: PHONE } }))).toBe(2 + 5);
});

test('forgetting a client searches an order only once if edits during the search leave the order’s client unchanged', async () => {
  expect(await editedMeanwhile((edit) => ({ platform: `p${edit}` }))).toBe(2 + 1);
});

test('changes that are made during a search of the history do not prolong it', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx());
  const [before, most] = [7, 40];
  const addChange = () =>
    store.storage.write(({ db }) =>
      db.run(sql`INSERT INTO order_history (order_seq, version, kind, changes, actor_type, at, workspace_seq)
        SELECT seq, (SELECT max(version) + 1 FROM order_history), 'updated', '{}', 'command', 0, workspace_seq FROM orders`),
    );
  for (let at = 0; at < before; at += 1) await addChange();
  await store.storage.write(({ db }) => db.run(sql`UPDATE orders SET version = ${before + 1}`));
  const read: string[] = [];
  const mentions = function* (text: string): Steps<boolean> {
    read.push(text);
    yield undefined;
    return false;
  };
  const looking = findMentionedOrders(store.storage, { workspaceSeq: store.workspace.seq, after: 0, mentions });
  while (looking.next().done !== true) if (read.length < most) await addChange();
  // Two changes are made while the order itself is searched.
  expect(read.filter((text) => text === '{}')).toHaveLength(before + 2);
});

test('a forgetting does not wait for the backup that another workspace’s forgetting makes', async () => {
  await using store = await openTestStore();
  const second = await asSecond(store);
  await forget(store, { phone: PHONE });
  await forget(second, { phone: PHONE });
  const made = Promise.withResolvers<number>();
  const copies = ({ workspaceSeq }: Forgetting) =>
    workspaceSeq === store.workspace.seq ? made.promise : Promise.resolve(0);
  const goOn = (): Promise<boolean> => {
    if (forgettingOf(second)?.finishedAt != null) made.resolve(0);
    return Promise.resolve(true);
  };
  await workOff(store.storage, { goOn, files: { ...IDLE_FILES, copies } });
  expect(listOpen(store.storage.read)).toEqual([]);
});

test('forgetting a client does not wait until another workspace has finished forgetting one', async () => {
  await using store = await openTestStore();
  const second = await asSecond(store);
  const keeper = keeperOf(store);
  await addOrder(store.ctx(), longOf(10_000));
  await forget(store, { phone: PHONE });
  keeper.start();
  while (forgettingOf(store)?.step !== 'orders') await Bun.sleep(1);
  await forget(second, { phone: PHONE });
  while (forgettingOf(second)?.finishedAt == null) await Bun.sleep(1);
  expect(forgettingOf(store)).toMatchObject({ step: 'orders', finishedAt: null });
  await keeper.stop(60_000);
});

test('a stopping server waits no longer than its time limit for a rewrite of the database file', async () => {
  await using store = await openTestStore();
  const [begun, rewritten] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const keeper = keeperOf(store, () => {
    begun.resolve();
    return rewritten.promise;
  });
  await forget(store, { phone: PHONE });
  keeper.start();
  await begun.promise;
  await keeper.stop(0);
  expect(forgettingOf(store)?.step).toBe('file');
  rewritten.resolve(true);
});

test('a stopping server interrupts a forgetting that a restore made necessary', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx(), longOf(10_000));
  await forget(store, { phone: PHONE });
  await store.storage.write(({ db }) => db.run(sql`UPDATE forgettings SET again = 1`));
  const keeper = keeperOf(store);
  const going = keeper.again();
  while (forgettingOf(store)?.step !== 'orders') await Bun.sleep(1);
  await keeper.stop(60_000);
  expect(forgettingOf(store)).toMatchObject({ step: 'orders', finishedAt: null });
  await going;
  expect(forgettingOf(store)).toMatchObject({ step: 'orders', finishedAt: null });
});
