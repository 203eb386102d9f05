import { Database } from 'bun:sqlite';
import { indexAllOrders, rebuildKinds, rebuildSums } from '../../src/storage/index.ts';
import type { TestStore } from './store.ts';

/** What lists go by; the seq says when it was made among those of the same millisecond. */
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
}

export const dayOf = (day: number): string =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor(day) * 86_400_000).toISOString().slice(0, 10);

/**
 * Makes orders by the thousand, past the verbs. `shape` says what is special of the n-th, from 0. Otherwise all are
 * alike, each made a millisecond after the one before. They are seen from the next turn of the event loop on.
 */
export async function fillOrders(
  {
    storage,
    workspace,
  }: { readonly storage: Pick<TestStore['storage'], 'path'>; readonly workspace: Pick<TestStore['workspace'], 'seq'> },
  count: number,
  shape: (n: number) => Partial<Omit<MadeOrder, 'seq'>>,
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
      ...usual,
      ...shape(n),
    };
  });
  using db = new Database(storage.path);
  db.run('PRAGMA busy_timeout = 5000');
  const insert = db.query(
    `INSERT INTO orders (seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, platform, status_id, date,
      products_amount, price, paid_amount, payment_status, created_at, updated_at, deleted_at, products, search_text, time_start)
    VALUES (?1, randomblob(16), ?2, ?3, ?1, x'00', 1, ?14, ?4, ?5, ?6, ?13, ?13, 0, ?7, ?8, ?9, ?10, '[]', ?11, ?12)`,
  );
  db.transaction(() => {
    for (const one of made) {
      insert.run(
        one.seq,
        workspace.seq,
        one.source,
        one.platform,
        one.statusId,
        one.date,
        one.paymentStatus,
        one.createdAt,
        one.updatedAt,
        one.deletedAt,
        one.searchText,
        one.timeStart,
        one.price,
        one.num,
      );
    }
    rebuildKinds(db);
    indexAllOrders(db);
    rebuildSums(db);
  })();
  await new Promise(setImmediate);
  return made;
}
