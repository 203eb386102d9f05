import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { fitsChars, nextTurn, validationFailed } from '../base/index.ts';
import {
  type Db,
  given,
  givenRaw,
  importRows,
  imports,
  limitTo,
  numberRuns,
  numberSeries,
  orders,
  prepared,
  type Tx,
  Unprepared,
} from '../storage/index.ts';
import { diff, isSame, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';

export interface NumberSeries {
  readonly prefix: string;
  readonly padding: number;
  /** The number to try next. It is skipped if an order already has it. */
  readonly next: number;
}

const PREFIX_CHARS = 16;
const MOST_PADDING = 12;
const MOST_NEXT = 999_999_999_999;
const READ_AT_ONCE = 1_000;
/** The limit on reads of the index to find one free number, for a preview or a create. Two reads take some 2 ms. */
const MOST_READS = 2;

const statements = prepared((db) => ({
  read: db
    .select({ next: numberSeries.nextNumber, prefix: numberSeries.prefix, padding: numberSeries.padding })
    .from(numberSeries)
    .where(eq(numberSeries.workspaceSeq, given('workspaceSeq')))
    .prepare(),
  moveTo: db
    .update(numberSeries)
    .set({ nextNumber: givenRaw('next') })
    .where(eq(numberSeries.workspaceSeq, given('workspaceSeq')))
    .prepare(),
  inUse: db
    .select({ seq: orders.seq })
    .from(orders)
    .where(and(eq(orders.workspaceSeq, given('workspaceSeq')), eq(orders.num, given('num'))))
    .limit(limitTo(1))
    .prepare(),
  accepted: db
    .select({ seq: imports.seq })
    .from(imports)
    .where(and(eq(imports.workspaceSeq, given('workspaceSeq')), eq(imports.state, 'accepted')))
    .prepare(),
  brings: db
    .select({ seq: importRows.seq })
    .from(importRows)
    .where(
      and(
        eq(importRows.workspaceSeq, given('workspaceSeq')),
        eq(importRows.reserves, given('num')),
        eq(importRows.importSeq, given('importSeq')),
      ),
    )
    .limit(limitTo(1))
    .prepare(),
  runBefore: db
    .select({ last: numberRuns.last })
    .from(numberRuns)
    .where(
      and(
        eq(numberRuns.workspaceSeq, given('workspaceSeq')),
        eq(numberRuns.prefix, given('prefix')),
        eq(numberRuns.padding, given('padding')),
        lte(numberRuns.first, given('next')),
      ),
    )
    .orderBy(desc(numberRuns.first))
    .limit(limitTo(1))
    .prepare(),
}));

const usedFrom = prepared((db) =>
  db
    .select({ num: orders.num })
    .from(orders)
    .where(
      and(
        eq(orders.workspaceSeq, given('workspaceSeq')),
        gte(orders.num, given('from')),
        lte(orders.num, given('last')),
      ),
    )
    .orderBy(orders.num)
    .limit(limitTo(READ_AT_ONCE))
    .prepare(),
);

const write = ({ prefix, padding, next }: NumberSeries): string => `${prefix}${String(next).padStart(padding, '0')}`;

/**
 * Returns the counter in a number: 17 in "A-0017". Returns undefined for a number that the series would never write,
 * such as "A-17".
 */
export function numberOf(series: NumberSeries, num: string): number | undefined {
  const digits = num.startsWith(series.prefix) ? num.slice(series.prefix.length) : '';
  const next = /^\d{1,12}$/.test(digits) ? Number(digits) : 0;
  return next > 0 && write({ ...series, next }) === num ? next : undefined;
}

interface Passed {
  readonly next: number;
  readonly isFree: boolean;
}

/**
 * Skips used order numbers from `series.next` on. One step skips one number or a stored run of numbers.
 * @returns the first free number; after `mostSteps`, the number at which to continue
 */
export function passUsed(db: Db, workspaceSeq: number, series: NumberSeries, mostSteps: number): Passed {
  const { accepted, inUse, brings, runBefore } = statements(db);
  // These are separate queries. SQLite would plan a join of them again for each number, which takes twenty times as
  // long.
  const files = accepted.all({ workspaceSeq });
  const isTaken = (num: string): boolean =>
    inUse.get({ workspaceSeq, num }) !== undefined ||
    files.some(({ seq }) => brings.get({ workspaceSeq, num, importSeq: seq }) !== undefined);
  let { next } = series;
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (!isTaken(write({ ...series, next }))) return { next, isFree: true };
    const run = runBefore.get({ workspaceSeq, prefix: series.prefix, padding: series.padding, next });
    next = Math.max(next, run?.last ?? 0) + 1;
  }
  return { next, isFree: false };
}

