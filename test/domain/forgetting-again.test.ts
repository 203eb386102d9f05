import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { filesUnserved } from '../../src/cli/client.ts';
import { type FileSteps, forgetAgain, listForgettings, listOpen } from '../../src/forgetting/index.ts';
import { recordPayment, updateOrder } from '../../src/orders/index.ts';
import { events, inquiries, orderHistory, orders, payments, type Storage } from '../../src/storage/index.ts';
import { asSecond, dyingAfter, forget, IDLE_FILES, keeperOf } from '../support/forgetting.ts';
import { addInquiry, addOrder, openTestStore, type TestStore } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

/**
 * A server with a restored backup serves nobody until it has forgotten the clients again. All these forgettings share
 * the slow steps, so that the wait is short.
 */

const phoneOf = (at: number): string => `+7916123${1000 + at}`;
const going = () => Promise.resolve(true);

/** Marks the forgettings to be done again. A restore of a backup from before them does the same. */
const comesBack = ({ storage }: TestStore): Promise<unknown> =>
  storage.write(({ db }) =>
    db.run(sql`UPDATE forgettings SET again = 1, step = 'imports', place = '[]', finished_at = NULL`),
  );

const again = (storage: Storage, files: FileSteps = IDLE_FILES, goOn = going) =>
  forgetAgain({ storage, random: seededRandom(7), files, goOn });

function counting(done: (calls: number) => boolean = () => true) {
  const calls = { search: 0, file: 0, copies: 0 };
  const files: FileSteps = {
    search: () => Promise.resolve(true),
    async file() {
      calls.file += 1;
      return done(calls.file);
    },
    async copies() {
      calls.copies += 1;
      return 0;
    },
  };
  return { calls, files };
}

const CLIENTS = 6;

/**
 * Adds an order for each client in two workspaces, and begins to forget these clients. Then marks the forgettings to be
 * done again, as after a restore.
 * @returns the store of the second workspace
 */
async function forgetMany(store: TestStore): Promise<TestStore> {
  const second = await asSecond(store);
  for (const one of [store, second]) {
    for (let at = 0; at < CLIENTS; at += 1) {
      await addOrder(one.ctx(), { client: { name: 'Anna', phone: phoneOf(at) } });
      await forget(one, { phone: phoneOf(at) });
    }
  }
  await comesBack(store);
  return second;
}

test('forgetting many clients again after a restore rewrites the database file only once', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { calls, files } = counting();
  const steps: string[][] = [];
  const file: FileSteps['file'] = (one) => {
    steps.push([...new Set(listOpen(store.storage.read).map(({ step }) => step))]);
    return files.file(one);
  };
  expect(await again(store.storage, { ...files, file })).toEqual([]);
  expect(calls).toMatchObject({ file: 1, copies: 2 * CLIENTS });
  // The rewrite waits for the last forgetting.
  expect(steps).toEqual([['file']]);
});

test('if rewriting the database file fails, it is not tried again for each client, and no client counts as forgotten', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { calls, files } = counting((calls) => calls > 1);
  expect(await again(store.storage, files)).toHaveLength(2 * CLIENTS);
  expect([calls, listOpen(store.storage.read).every(({ step }) => step === 'file')]).toEqual([
    { search: 0, file: 1, copies: 0 },
    true,
  ]);
  expect(await again(store.storage, files)).toEqual([]);
  expect(calls).toMatchObject({ file: 2, copies: 2 * CLIENTS });
});

test('a start that stops before the rewrite of the database file leaves the rewrite for the next start', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { calls, files } = counting();
  const goOn = () => Promise.resolve(listOpen(store.storage.read).some(({ step }) => step !== 'file'));
  await again(store.storage, files, goOn);
  expect([calls.file, listOpen(store.storage.read).length]).toEqual([0, 2 * CLIENTS]);
  await again(store.storage, files);
  expect([calls.file, listOpen(store.storage.read).length]).toEqual([1, 0]);
});

test('one rewrite of the database file serves both the forgettings that a restore repeats and another unfinished forgetting', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  await forgetMany(store);
  await storage.write(({ db }) => db.run(sql`UPDATE forgettings SET again = 0, step = 'file' WHERE seq = 1`));
  let rewrites = 0;
  const keeper = keeperOf(store, async () => {
    rewrites += 1;
    return true;
  });
  await keeper.again();
  expect([rewrites, listOpen(storage.read).map(({ seq }) => seq)]).toEqual([1, [1]]);
  keeper.start();
  while (listForgettings(storage.read, store.workspace.seq).some(({ finishedAt }) => finishedAt === null))
    await Bun.sleep(1);
  await keeper.stop(60_000);
  expect(rewrites).toBe(1);
});

/** An order that names no client, with this many addresses. Comparing each address takes a step. */
const longOrder = (many: number) => ({
  additional: { notes: Array.from({ length: many / 500 }, (_, part) => addresses(part)) },
});
const addresses = (part: number): string => Array.from({ length: 500 }, (_, at) => `a${part}x${at}@b.cd`).join(' ');

/**
 * Forgets this many clients, as the server does after a restore.
 * @returns the number of parts into which the search for these clients is divided
 */
async function partsOf(clients: number): Promise<number> {
  await using store = await openTestStore();
  await addOrder(store.ctx(), longOrder(5_000));
  for (let at = 0; at < clients; at += 1) await forget(store, { phone: phoneOf(at) });
  await comesBack(store);
  let parts = 0;
  const goOn = (): Promise<boolean> => {
    if (listOpen(store.storage.read).some(({ step }) => step !== 'file' && step !== 'copies')) parts += 1;
    return Promise.resolve(true);
  };
  expect(await again(store.storage, IDLE_FILES, goOn)).toEqual([]);
  return parts;
}

