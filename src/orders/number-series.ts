import { and, eq, sql } from 'drizzle-orm';
import { fitsChars, type Issue, validationFailed } from '../base/index.ts';
import { type Db, limitTo, numberSeries, orders, prepared, type Storage, type Tx } from '../storage/index.ts';
import { type Actor, type Changes, type Workspace, writeAudit } from '../workspaces/index.ts';

/** How a workspace numbers the orders that come without a number. */
export interface NumberSeries {
  /** Stands before the number. */
  readonly prefix: string;
  /** The least number of digits; zeros are put before a shorter number. */
  readonly padding: number;
  /** The number that is tried next; one that an order bears already is passed over. */
  readonly next: number;
}

const PREFIX_CHARS = 16;
const MOST_PADDING = 12;
const MOST_NEXT = 999_999_999_999;
/** Passing over numbers in use costs a look each, within a create: a series must not begin before thousands of them. */
const MOST_PASSED = 1_000;

const statements = prepared((db) => ({
  read: db
    .select({ next: numberSeries.nextNumber, prefix: numberSeries.prefix, padding: numberSeries.padding })
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
    .limit(limitTo(1))
    .prepare(),
}));

const write = ({ prefix, padding, next }: NumberSeries): string => `${prefix}${String(next).padStart(padding, '0')}`;

const isTaken = (db: Db, workspaceSeq: number, num: string): boolean =>
  statements(db).inUse.get({ workspaceSeq, num }) !== undefined;

const missing = (workspaceSeq: number): Error => new Error(`workspace ${workspaceSeq} has no number series`);

/**
 * The next number of the workspace's series. Taken within the create's transaction, so that a create that fails
 * leaves no gap; numbers that an order already bears, given by a shop, are passed over.
 */
export function takeNumber(tx: Tx, workspaceSeq: number): string {
  const series = readNumberSeries(tx.db, workspaceSeq);
  let { next } = series;
  while (isTaken(tx.db, workspaceSeq, write({ ...series, next }))) next += 1;
  // Read and written by two statements: with RETURNING, one costs three times as much as both.
  statements(tx.db).moveTo.run({ workspaceSeq, next: next + 1 });
  return write({ ...series, next });
}

export function readNumberSeries(db: Db, workspaceSeq: number): NumberSeries {
  const row = statements(db).read.get({ workspaceSeq });
  if (row === undefined) throw missing(workspaceSeq);
  return row;
}

export interface NumberPreview {
  /** What the next orders would be numbered, as things stand. */
  readonly numbers: readonly string[];
  /** How many numbers in use lie before the last of them. */
  readonly passedOver: number;
}

/** @throws validation_failed when the series cannot be, or begins before a thousand numbers in use */
export function previewNumbers(db: Db, workspaceSeq: number, series: NumberSeries, count: number): NumberPreview {
  checkSeries(series);
  const numbers: string[] = [];
  let passedOver = 0;
  for (let { next } = series; numbers.length < count; next += 1) {
    const num = write({ ...series, next });
    if (!isTaken(db, workspaceSeq, num)) numbers.push(num);
    else passedOver += 1;
    if (passedOver > MOST_PASSED) throw refused('next', 'begins before a thousand numbers in use', 'numbers_taken');
  }
  return { numbers, passedOver };
}

const refused = (path: string, message: string, rule: string): Error => {
  const issue: Issue = { path, message, rule };
  return validationFailed([issue]);
};

function checkSeries({ prefix, padding, next }: NumberSeries): void {
  if (!fitsChars(prefix, PREFIX_CHARS) || /\p{Cc}/u.test(prefix) || prefix !== prefix.trimStart()) {
    throw refused('prefix', `must have at most ${PREFIX_CHARS} characters on one line`, 'number_prefix');
  }
  if (!Number.isInteger(padding) || padding < 0 || padding > MOST_PADDING) {
    throw refused('padding', `must be a whole number from 0 to ${MOST_PADDING}`, 'number_padding');
  }
  if (!Number.isInteger(next) || next < 1 || next > MOST_NEXT) {
    throw refused('next', `must be a whole number from 1 to ${MOST_NEXT}`, 'number_next');
  }
}

/**
 * Numbers the orders to come otherwise; those that are there keep their numbers.
 *
 * @param goesBack that the owner knows that the series begins before where it stands
 * @throws validation_failed, with the rule `goes_back` where that was not said
 */
export function changeNumberSeries(
  storage: Storage,
  workspace: Workspace,
  patch: Partial<NumberSeries>,
  goesBack: boolean,
  actor: Actor,
): Promise<void> {
  return storage.write((tx) => {
    const from = readNumberSeries(tx.db, workspace.seq);
    const to = { ...from, ...patch };
    previewNumbers(tx.db, workspace.seq, to, 1);
    if (to.next < from.next && !goesBack) {
      throw refused('next', `is before ${from.next}, where the series stands`, 'goes_back');
    }
    const changes: Record<string, { from: unknown; to: unknown }> = {};
    for (const field of ['prefix', 'padding', 'next'] as const) {
      if (from[field] !== to[field]) changes[field] = { from: from[field], to: to[field] };
    }
    if (Object.keys(changes).length === 0) return;
    tx.db
      .update(numberSeries)
      .set({ prefix: to.prefix, padding: to.padding, nextNumber: to.next })
      .where(eq(numberSeries.workspaceSeq, workspace.seq))
      .run();
    tx.notify('workspaces', workspace.seq);
    const told: Changes = changes;
    const entry = { workspaceSeq: workspace.seq, actor, subject: workspace.id, changes: told };
    writeAudit(tx, { ...entry, action: 'number_series.changed' });
  });
}

/** Lookups between two steps: a few milliseconds. */
const STEP = 500;

/**
 * Moves the series past numbers that are in use, in steps: after an import has brought thousands, the next create would have to pass
 * them one by one.
 */
export function* passUsedNumbers(tx: Tx, workspaceSeq: number): Generator<undefined, void> {
  const series = readNumberSeries(tx.db, workspaceSeq);
  let { next } = series;
  while (isTaken(tx.db, workspaceSeq, write({ ...series, next }))) {
    next += 1;
    if (next % STEP === 0) yield;
  }
  if (next !== series.next) statements(tx.db).moveTo.run({ workspaceSeq, next });
}