/**
 * Skips the numbers in use. It reads long runs of them from the index, because looking up each number would block the
 * server.
 * @returns the first free number; after `mostReads` reads, the number at which to continue
 */
export function passRuns(db: Db, workspaceSeq: number, series: NumberSeries, mostReads: number): Passed {
  let { next } = series;
  for (let reads = 0; ; reads += 1) {
    const near = passUsed(db, workspaceSeq, { ...series, next }, SHORTEST_RUN);
    if (near.isFree || reads >= mostReads) return near;
    next = readPast(db, workspaceSeq, { ...series, next: near.next });
  }
}

/**
 * Skips used numbers with one read of the index.
 * @returns the first number, beginning at `series.next`, that this read did not find in use
 */
function readPast(db: Db, workspaceSeq: number, series: NumberSeries): number {
  let { next } = series;
  const from = write(series);
  const last = series.prefix + '9'.repeat(from.length - series.prefix.length);
  for (const { num } of usedFrom(db).all({ workspaceSeq, from, last })) {
    const number = numberOf(series, num) ?? 0;
    // The index also has texts outside this series, and repeated numbers. Such rows are skipped.
    if (num.length !== last.length || number < next) continue;
    if (number > next) return next;
    next += 1;
  }
  return next;
}

export interface NumberRun extends Pick<NumberSeries, 'prefix' | 'padding'> {
  readonly first: number;
  readonly last: number;
}

/** The shortest stored run of used order numbers. */
export const SHORTEST_RUN = 64;

export function keepRun(tx: Tx, workspaceSeq: number, { prefix, padding, first, last }: NumberRun): void {
  const { workspaceSeq: workspace, ...of } = numberRuns;
  tx.db
    .insert(numberRuns)
    .values({ workspaceSeq, prefix, padding, first, last })
    .onConflictDoUpdate({
      target: [workspace, of.prefix, of.padding, of.first],
      set: { last: sql`max(${of.last}, excluded.last)` },
    })
    .run();
}

/**
 * The long runs of used order numbers that are currently being skipped. Each run is skipped only once, even if several
 * new orders wait for their numbers.
 */
const underWay = new Map<string, Promise<(tx: Tx) => void>>();

/**
 * Skips a long run of used numbers. Other requests are served meanwhile.
 * @returns a function that stores the run, so that it can later be skipped in one step
 */
function passInTurns({ storage, workspace }: PassCtx, series: NumberSeries): Promise<(tx: Tx) => void> {
  const { seq } = workspace;
  const run = JSON.stringify([storage.path, seq, series]);
  const pass = async () => {
    let passed: Passed = { next: series.next, isFree: false };
    while (!passed.isFree) {
      await nextTurn(seq);
      passed = passRuns(storage.read, seq, { ...series, next: passed.next }, 1);
    }
    return (tx: Tx) => keepRun(tx, seq, { ...series, first: series.next, last: passed.next - 1 });
  };
  const passing = underWay.get(run) ?? pass().finally(() => underWay.delete(run));
  underWay.set(run, passing);
  return passing;
}

type PassCtx = Pick<WorkspaceCtx, 'storage' | 'workspace'>;

/**
 * Takes the next number of the workspace's series. It runs in the transaction of the create, so that a failed create
 * leaves no gap. It skips numbers that a shop has already used for orders.
 * @throws Unprepared if a long run of used numbers follows
 */
export function takeNumber(tx: Tx, ctx: PassCtx): string {
  const { seq } = ctx.workspace;
  const series = readNumberSeries(tx.db, seq);
  const { next, isFree } = passRuns(tx.db, seq, series, MOST_READS);
  if (!isFree) throw new Unprepared(() => passInTurns(ctx, series));
  // The run of used numbers is stored. If the series is ever set back, the run is skipped in one step.
  if (next - series.next >= SHORTEST_RUN) keepRun(tx, seq, { ...series, first: series.next, last: next - 1 });
  // Reading and writing take two statements, because a single one with RETURNING costs three times as much.
  statements(tx.db).moveTo.run({ workspaceSeq: seq, next: next + 1 });
  return write({ ...series, next });
}

