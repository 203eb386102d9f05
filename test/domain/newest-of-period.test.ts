import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import fc from 'fast-check';
import { newestOfPeriod, periodQueries } from '../../src/orders/newest-of-period.ts';
import { MIGRATIONS } from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

/** Pages of two visit forty orders before the days are merged: 600 orders are many. */
const ORDERS = 600;
const PAGE = 2;

interface Made {
  readonly seq: number;
  readonly at: number;
  readonly date: string;
  readonly statusId: string;
  readonly deleted: boolean;
}

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);

/** How dates and statuses lie against creation; `n` counts from the first order made. */
const SHAPES: Readonly<Record<string, (n: number) => Pick<Made, 'date' | 'statusId'>>> = {
  'dates that run with creation': (n) => ({ date: dayOf(n / 20), statusId: 'a' }),
  'dates that run against creation': (n) => ({ date: dayOf((ORDERS - n) / 20), statusId: n % 3 === 0 ? 'a' : 'b' }),
  'all orders on one day, but one': (n) => ({ date: dayOf(n === 7 ? 3 : 10), statusId: n % 2 === 0 ? 'a' : 'b' }),
  'a status that one order has': (n) => ({ date: dayOf(n % 30), statusId: n === 11 ? 'a' : 'b' }),
  'a day for each order': (n) => ({ date: dayOf((n * 7) % ORDERS), statusId: 'a' }),
};

const stores = new Map<string, { readonly store: TestStore; readonly made: readonly Made[] }>();

/** Each three of them were made in the same millisecond, and each tenth is deleted. */
function fill(store: TestStore, shape: (n: number) => Pick<Made, 'date' | 'statusId'>): Made[] {
  const made = Array.from({ length: ORDERS }, (_, n) => ({
    ...shape(n),
    seq: n + 1,
    at: 1_000 + Math.floor(n / 3),
    deleted: n % 10 === 9,
  }));
  using db = new Database(join(store.dataDir, 'docket.db'));
  const insert = db.query(
    `INSERT INTO orders (seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, status_id, date,
      products_amount, price, paid_amount, payment_status, created_at, updated_at, deleted_at, products, search_text)
    VALUES (?, randomblob(16), ?, 'site', ?, x'00', 1, '1', ?, ?, 0, 0, 0, 'unpaid', ?, 0, ?, '[]', '')`,
  );
  db.transaction(() => {
    for (const { seq, at, date, statusId, deleted } of made) {
      insert.run(seq, store.workspace.seq, String(seq), statusId, date, at, deleted ? 1 : null);
    }
  })();
  return made;
}

beforeAll(async () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    const store = await openTestStore();
    stores.set(name, { store, made: fill(store, shape) });
  }
  // What is read within one turn of the event loop is one snapshot: the next turn sees what was filled in beside it.
  await new Promise(setImmediate);
});
afterAll(async () => {
  for (const { store } of stores.values()) await store[Symbol.asyncDispose]();
});

test.each(Object.keys(SHAPES))('%s: every page of any period is what a sort of all orders says', (name) => {
  const { store, made } = stores.get(name) ?? {};
  if (store === undefined || made === undefined) throw new Error('the shape was not filled');
  const day = fc.integer({ min: -2, max: ORDERS + 2 });
  fc.assert(
    fc.property(
      day,
      day,
      fc.constantFrom(undefined, 'a', 'b'),
      fc.integer({ min: 1, max: 30 }),
      (one, other, statusId, pages) => {
        const [dateFrom, dateTo] = [dayOf(Math.min(one, other)), dayOf(Math.max(one, other))];
        const wanted = made
          .filter(({ date, deleted }) => !deleted && date >= dateFrom && date <= dateTo)
          .filter((order) => statusId === undefined || order.statusId === statusId)
          .map(({ at, seq }) => ({ at, seq }))
          .toReversed()
          .slice(0, pages * PAGE);
        const filter = { workspaceSeq: store.workspace.seq, dateFrom, dateTo, statusId };
        const found: { at: number; seq: number }[] = [];
        for (let page = 0; page < pages; page += 1) {
          found.push(...newestOfPeriod(store.storage.read, filter, found.at(-1), PAGE));
        }
        expect(found).toEqual(wanted);
      },
    ),
    { numRuns: 60 },
  );
});

test('another workspace’s orders stand in no period', () => {
  const { store } = stores.get('a day for each order') ?? {};
  if (store === undefined) throw new Error('the shape was not filled');
  const filter = {
    workspaceSeq: store.workspace.seq + 1,
    dateFrom: dayOf(0),
    dateTo: dayOf(ORDERS),
    statusId: undefined,
  };
  expect(newestOfPeriod(store.storage.read, filter, undefined, PAGE)).toEqual([]);
});

test.each([false, true])('each step goes into an index at its place, without a sort (by status: %p)', (byStatus) => {
  using client = new Database(':memory:');
  migrate(client, MIGRATIONS, 0);
  const queries = periodQueries(drizzle({ client }), byStatus);
  const walked = byStatus
    ? 'orders_by_status (workspace_seq=? AND status_id=? AND'
    : 'orders_by_created (workspace_seq=? AND';
  const into = {
    walk: walked,
    walkEnd: walked,
    days: 'orders_by_date (workspace_seq=? AND',
    ofDay: 'orders_by_date (workspace_seq=? AND date=? AND',
  };
  for (const [name, index] of Object.entries(into)) {
    const text = queries[name as keyof typeof queries].toSQL().sql;
    const plan = client
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => detail);
    const searches = plan.filter((line) => line.startsWith('SEARCH'));
    expect({ name, plan, ok: searches.length > 0 && searches.every((line) => line.includes(index)) }).toMatchObject({
      name,
      ok: true,
    });
    expect(plan.filter((line) => line.includes('TEMP B-TREE') || line.startsWith('SCAN orders'))).toEqual([]);
  }
});
