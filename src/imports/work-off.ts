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
import { type MadeRow, type MadeRows, undoneAs } from './undo-import.ts';

/** The outcome of a row. */
interface TakenIn {
  /** The names under which it counts. */
  readonly names: readonly string[];
  /** The row that it made or changed, in the table of its kind: an undo takes that back. */
  readonly made?: MadeRow | undefined;
}

/** The meaning of a file's rows. */
export interface ImportKind {
  /** Does the work of one row. */
  takeIn(tx: Tx, job: ImportJob, body: string): TakenIn;
  /** In the transaction of the last row. */
  finish(tx: Tx, job: ImportJob, counts: ImportCounts): void;
  readonly undo: {
    readonly rows: MadeRows;
    /** Deletes a row that the import made, or makes it what it was before. It was not changed since. */
    takeBack(tx: Tx, job: ImportJob, made: MadeRow): void;
    /** Joins the texts of a row that two lines of one file changed; without it the first one counts. */
    join?(first: string, second: string): string;
    /** In the transaction of the last one. */
    finish(tx: Tx, job: ImportJob, counts: ImportCounts): void;
  };
}

export type ImportKinds = Readonly<Record<ImportKindName, ImportKind>>;

interface WorkPorts {
  readonly storage: Storage;
  readonly kinds: ImportKinds;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** The most that one transaction may cost: some 5 ms, so that many rows share a sync. A plain row counts 1.5. */
const STEP = 60;
/** Milliseconds of work after which others are served. */
const PIECE_MS = 1;
/** The characters of a row that cost as much as another row: an order of 100 items is some ten. */
const ROW_CHARS = 1_000;

const isMade = and(eq(importMade.importSeq, given('importSeq')), eq(importMade.madeSeq, given('madeSeq')));

const statements = prepared((db) => ({
  /** One by one, for a row may be large. */
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
 * Takes in the next rows of an accepted import. They and the mark of how far it has come are one transaction. Whatever
 * ends the process, the next one goes on exactly there.
 *
 * @throws unavailable where the file cannot be written; anything else is a fault of the kind's
 */
export function workOff({ storage, kinds, clock }: WorkPorts, seq: number): Promise<void> {
  return storage.writeInPieces(function* (tx) {
    const job = findJob(tx.db, seq);
    if (job === undefined) return;
    const { next, drop } = statements(tx.db);
    const kind = kinds[job.kind];
    const { steps, upTo, isLast, counts } = yield* doSome(clock, job.counts, (after) => {
      const row = next.get({ importSeq: seq, after });
      if (row === undefined) return undefined;
      const act = (): readonly string[] => {
        const { names, made } = kind.takeIn(tx, job, row.body);
        if (made !== undefined) keepMade(tx, { importSeq: seq, made, join: kind.undo.join });
        return names;
      };
      return { seq: row.seq, cost: 1 + row.body.length / ROW_CHARS, act };
    });
    drop.run({ importSeq: seq, upTo });
    if (isLast) kind.finish(tx, job, counts);
    const over = isLast ? ({ state: 'done', finishedAt: tx.now } as const) : {};
    tx.db
      .update(imports)
      .set({ done: job.done + steps, counts: JSON.stringify(counts), ...over })
      .where(eq(imports.seq, seq))
      .run();
  });
}

interface Kept {
  readonly importSeq: number;
  readonly made: MadeRow;
  readonly join: ImportKind['undo']['join'];
}

/** Keeps what an undo takes back. A thing of two lines goes back behind the first. */
function keepMade(tx: Tx, { importSeq, made: { seq: madeSeq, version, before }, join }: Kept): void {
  const { insertMade, madeBefore, updateMade } = statements(tx.db);
  if (changedRows(insertMade.run({ importSeq, madeSeq, version, before })) > 0) return;
  const first = madeBefore.get({ importSeq, madeSeq })?.before ?? null;
  const isJoined = first !== null && before !== null && join !== undefined;
  updateMade.run({ importSeq, madeSeq, version, before: isJoined ? join(first, before) : first });
}

/** Takes back the next things of an import that is being undone, in the same way. @throws as `workOff` does */
export function takeBackSome({ storage, kinds, clock }: WorkPorts, seq: number): Promise<void> {
  return storage.writeInPieces(function* (tx) {
    const job = findUndo(tx.db, seq);
    if (job === undefined) return;
    const { undo } = kinds[job.kind];
    const { nextMade, dropMade } = statements(tx.db);
    const { upTo, isLast, counts } = yield* doSome(clock, job.counts, (after) => {
      const made = nextMade.get({ importSeq: seq, after });
      const act = (of: MadeRow): readonly string[] => {
        const name = undoneAs(tx.db, undo.rows, seq, of);
        if (name === 'deleted' || name === 'reverted') undo.takeBack(tx, job, of);
        return [name];
      };
      return made && { seq: made.seq, cost: 2, act: () => act(made) };
    });
    dropMade.run({ importSeq: seq, upTo });
    if (isLast) undo.finish(tx, job, counts);
    tx.db
      .update(importUndos)
      .set({ counts: JSON.stringify(counts), finishedAt: isLast ? tx.now : null })
      .where(eq(importUndos.importSeq, seq))
      .run();
  });
}

interface OneStep {
  readonly seq: number;
  readonly cost: number;
  /** @returns the names under which it counts */
  readonly act: () => readonly string[];
}

interface Done {
  readonly steps: number;
  /** The last of them. */
  readonly upTo: number;
  readonly isLast: boolean;
  readonly counts: ImportCounts;
}

/** As many steps as one transaction may cost, in pieces between which others are served. */
function* doSome(
  clock: WorkPorts['clock'],
  before: ImportCounts,
  next: (after: number) => OneStep | undefined,
): InPieces<Done> {
  const counts = new Map(Object.entries(before));
  let begunMs = clock.monotonic();
  let [steps, cost, upTo] = [0, 0, 0];
  let step = next(upTo);
  while (step !== undefined && cost < STEP) {
    for (const name of step.act()) counts.set(name, (counts.get(name) ?? 0) + 1);
    steps += 1;
    cost += step.cost;
    upTo = step.seq;
    if (clock.monotonic() - begunMs > PIECE_MS) {
      yield;
      begunMs = clock.monotonic();
    }
    step = next(upTo);
  }
  const counted: ImportCounts = Object.fromEntries(counts);
  return { steps, upTo, isLast: step === undefined, counts: counted };
}
