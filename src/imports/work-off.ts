import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Clock } from '../base/index.ts';
import {
  changedRows,
  given,
  givenEach,
  givenRaw,
  type InPieces,
  importMade,
  importRows,
  imports,
  importUndos,
  limitTo,
  prepared,
  type Storage,
  type Tx,
} from '../storage/index.ts';
import { findJob, findUndo, type ImportCounts, type ImportJob, type ImportKindName } from './import.ts';
import { type ImportedRow, type MadeRows, undoneAs } from './undo-import.ts';

export interface TakenIn {
  /** The names of the counters in `ImportCounts` that this row increases by one. */
  readonly names: readonly string[];
  readonly made?: readonly ImportedRow[];
}

export interface ImportKind {
  /**
   * Imports one row. If the row changes many records, the function yields between them. The row is still saved as a
   * whole or not at all.
   */
  takeIn(tx: Tx, job: ImportJob, body: string): TakenIn | InPieces<TakenIn>;
  /** Ends the import, in the transaction of its last row. */
  finish(tx: Tx, job: ImportJob, counts: ImportCounts): void;
  readonly undo: {
    readonly rows: MadeRows;
    /** Deletes a row that the import created, or restores its earlier state. The row must not have changed since. */
    takeBack(tx: Tx, job: ImportJob, made: ImportedRow): void;
    /**
     * Merges the saved states of a record that two lines of one file changed. `first` is the record before the first
     * line, `second` before the second line. Without this function, only `first` is kept.
     */
    join?(first: string, second: string): string;
    finish(tx: Tx, job: ImportJob, counts: ImportCounts): void;
  };
}

export type ImportKinds = Readonly<Record<ImportKindName, ImportKind>>;