test('forgetting twenty clients again after a restore searches the workspace’s texts only once', async () => {
  expect(await partsOf(20)).toBe(await partsOf(1));
});

/** The stored texts that may name clients. The name of each client begins with Anna. */
const textsOf = ({ read }: Storage): string =>
  JSON.stringify([orders, orderHistory, inquiries].flatMap((table) => read.select().from(table).all()));

const byFinish = (store: TestStore) =>
  listForgettings(store.storage.read, store.workspace.seq).map(({ finishedAt, counts }) => [
    finishedAt !== null,
    counts.orders,
  ]);

/** An order that is handed from one client to the next, so that only its history names the first. */
async function handOver(store: TestStore, [from, to]: readonly [number, number]): Promise<void> {
  const client = (at: number) => ({ name: `Anna ${at}`, phone: phoneOf(at) });
  const id = await addOrder(store.ctx(), { client: client(from) });
  await updateOrder(store.ctx(), { id, data: { additional: { note: `Anna ${from} wishes` } } });
  await updateOrder(store.ctx(), { id, data: { client: client(to) } });
}

test('forgetting many clients at once removes their texts, sends one event per order, and records a workspace’s number of orders with its oldest forgetting', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  await handOver(store, [0, 1]);
  await addInquiry(store.ctx(), { name: 'Anna', phone: phoneOf(2) });
  await addOrder(store.ctx(), { client: { name: 'Olga', phone: '+79217654321' } });
  const before = store.storage.read.select().from(events).all().length;
  await again(store.storage);
  expect(textsOf(store.storage)).not.toContain('Anna');
  expect(textsOf(store.storage)).toContain('Olga');
  expect(store.storage.read.select().from(events).all().length - before).toBe(2 * CLIENTS + 1);
  // The newest forgetting comes first in the list. One search serves all forgettings of a workspace, and its count of
  // orders is stored with the oldest forgetting.
  expect(byFinish(store)).toEqual([...Array.from({ length: CLIENTS - 1 }, () => [true, 0]), [true, CLIENTS + 1]]);
});

test('the next start forgets all clients again if the first start after a restore was killed between any two writes', async () => {
  for (let [writes, isKilled] = [0, true]; isKilled; writes += 1) {
    await using store = await openTestStore();
    await handOver(store, [0, 1]);
    await addOrder(store.ctx(), { client: { name: 'Anna', phone: phoneOf(2) } });
    // The first forgetting was halfway through when the backup was made.
    for (const at of [3, 0, 1, 2]) await forget(store, { phone: phoneOf(at) });
    await store.storage.write(({ db }) =>
      db.run(sql`UPDATE forgettings SET again = 1, step = iif(seq = 1, 'history', 'imports')`),
    );
    isKilled = await again(dyingAfter(store.storage, writes)).then(
      () => false,
      () => true,
    );
    expect(await again(store.storage)).toEqual([]);
    expect(textsOf(store.storage)).not.toContain('Anna');
    const ends = byFinish(store);
    expect(ends.map(([isFinished]) => isFinished)).toEqual([true, true, true, true]);
    expect([writes, ends.reduce((sum, [, found]) => sum + Number(found), 0)]).toEqual([writes, 2]);
  }
});

test('forgetting a client again keeps texts that were added after the order was emptied', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const id = await addOrder(store.ctx(), { client: { name: 'Anna', phone: phoneOf(0) } });
  await forget(store, { phone: phoneOf(0) });
  await comesBack(store);
  await again(storage);
  await updateOrder(store.ctx(), { id, data: { client: { name: 'Olga' }, additional: { comment: 'call Olga' } } });
  await recordPayment(store.ctx(), { id, paymentId: 'p', amount: 1, providerData: { payer: 'Olga' } });
  await forget(store, { phone: phoneOf(1) });
  // In the restored backup, the orders were already searched for the first client, but not for the second. So they may
  // now be searched only for the second client.
  await storage.write(({ db }) =>
    db.run(sql`UPDATE forgettings SET again = 1, place = '[]', finished_at = NULL,
      step = iif(seq = (SELECT min(seq) FROM forgettings), 'mails', 'imports')`),
  );
  expect(await again(storage)).toEqual([]);
  expect(textsOf(storage)).toContain('call Olga');
  expect(JSON.stringify(storage.read.select().from(payments).all())).toContain('Olga');
});

test('after a restore, a running import delays forgetting only in its own workspace and only at the imports step', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  await store.storage.write(({ db }) => {
    db.run(sql`UPDATE forgettings SET step = 'orders' WHERE seq = 1`);
    db.run(sql`INSERT INTO imports (id, workspace_seq, kind, state, options, actor_type, total, done, counts, created_at)
      VALUES (randomblob(16), ${store.workspace.seq}, 'clients', 'accepted', '{}', 'command', 1, 0, '{}', 0)`);
  });
  const left = await again(store.storage);
  expect(left.map(({ step }) => step)).toEqual(Array.from({ length: CLIENTS - 1 }, () => 'imports'));
  expect(left.map(({ seq }) => seq)).not.toContain(1);
});

test('a command that forgets clients rewrites the database file even if it has just read the file', async () => {
  await using store = await openTestStore();
  await forgetMany(store);
  const { storage } = store;
  const left = await again(storage, filesUnserved(storage));
  // A command leaves the step `copies` open, because only the server replaces older backups.
  expect(new Set(left.map(({ step }) => step))).toEqual(new Set(['copies']));
});
