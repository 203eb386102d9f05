import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Clock } from '../base/index.ts';
import {
  given,
  type InPieces,
  importRows,
  imports,
  limitTo,
  prepared,
  type Storage,
  type Tx,
} from '../storage/index.ts';
import { findJob, type ImportCounts, type ImportJob, type ImportKindName } from './import.ts';

/** The meaning of a file's rows. */
export interface ImportKind {
  /** Does the work of one row. @returns the names under which it counts */
  takeIn(tx: Tx, job: ImportJob, body: string): readonly string[];
  /** In the transaction of the last row. */
  finish(tx: Tx, job: ImportJob, counts: ImportCounts): void;
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
    const counts = new Map(Object.entries(job.counts));
    const { rows, isLast } = yield* takeInSome(tx, job, kinds[job.kind], { counts, clock });
    const counted: ImportCounts = Object.fromEntries(counts);
    if (isLast) kinds[job.kind].finish(tx, job, counted);
    const over = isLast ? ({ state: 'done', finishedAt: tx.now } as const) : {};
    tx.db
      .update(imports)
      .set({ done: job.done + rows, counts: JSON.stringify(counted), ...over })
      .where(eq(imports.seq, seq))
      .run();
  });
}

function* takeInSome(
  tx: Tx,
  job: ImportJob,
  kind: ImportKind,
  { counts, clock }: Pick<WorkPorts, 'clock'> & { readonly counts: Map<string, number> },
): InPieces<{ readonly rows: number; readonly isLast: boolean }> {
  const { next, drop } = statements(tx.db);
  let begunMs = clock.monotonic();
  let [rows, cost, after] = [0, 0, 0];
  let row = next.get({ importSeq: job.seq, after });
  while (row !== undefined && cost < STEP) {
    for (const name of kind.takeIn(tx, job, row.body)) counts.set(name, (counts.get(name) ?? 0) + 1);
    rows += 1;
    cost += 1 + row.body.length / ROW_CHARS;
    after = row.seq;
    if (clock.monotonic() - begunMs > PIECE_MS) {
      yield;
      begunMs = clock.monotonic();
    }
    row = next.get({ importSeq: job.seq, after });
  }
  drop.run({ importSeq: job.seq, upTo: after });
  return { rows, isLast: row === undefined };
}
