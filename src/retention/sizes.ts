import { and, asc, desc, eq, gte, lt, lte } from 'drizzle-orm';
import { DAY_MS } from '../base/index.ts';
import { type Db, FREE_ROOM, type Storage, type TableSize, tableSizes } from '../storage/index.ts';

const KINDS: Readonly<Record<string, string>> = {
  orders: 'orders',
  item_days: 'orders',
  order_schedules: 'orders',
  order_schedule_dates: 'orders',
  order_history: 'order_history',
  payments: 'payments',
  refunds: 'payments',
  day_closes: 'payments',
  money_days: 'payments',
  events: 'events',
  order_feed: 'events',
  deliveries: 'deliveries',
  webhook_attempts: 'attempts',
  webhook_requests: 'attempts',
  inquiries: 'inquiries',
  inquiry_history: 'inquiries',
  products: 'stock',
  product_pictures: 'stock',
  stock_movements: 'stock',
  stock_write_offs: 'stock',
  stocktakes: 'stock',
  stocktake_counts: 'stock',
  mails: 'mails',
  audit_log: 'settings_history',
  sessions: 'sessions',
  session_visits: 'sessions',
  [FREE_ROOM]: 'free',
};
const REST = 'rest';
/** The tables that add to the row count of their kind of data. All other tables add only their bytes. */
const COUNTED: ReadonlySet<string> = new Set([
  'orders',
  'order_history',
  'payments',
  'events',
  'deliveries',
  'webhook_attempts',
  'inquiries',
  'stock_movements',
  'mails',
  'audit_log',
  'sessions',
]);

const MONTH_DAYS = 30.44;
const LOOKED_BACK_DAYS = 31;
/** The number of days for which sizes are kept. 400 days include the same month of the previous year. */
const KEPT_DAYS = 400;

const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

export async function keepSizes(storage: Storage, measured: readonly TableSize[]): Promise<void> {
  const byKind = new Map<string, { rows: number; bytes: number }>();
  for (const { table, rows, bytes } of measured) {
    const kind = KINDS[table] ?? REST;
    const before = byKind.get(kind) ?? { rows: 0, bytes: 0 };
    const counted = COUNTED.has(table) ? rows : 0;
    byKind.set(kind, { rows: before.rows + counted, bytes: before.bytes + bytes });
  }
  await storage.write((tx) => {
    const day = dayOf(tx.now);
    tx.db.delete(tableSizes).where(eq(tableSizes.day, day)).run();
    for (const [kind, size] of byKind) {
      const row = { day, kind, ...size };
      tx.db.insert(tableSizes).values(row).run();
    }
    const isOld = lt(tableSizes.day, day - KEPT_DAYS);
    tx.db.delete(tableSizes).where(isOld).run();
  });
}

interface KindSize {
  readonly kind: string;
  readonly rows: number;
  /** The size in bytes, including indexes. */
  readonly bytes: number;
  /** The growth per month; null if no sample was taken in the 31 days before the measured day. */
  readonly bytesAMonth: number | null;
  readonly rowsAMonth: number | null;
}

interface Sizes {
  /** The start of the measured day in UTC, in milliseconds since the epoch. */
  readonly day: number;
  readonly kinds: readonly KindSize[];
}

/**
 * Computes sizes and growth from the samples of two days. The cost does not depend on the size of the tables. Returns
 * undefined before the first sample.
 */
export function readSizes(db: Db): Sizes | undefined {
  const last = db.select({ day: tableSizes.day }).from(tableSizes).orderBy(desc(tableSizes.day)).limit(1).get()?.day;
  if (last === undefined) return undefined;
  const within = and(gte(tableSizes.day, last - LOOKED_BACK_DAYS), lte(tableSizes.day, last - 1));
  const first = db.select().from(tableSizes).where(within).orderBy(asc(tableSizes.day)).limit(1).get()?.day;
  const before = first === undefined ? new Map() : sizesOf(db, first);
  const months = first === undefined ? 1 : (last - first) / MONTH_DAYS;
  const kinds = [...sizesOf(db, last).values()].map(({ kind, rows, bytes }): KindSize => {
    const then = before.get(kind) ?? { rows: 0, bytes: 0 };
    const grown = (now: number, earlier: number): number | null =>
      first === undefined ? null : Math.round((now - earlier) / months);
    return { kind, rows, bytes, bytesAMonth: grown(bytes, then.bytes), rowsAMonth: grown(rows, then.rows) };
  });
  return { day: last * DAY_MS, kinds: kinds.sort((a, b) => b.bytes - a.bytes) };
}

type Sample = typeof tableSizes.$inferSelect;

function sizesOf(db: Db, day: number): Map<string, Sample> {
  const rows = db.select().from(tableSizes).where(eq(tableSizes.day, day)).all();
  return new Map(rows.map((row) => [row.kind, row]));
}