interface WorkPorts {
  readonly storage: Storage;
  readonly kinds: ImportKinds;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * The amount of work after which a transaction ends; a plain row counts as 1.5. A transaction thus takes some 5 ms, and
 * its rows share one sync of the disk.
 */
const STEP = 60;
/** The milliseconds of work after which other requests are served. */
const PIECE_MS = 1;
/**
 * The milliseconds of work after which a transaction ends, even if it has few rows. Other writers wait for the
 * transaction.
 */
const STEP_MS = 20;
/** The number of characters that adds 1 to a row's cost. An order of 100 items takes as long as some ten short rows. */
const ROW_CHARS = 1_000;

const isMade = and(eq(importMade.importSeq, given('importSeq')), eq(importMade.madeSeq, given('madeSeq')));

const statements = prepared((db) => ({
  /** Rows are read one at a time, because each may be large. */
  next: db
    .select({ seq: importRows.seq, body: importRows.body })
    .from(importRows)
    .where(and(eq(importRows.importSeq, given('importSeq')), gt(importRows.seq, given('after'))))
    .orderBy(asc(importRows.seq))
    .limit(limitTo(1))
    .prepare(),
  drop: db
    .delete(importRows)
    .where(and(eq(importRows.importSeq, given('importSeq')), lte(importRows.seq, given('upTo'))))
    .prepare(),
  insertMade: db
    .insert(importMade)
    .values(givenEach('importSeq', 'madeSeq', 'version', 'before'))
    .onConflictDoNothing()
    .prepare(),
  madeBefore: db.select({ before: importMade.before }).from(importMade).where(isMade).prepare(),
  updateMade: db
    .update(importMade)
    .set({ version: givenRaw('version'), before: givenRaw('before') })
    .where(isMade)
    .prepare(),
  nextMade: db
    .select({ seq: importMade.madeSeq, version: importMade.version, before: importMade.before })
    .from(importMade)
    .where(and(eq(importMade.importSeq, given('importSeq')), gt(importMade.madeSeq, given('after'))))
    .orderBy(asc(importMade.madeSeq))
    .limit(limitTo(1))
    .prepare(),
  dropMade: db
    .delete(importMade)
    .where(and(eq(importMade.importSeq, given('importSeq')), lte(importMade.madeSeq, given('upTo'))))
    .prepare(),
}));

/**
 * Processes the next rows of an import. One transaction saves rows and progress, so a crash loses neither.
 * @returns the pause before the next call, in milliseconds, in which others can write. After slow rows, the pause is as
 * long as the rows took. Otherwise it is 0
 * @throws unavailable if the database cannot be written. Any other error is a fault in the code for this kind of import
 */
export function workOff({ storage, kinds, clock }: WorkPorts, seq: number): Promise<number> {
  return storage.writeInPieces(function* (tx) {
    const job = findJob(tx.db, seq);
    if (job === undefined) return 0;
    const { next, drop } = statements(tx.db);
    const kind = kinds[job.kind];
    const { steps, upTo, isLast, counts, restMs } = yield* doSome(clock, job.counts, (after) => {
      const row = next.get({ importSeq: seq, after });
      if (row === undefined) return undefined;
      return {
        seq: row.seq,
        cost: 1 + row.body.length / ROW_CHARS,
        act: () => kind.takeIn(tx, job, row.body),
        keep: (made) => keepMade(tx, { importSeq: seq, made, join: kind.undo.join }),
      };
    });
    drop.run({ importSeq: seq, upTo });
    if (isLast) kind.finish(tx, job, counts);
    const over = isLast ? ({ state: 'done', finishedAt: tx.now } as const) : {};
    const progress = { done: job.done + steps, counts: JSON.stringify(counts), ...over };
    tx.db.update(imports).set(progress).where(eq(imports.seq, seq)).run();
    return restMs;
  });
}

interface MadeMark {
  readonly importSeq: number;
  readonly made: ImportedRow;
  readonly join: ImportKind['undo']['join'];
}

/**
 * Stores the state of a record before the import, for an undo. If an earlier line already stored a state of the record,
 * that state stays. A `join` instead combines the stored state with the new one.
 */
function keepMade(tx: Tx, { importSeq, made: { seq: madeSeq, version, before }, join }: MadeMark): void {
  const { insertMade, madeBefore, updateMade } = statements(tx.db);
  if (changedRows(insertMade.run({ importSeq, madeSeq, version, before })) > 0) return;
  const first = madeBefore.get({ importSeq, madeSeq })?.before ?? null;
  const isJoined = first !== null && before !== null && join !== undefined;
  updateMade.run({ importSeq, madeSeq, version, before: isJoined ? join(first, before) : first });
}

/** Undoes the next rows of an import. @throws as `workOff` does */
export function takeBackSome({ storage, kinds, clock }: WorkPorts, seq: number): Promise<number> {
  return storage.writeInPieces(function* (tx) {
    const job = findUndo(tx.db, seq);
    if (job === undefined) return 0;
    const { undo } = kinds[job.kind];
    const { nextMade, dropMade } = statements(tx.db);
    const { upTo, isLast, counts, restMs } = yield* doSome(clock, job.counts, (after) => {
      const made = nextMade.get({ importSeq: seq, after });
      const act = (of: ImportedRow): TakenIn => {
        const name = undoneAs(tx.db, undo.rows, seq, of);
        if (name === 'deleted' || name === 'reverted') undo.takeBack(tx, job, of);
        return { names: [name] };
      };
      return made && { seq: made.seq, cost: 2, act: () => act(made) };
    });
    dropMade.run({ importSeq: seq, upTo });
    if (isLast) undo.finish(tx, job, counts);
    const progress = { counts: JSON.stringify(counts), finishedAt: isLast ? tx.now : null };
    tx.db.update(importUndos).set(progress).where(eq(importUndos.importSeq, seq)).run();
    return restMs;
  });
}

interface OneStep {
  readonly seq: number;
  readonly cost: number;
  readonly act: () => TakenIn | InPieces<TakenIn>;
  readonly keep?: (made: ImportedRow) => void;
}

interface StepResult {
  readonly steps: number;
  readonly upTo: number;
  readonly isLast: boolean;
  readonly counts: ImportCounts;
  readonly restMs: number;
}

function* doSome(
  clock: WorkPorts['clock'],
  before: ImportCounts,
  next: (after: number) => OneStep | undefined,
): InPieces<StepResult> {
  const counts = new Map(Object.entries(before));
  let begunMs = clock.monotonic();
  let [steps, cost, upTo, spentMs] = [0, 0, 0, 0];
  function* letOthers(): InPieces<void> {
    const pieceMs = clock.monotonic() - begunMs;
    if (pieceMs <= PIECE_MS) return;
    spentMs += pieceMs;
    yield;
    begunMs = clock.monotonic();
  }
  let step = next(upTo);
  while (step !== undefined && cost < STEP && spentMs < STEP_MS) {
    const { names, made = [] } = yield* pacedBy(letOthers, step.act());
    for (const one of made) step.keep?.(one);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    steps += 1;
    cost += step.cost;
    upTo = step.seq;
    yield* letOthers();
    step = next(upTo);
  }
  const counted: ImportCounts = Object.fromEntries(counts);
  const restMs = spentMs < STEP_MS ? 0 : spentMs;
  return { steps, upTo, isLast: step === undefined, counts: counted, restMs };
}

/** Does a row's work in pieces. `letOthers` lets other requests run only if enough time has passed. */
function* pacedBy(letOthers: () => InPieces<void>, row: TakenIn | InPieces<TakenIn>): InPieces<TakenIn> {
  if ('names' in row) return row;
  let piece = row.next();
  for (; piece.done !== true; piece = row.next()) yield* letOthers();
  return piece.value;
}
