import { sql } from 'drizzle-orm';
import { inTurns, isStepOver, nextTurn, type Steps } from '../../base/index.ts';
import type { Db, itemDays } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import type { Period } from '../find/period.ts';
import { meaningsOf } from './overview.ts';

export interface ItemSum {
  /** Thousandths of a unit. A number above 2^53 is rounded to the nearest representable one. */
  readonly quantity: number;
  /** The amount in kopecks. */
  readonly amount: number;
}

/** Sums by name. The key `undefined` has the sum of all names after the first 20,000. */
export type ItemSums = ReadonlyMap<string | undefined, ItemSum>;

/**
 * The number of names that are summed separately. All further names share one sum. A name is free text, so one API key
 * could send 60,000 different names in ten seconds.
 */
const APART = 20_000;
/** The number of rows that one step adds up in a millisecond or two. A row's name may have 500 characters. */
const AT_ONCE = 1_000;
const THOUSAND = 1_000;

/** The item name is JSON. */
type Row = Omit<typeof itemDays.$inferSelect, 'workspaceSeq' | 'lines'>;

/** Sums the items of a period, except those of canceled orders. Other requests are served meanwhile. */
export async function sumItems(
  ctx: Ctx,
  { days, asker: { signal } }: { readonly days: Period; readonly asker: Asker },
): Promise<ItemSums> {
  const { seq } = ctx.workspace;
  const cancelled = new Set(meaningsOf(ctx).cancelled);
  const sums = new Map<string | undefined, ItemSum>();
  await nextTurn(seq);
  let [rows, last]: [Row[], Place] = [[], { date: days.from, statusId: '', name: '' }];
  do {
    if (isStepOver()) await nextTurn(seq);
    rows = nextRows(ctx.storage.read, seq, last, days.to);
    for (const row of rows) if (!cancelled.has(row.statusId)) addUp(sums, row);
    last = rows.at(-1) ?? last;
  } while (rows.length === AT_ONCE && !signal.aborted);
  return inTurns(seq, parseNames(sums));
}

function* parseNames(sums: ItemSums): Steps<ItemSums> {
  const named = new Map<string | undefined, ItemSum>();
  for (const [name, sum] of sums) {
    yield;
    named.set(name === undefined ? name : JSON.parse(name), sum);
  }
  return named;
}

type Place = Pick<Row, 'date' | 'statusId' | 'name'>;

const nextRows = (db: Db, workspaceSeq: number, { date, statusId, name }: Place, to: string): Row[] =>
  db.all<Row>(sql`SELECT date, status_id AS statusId, name, pieces, thousandths, amount FROM item_days
    WHERE workspace_seq = ${workspaceSeq} AND (date, status_id, name) > (${date}, ${statusId}, ${name}) AND date <= ${to}
    ORDER BY date, status_id, name LIMIT ${AT_ONCE}`);

function addUp(sums: Map<string | undefined, ItemSum>, { name, pieces, thousandths, amount }: Row): void {
  const place = sums.has(name) || sums.size < APART ? name : undefined;
  const before = sums.get(place) ?? { quantity: 0, amount: 0 };
  sums.set(place, {
    quantity: before.quantity + pieces * THOUSAND + thousandths,
    amount: before.amount + amount,
  });
}
