import { and, eq, sql } from 'drizzle-orm';
import { numberSeries, orders, prepared, type Tx } from '../storage/index.ts';

const statements = prepared((db) => ({
  take: db
    .update(numberSeries)
    .set({ nextNumber: sql`${numberSeries.nextNumber} + 1` })
    .where(eq(numberSeries.workspaceSeq, sql.placeholder('workspaceSeq')))
    .returning({ next: numberSeries.nextNumber })
    .prepare(),
  next: db
    .select({ next: numberSeries.nextNumber })
    .from(numberSeries)
    .where(eq(numberSeries.workspaceSeq, sql.placeholder('workspaceSeq')))
    .prepare(),
  moveTo: db
    .update(numberSeries)
    .set({ nextNumber: sql`${sql.placeholder('next')}` })
    .where(eq(numberSeries.workspaceSeq, sql.placeholder('workspaceSeq')))
    .prepare(),
  inUse: db
    .select({ seq: orders.seq })
    .from(orders)
    .where(and(eq(orders.workspaceSeq, sql.placeholder('workspaceSeq')), eq(orders.num, sql.placeholder('num'))))
    .limit(1)
    .prepare(),
}));

/**
 * The next number of the workspace's series, as decimal text. Taken within the create's transaction, so that a create that fails
 * leaves no gap; numbers that an order already bears, given by a shop, are passed over.
 */
export function takeNumber(tx: Tx, workspaceSeq: number): string {
  const { take, inUse } = statements(tx.db);
  for (;;) {
    const row = take.get({ workspaceSeq });
    if (row === undefined) throw new Error(`workspace ${workspaceSeq} has no number series`);
    const num = String(row.next - 1);
    if (inUse.get({ workspaceSeq, num }) === undefined) return num;
  }
}

/** Lookups between two steps: a few milliseconds. */
const STEP = 500;

/**
 * Moves the series past numbers that are in use, in steps: after an import has brought thousands, the next create would have to pass
 * them one by one.
 */
export function* passUsedNumbers(tx: Tx, workspaceSeq: number): Generator<undefined, void> {
  const { next, moveTo, inUse } = statements(tx.db);
  const first = next.get({ workspaceSeq })?.next ?? 1;
  let number = first;
  while (inUse.get({ workspaceSeq, num: String(number) }) !== undefined) {
    number += 1;
    if (number % STEP === 0) yield;
  }
  if (number !== first) moveTo.run({ workspaceSeq, next: number });
}
