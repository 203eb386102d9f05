import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addStep, ORDER_FLOW } from '../../src/flows/index.ts';
import {
  changeStatus,
  countByStatus,
  countDesk,
  type DeskFilter,
  deleteOrder,
  findNewestOrder,
  listDesk,
  listOrigins,
  recordPayment,
  removeStatus,
  restoreOrder,
  sumReport,
  updateOrder,
} from '../../src/orders/index.ts';
import { inspect } from '../../src/storage/index.ts';
import { rebuildKinds } from '../support/kept-up.ts';
import { rowsIn } from '../support/raw-database.ts';
import { addOrder, asker, openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

const KINDS = 2_000;
const OF = { flow: ORDER_FLOW, language: 'en' } as const;
let keys = 0;
const make = (store: TestStore, platform: string, source = 'shop'): Promise<string> =>
  addOrder(store.ctx(source), { platform });

const kindsOf = (store: TestStore): string[] => {
  const kinds = `SELECT concat_ws(' ', source, status_id, payment_status, platform, named, orders, deleted) AS kind FROM order_kinds
    WHERE orders + deleted > 0`;
  return rowsIn<{ kind: string }>(store.storage.path, kinds)
    .map(({ kind }) => kind)
    .sort();
};

const STATUSES = ['status-new', 'status-closed', 'status-cancelled'];
/** The actions on an order; `to`, from 0 to 2, selects the new value. */
const VERBS: Readonly<Record<string, (store: TestStore, id: string, to: number) => Promise<unknown>>> = {
  status: (store, id, to) => changeStatus(store.ctx(), { id, statusId: STATUSES[to] ?? '' }),
  platform: (store, id, to) => updateOrder(store.ctx(), { id, data: { platform: `p${to}` } }),
  date: (store, id, to) =>
    updateOrder(store.ctx(), { id, data: { date: `2026-0${5 + to}-0${1 + to}T10:00:00+03:00` } }),
  price: (store, id, to) =>
    updateOrder(store.ctx(), { id, data: { products: [{ name: 'Rose', quantity: 1, price: 40 * to }] } }),
  pay: (store, id) => {
    keys += 1;
    return recordPayment(store.ctx(), { id, paymentId: `pay-${keys}`, amount: 50 });
  },
  delete: (store, id) => deleteOrder(store.ctx(), { id }),
  restore: (store, id) => restoreOrder(store.ctx(), id),
  // The change fails after it has written, so its counts are rolled back too.
  fail: (store) =>
    store.storage.write((tx) => {
      tx.db.run('UPDATE order_kinds SET orders = orders + 1');
      throw new Error('on purpose');
    }),
};
const verbs = fc.array(fc.record({ what: fc.constantFrom(...Object.keys(VERBS)), at: fc.nat(7), to: fc.nat(2) }), {
  maxLength: 30,
});

test('each order is counted in its status after any single or bulk changes', async () => {
  await fc.assert(
    fc.asyncProperty(verbs, fc.boolean(), async (steps, atOnce) => {
      await using store = await openTestStore();
      const ids = await Promise.all(
        Array.from({ length: 8 }, (_, n) => make(store, `p${n % 3}`, n % 2 === 0 ? 'shop' : 'bot')),
      );
      const outcomes = steps.map(
        ({ what, at, to }) =>
          () =>
            VERBS[what]?.(store, ids[at] ?? '', to).catch(() => undefined),
      );
      if (atOnce) await Promise.all(outcomes.map((start) => start()));
      else for (const start of outcomes) await start();

      // Compares all stored sums with the orders.
      expect(inspect(store.dataDir)?.problems).toEqual([]);
      const kept = kindsOf(store);
      using db = new Database(store.storage.path);
      rebuildKinds(db);
      expect(kept).toEqual(kindsOf(store));
    }),
    { numRuns: 12 },
  );
});

test('once a workspace has two thousand order kinds, orders of different platforms share each new kind', async () => {
  await using store = await openTestStore();
  const { storage, workspace } = store;
  await storage.write((tx) =>
    tx.db.run(sql`WITH RECURSIVE n (at) AS (VALUES (1) UNION ALL SELECT at + 1 FROM n WHERE at < ${KINDS})
      INSERT INTO order_kinds (workspace_seq, source, status_id, payment_status, platform, named, orders, deleted)
      SELECT ${workspace.seq}, 'shop ' || (at / 50), 'status ' || (at % 50), 'unpaid', 'p' || (at % 9), 1, 0, 0 FROM n`),
  );
  const ids = [await make(store, 'p1'), await make(store, 'p2')];
  expect(kindsOf(store)).toEqual(['shop status-new unpaid  0 2 0']);
  const found = listDesk(store.ctx(), { filter: { platforms: ['p2'] }, limit: 10 }).orders.map(({ id }) => id);
  expect(found).toEqual([ids[1] ?? '']);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('once a workspace has 2,500 order kinds, orders of different API sources share each new kind and can still be filtered by source', async () => {
  await using store = await openTestStore();
  const { storage, workspace } = store;
  await storage.write((tx) =>
    tx.db.run(sql`WITH RECURSIVE n (at) AS (VALUES (1) UNION ALL SELECT at + 1 FROM n WHERE at < ${KINDS + 500})
      INSERT INTO order_kinds (workspace_seq, source, status_id, payment_status, platform, named, orders, deleted)
      SELECT ${workspace.seq}, 'shop ' || (at / 50), 'status ' || (at % 50), 'unpaid', iif(at > ${KINDS}, '', 'p'), at <= ${KINDS}, 0, 0
      FROM n`),
  );
  const ids = [await make(store, 'p1', 'bot'), await make(store, 'p2', 'till'), await make(store, 'p2', '@dashboard')];
  expect(kindsOf(store)).toEqual([' status-new unpaid  0 2 0', '@dashboard status-new unpaid  0 1 0']);
  const found = (filter: DeskFilter): string[] =>
    listDesk(store.ctx(), { filter, limit: 10 }).orders.map(({ id }) => id);
  expect(found({ sources: ['till'] })).toEqual(ids.slice(1, 2));
  expect(found({ sources: ['till', '@dashboard'] })).toEqual(ids.slice(1).reverse());
  expect(found({ sources: ['bot'], platforms: ['p2'] })).toEqual([]);
  expect(found({ sources: ['till'], platforms: ['p2'] })).toEqual(ids.slice(1, 2));
  expect(await countDesk(store.ctx(), { filter: { sources: ['bot'] }, most: 10, asker })).toBe(1);
  expect(listOrigins(store.ctx()).sources).toEqual(['@dashboard']);
  const days = { from: '2000-01-01', to: '2999-12-31' };
  const { sources } = await sumReport(store.ctx(), { days, asker });
  expect([...sources].map(([name, { orders }]) => [name, orders])).toEqual([
    [undefined, 2],
    ['@dashboard', 1],
  ]);
  expect(findNewestOrder(store, (source) => source === 'bot')?.id).toBe(ids[0] ?? '');
  await changeStatus(store.ctx(), { id: ids[0] ?? '', statusId: 'status-closed' });
  await deleteOrder(store.ctx(), { id: ids[1] ?? '' });
  expect(kindsOf(store)).toEqual([
    ' status-closed unpaid  0 1 0',
    ' status-new unpaid  0 0 1',
    '@dashboard status-new unpaid  0 1 0',
  ]);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('removing a status also removes the kinds without any order, but keeps kinds that only have deleted orders', async () => {
  await using store = await openTestStore();
  const ids = [await make(store, 'p1'), await make(store, 'p2')];
  await deleteOrder(store.ctx(), { id: ids[1] ?? '' });
  for (const id of ['packed', 'baked']) {
    await addStep(store.ctx(), { ...OF, id, name: id, tone: 'teal', group: 'work', writesOffStock: false });
    await changeStatus(store.ctx(), { id: ids[0] ?? '', statusId: id });
    await changeStatus(store.ctx(), { id: ids[0] ?? '', statusId: 'status-closed' });
    await removeStatus(store.ctx(), { id, language: 'en' });
    const all = rowsIn<{ n: number }>(store.storage.path, 'SELECT count(*) AS n FROM order_kinds');
    // The newest kind stays, although no order has it.
    expect([all[0]?.n, kindsOf(store)]).toEqual([
      id === 'packed' ? 2 : 3,
      ['shop status-closed unpaid p1 1 1 0', 'shop status-new unpaid p2 1 0 1'],
    ]);
  }
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('a number of an order kind is never used again, not even by another workspace', async () => {
  await using store = await openTestStore();
  const others = { ...store, ctx: () => ({ ...store.ctx(), workspace: other }) };
  const other = await secondWorkspace(store);
  const numbers = () =>
    rowsIn<{ seq: number }>(store.storage.path, 'SELECT seq FROM order_kinds').map(({ seq }) => seq);
  const id = await make(others, 'site');
  await make(store, 'site');
  const { id: rare } = await addStep(store.ctx(), {
    ...OF,
    name: 'Rare',
    tone: 'teal',
    group: 'work',
    writesOffStock: false,
  });
  const moved = await make(store, 'site');
  await changeStatus(store.ctx(), { id: moved, statusId: rare });
  const used = numbers();
  await changeStatus(store.ctx(), { id: moved, statusId: 'status-new' });
  await removeStatus(store.ctx(), { id: rare, language: 'en' });
  await changeStatus(others.ctx(), { id, statusId: 'status-closed' });
  const fresh = numbers().filter((seq) => !used.includes(seq));
  expect(fresh).toHaveLength(1);
  expect(fresh[0]).toBeGreaterThan(Math.max(...used));
});

test('the sum of a day with two orders stays right when one transaction changes one of the orders twice', async () => {
  await using store = await openTestStore();
  const id = await make(store, 'site');
  await make(store, 'site');
  const ctx = store.ctx();
  // The first order is subtracted from the day's sums twice, and added again in between. The day has two orders, so two
  // subtractions alone would empty it.
  await Promise.all([
    recordPayment(ctx, { id, paymentId: 'half', amount: 50 }),
    changeStatus(ctx, { id, statusId: 'status-closed' }),
  ]);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('docket check reports a wrong stored time of the newest order of a day or month', async () => {
  await using store = await openTestStore();
  await make(store, 'site');
  using db = new Database(store.storage.path);
  for (const table of ['order_days', 'order_months']) {
    db.run(`UPDATE ${table} SET newest = newest - 1`);
    expect(inspect(store.dataDir)?.problems).toEqual([
      '1 of the sums that are kept of the newest orders of a date are not what they should be',
    ]);
    db.run(`UPDATE ${table} SET newest = newest + 1`);
  }
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('docket check finds incorrect stored counts of orders by kind', async () => {
  await using store = await openTestStore();
  await make(store, 'site');
  using db = new Database(store.storage.path);
  db.run('UPDATE order_kinds SET orders = 7');
  expect(inspect(store.dataDir)?.problems).toEqual([
    '1 kinds of orders are counted wrongly, so lists may miss some of them',
  ]);
  rebuildKinds(db);
  db.run('UPDATE orders SET kind_seq = 77');
  expect(inspect(store.dataDir)?.problems).toHaveLength(1);
});

test('only the first hundred platforms get order kinds of their own, and the orders of all platforms are found', async () => {
  await using store = await openTestStore();
  const ids = await Promise.all(Array.from({ length: 130 }, (_, n) => make(store, `site-${n}`)));
  expect(kindsOf(store)).toHaveLength(101);
  expect(listOrigins(store.ctx()).platforms).toHaveLength(100);
  const found = (platforms: string[]): string[] =>
    listDesk(store.ctx(), { filter: { platforms }, limit: 10 }).orders.map(({ id }) => id);
  expect(found(['site-3'])).toEqual([ids[3] ?? '']);
  expect(found(['site-120'])).toEqual([ids[120] ?? '']);
  expect(found(['site-120', 'site-3']).sort()).toEqual([ids[3] ?? '', ids[120] ?? ''].sort());
  expect(found(['site-500'])).toEqual([]);
  expect(countByStatus(store.ctx())).toEqual(new Map([['status-new', 130]]));
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});