export function readNumberSeries(db: Db, workspaceSeq: number): NumberSeries {
  const row = statements(db).read.get({ workspaceSeq });
  if (row === undefined) throw new Error(`workspace ${workspaceSeq} has no number series`);
  return row;
}

interface NumberPreview {
  /**
   * The numbers of the next orders. The search ends early if it meets some two thousand used numbers in a row. Then
   * there are fewer numbers than requested.
   */
  readonly numbers: readonly string[];
  /** The count of numbers that the preview skips because orders already use them. */
  readonly passedOver: number;
}

export function previewNumbers(db: Db, workspaceSeq: number, series: NumberSeries, count: number): NumberPreview {
  const numbers: string[] = [];
  let passedOver = 0;
  for (let { next } = series; numbers.length < count; next += 1) {
    const free = passRuns(db, workspaceSeq, { ...series, next }, MOST_READS);
    if (!free.isFree) break;
    passedOver += free.next - next;
    next = free.next;
    numbers.push(write({ ...series, next }));
  }
  return { numbers, passedOver };
}

/** @throws validation_failed if the series is invalid, or if some 2,000 used numbers come before a free one */
export function previewSeries(db: Db, workspaceSeq: number, series: NumberSeries, count: number): NumberPreview {
  checkSeries(series);
  const preview = previewNumbers(db, workspaceSeq, series, count);
  if (preview.numbers.length < count) throw validationFailed([{ path: 'next', rule: 'numbers_taken' }]);
  return preview;
}

function checkSeries({ prefix, padding, next }: NumberSeries): void {
  if (!fitsChars(prefix, PREFIX_CHARS) || /\p{Cc}/u.test(prefix) || prefix !== prefix.trimStart()) {
    throw validationFailed([{ path: 'prefix', rule: 'number_prefix', most: PREFIX_CHARS }]);
  }
  if (!Number.isInteger(padding) || padding < 0 || padding > MOST_PADDING) {
    throw validationFailed([{ path: 'padding', rule: 'whole_between', least: 0, most: MOST_PADDING }]);
  }
  if (!Number.isInteger(next) || next < 1 || next > MOST_NEXT) {
    throw validationFailed([{ path: 'next', rule: 'whole_between', least: 1, most: MOST_NEXT }]);
  }
}

/**
 * Changes the numbering of new orders; with `goesBack`, the owner has agreed to continue from an earlier number.
 * @throws validation_failed; the rule is `numbers_go_back` if the owner has not agreed to an earlier number
 */
export function changeNumberSeries(
  { storage, workspace, actor }: WorkspaceCtx,
  { goesBack, ...patch }: Partial<NumberSeries> & { readonly goesBack: boolean },
): Promise<void> {
  return storage.write((tx) => {
    const from = readNumberSeries(tx.db, workspace.seq);
    const to = { ...from, ...patch };
    previewSeries(tx.db, workspace.seq, to, 1);
    if (to.next < from.next && !goesBack) {
      throw validationFailed([{ path: 'next', rule: 'numbers_go_back', from: from.next }]);
    }
    const changes = diff(from, patch);
    if (isSame(changes)) return;
    tx.db
      .update(numberSeries)
      .set({ prefix: to.prefix, padding: to.padding, nextNumber: to.next })
      .where(eq(numberSeries.workspaceSeq, workspace.seq))
      .run();
    tx.notify('workspaces', workspace.seq);
    const entry = { workspaceSeq: workspace.seq, actor, subject: workspace.id, changes };
    writeAudit(tx, { ...entry, action: 'number_series.changed' });
  });
}

/** Moves the series past used numbers, but stops after some two thousand. A stored run counts as one number. */
export function moveSeriesOn(tx: Tx, workspaceSeq: number): void {
  const series = readNumberSeries(tx.db, workspaceSeq);
  const { next } = passRuns(tx.db, workspaceSeq, series, MOST_READS);
  if (next !== series.next) statements(tx.db).moveTo.run({ workspaceSeq, next });
}
