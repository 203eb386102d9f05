import { Database } from 'bun:sqlite';
import { insertInto } from '../../scripts/bench/scale/insert-rows.ts';
import { orders } from '../../src/storage/index.ts';
import { indexAllOrders, rebuildKinds, rebuildSums } from './kept-up.ts';
import type { TestStore } from './store.ts';

/** The columns that a test may set. Lists are sorted by some of them, and orders of the same millisecond by seq. */
export interface MadeOrder {
  readonly seq: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:MM */
  readonly timeStart: string | null;
  /** Kopecks. */
  readonly price: number;
  readonly statusId: string;
  readonly paymentStatus: string;
  readonly platform: string;
  readonly source: string;
  readonly searchText: string;
  readonly num: string;
  /** JSON. */
  readonly products: string;
  readonly client: string | null;
  readonly delivery: string | null;
}

export const dayOf = (day: number): string =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor(day) * 86_400_000).toISOString().slice(0, 10);

/**
 * Writes orders by the thousand directly into the database. `shape` returns the special fields of the n-th order, from
 * 0. The other fields have usual values, and each order is created a millisecond after the one before. The orders are
 * visible from the next turn of the event loop on.
 * @param isIndexed true if the search index has them
 */
export async function fillOrders(
  {
    storage,
    workspace,
  }: { readonly storage: Pick<TestStore['storage'], 'path'>; readonly workspace: Pick<TestStore['workspace'], 'seq'> },
  count: number,
  shape: (n: number) => Partial<MadeOrder>,
  isIndexed = true,
): Promise<MadeOrder[]> {
  const made = Array.from({ length: count }, (_, n): MadeOrder => {
    const createdAt = 1_000 + n;
    const usual = { statusId: 'status-new', paymentStatus: 'unpaid', platform: 'site', source: 'shop' };
    return {
      seq: n + 1,
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      date: dayOf(0),
      timeStart: null,
      price: 0,
      searchText: String(n + 1),
      num: String(n + 1),
      products: '[]',
      client: null,
      delivery: null,
      ...usual,
      ...shape(n),
    };
  });
  using db = new Database(storage.path);
  db.run('PRAGMA busy_timeout = 5000');
  const insert = insertInto(db, orders);
  const { seq: workspaceSeq } = workspace;
  db.transaction(() => {
    for (const { price, ...one } of made) {
      insert({
        ...one,
        workspaceSeq,
        id: crypto.randomUUID(),
        repeatKey: String(one.seq),
        fingerprint: new Uint8Array(1),
        version: 1,
        productsAmount: price,
        price,
        paidAmount: 0,
        kindSeq: 0,
      });
    }
    rebuildKinds(db);
    rebuildSums(db);
  })();
  if (isIndexed) await indexAllOrders(storage.path);
  await new Promise(setImmediate);
  return made;
}
