import {
  and,
  type Column,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { RefusalOf } from '../base/index.ts';
import { backupSettings, backups, type Db, given, limitTo, prepared, type Storage, type Tx } from '../storage/index.ts';
import type { PastRuns } from './due.ts';
import type { MadeBackup } from './make-backup.ts';

export type BackupCause = BackupRun['cause'];

const { id, counts, ...FIELDS } = getTableColumns(backups);

/** The times are milliseconds since the epoch, like all times here. */
export type BackupRun = Pick<typeof backups.$inferSelect, keyof typeof FIELDS>;

export type BackupOutcome =
  | { readonly kind: 'verified'; readonly made: MadeBackup }
  | { readonly kind: 'failed'; readonly reason: string; readonly refusal?: RefusalOf<'backup_trouble'> }
  | { readonly kind: 'stopped' };

/** The number of recorded runs to keep: some two days at the shortest schedule, more than a year at the usual one. */
const KEPT_ROWS = 500;
/**
 * The number of recent runs that keep the name of their backup. It must exceed 10,000, the maximum number of backups
 * that a shop can keep. Otherwise old files would stay forever, because rotation ignores backups without a recorded
 * name.
 */
const KEPT_NAMES = 11_000;
const REASON_CHARS = 500;

export function insertRun(tx: Tx, cause: BackupCause, target: string, startedAt: number): number {
  const row = tx.db
    .insert(backups)
    .values({ id: tx.newId(), cause, target, outcome: 'running', startedAt })
    .returning({ seq: backups.seq })
    .get();
  // The record of the last good run stays, however many runs have failed since. It tells people which backup they can
  // restore.
  const good = findLastGood(tx.db, tx.now)?.seq ?? row.seq;
  tx.db
    .delete(backups)
    .where(
      and(
        lte(backups.seq, row.seq - KEPT_ROWS),
        ne(backups.seq, good),
        or(isNull(backups.name), lte(backups.seq, row.seq - KEPT_NAMES)),
      ),
    )
    .run();
  return row.seq;
}

export function settleRun(tx: Tx, seq: number, outcome: BackupOutcome): void {
  const made = outcome.kind === 'verified' ? outcome.made : undefined;
  tx.db
    .update(backups)
    .set({
      outcome: outcome.kind,
      finishedAt: tx.now,
      reason:
        outcome.kind === 'failed' ? outcome.reason.slice(0, REASON_CHARS) : (made?.strange ?? made?.untidy ?? null),
      ...(made === undefined ? {} : columnsOf(made)),
    })
    .where(and(eq(backups.seq, seq), eq(backups.outcome, 'running')))
    .run();
}

const columnsOf = ({ name, bytes, sha256, schemaVersion, counts }: MadeBackup) => ({
  name,
  bytes,
  sha256,
  schemaVersion,
  counts: JSON.stringify(counts),
});

/**
 * Lists the runs without an outcome. Must be called before this process starts its own runs, because these would be
 * listed too.
 */
export const findCutOff = (tx: Tx): { seq: number; target: string }[] =>
  tx.db.select({ seq: backups.seq, target: backups.target }).from(backups).where(eq(backups.outcome, 'running')).all();

interface CommandRun extends Pick<BackupRun, 'target' | 'startedAt'> {
  readonly outcome: BackupOutcome;
}

export function recordRun(storage: Storage, { target, startedAt, outcome }: CommandRun): Promise<void> {
  return storage.write((tx) => settleRun(tx, insertRun(tx, 'command', target, startedAt), outcome));
}

export const listRuns = (db: Db, limit: number): BackupRun[] =>
  db.select(FIELDS).from(backups).orderBy(desc(backups.seq)).limit(limit).all();

/**
 * The longest time by which the start of a run may be ahead of the clock. A later start was written under a clock that
 * ran ahead. Such a run is ignored, because it would seem newer than all runs since.
 */
const AHEAD_MS = 60_000;

/** These queries are prepared once, because they run each time that an owner opens the overview. */
const queries = prepared((db) => {
  const isGood = eq(backups.outcome, 'verified');
  const begun = lte(backups.startedAt, given('until'));
  const ofCause = and(eq(backups.cause, given('cause')), gt(backups.startedAt, given('since')));
  const newest = (by: Column, ...conditions: (SQL | undefined)[]) =>
    db
      .select(FIELDS)
      .from(backups)
      .where(and(...conditions))
      .orderBy(desc(by))
      .limit(limitTo(1))
      .prepare();
  return {
    restored: db.select({ at: backupSettings.restoredAt }).from(backupSettings).prepare(),
    good: newest(backups.startedAt, isGood, begun),
    goodOfCause: newest(backups.startedAt, isGood, begun, ofCause),
    told: newest(backups.seq, ofCause, inArray(backups.outcome, ['verified', 'failed'])),
    counted: newest(backups.startedAt, ofCause, begun, inArray(backups.outcome, ['verified', 'failed', 'stopped'])),
    failures: db
      .select({ n: count() })
      .from(backups)
      .where(
        and(ofCause, begun, inArray(backups.outcome, ['failed', 'stopped']), gt(backups.startedAt, given('after'))),
      )
      .prepare(),
    born: db.select({ at: sql<number | null>`min(applied_at)` }).from(sql`schema_migrations`).prepare(),
  };
});

/**
 * Returns the time of the last restore; -1 if the database was never restored. Backup runs before that time do not
 * count. The restored copy brought them along, perhaps from another machine.
 */
const sinceRestored = (db: Db): number => findRestored(db) ?? -1;

const findRestored = (db: Db): number | null => queries(db).restored.get()?.at ?? null;

/**
 * @param cause the only cause that counts; if absent, runs of every cause count, and so do runs from before a restore
 */
export function findLastGood(db: Db, nowMs: number, cause?: BackupCause): BackupRun | undefined {
  const { good, goodOfCause } = queries(db);
  const until = nowMs + AHEAD_MS;
  return cause === undefined ? good.get({ until }) : goodOfCause.get({ until, cause, since: sinceRestored(db) });
}

/** Returns true if the server has made a backup in this target. Backups from before a restore do not count. */
export function hasGoodAt(db: Db, target: string): boolean {
  const there = and(
    eq(backups.outcome, 'verified'),
    ne(backups.cause, 'command'),
    eq(backups.target, target),
    gt(backups.startedAt, sinceRestored(db)),
  );
  return db.select({ seq: backups.seq }).from(backups).where(there).limit(1).get() !== undefined;
}

/** Finds the last run that succeeded or failed; a stopped run counts as neither. */
const findLastTold = (db: Db, cause: BackupCause): BackupRun | undefined =>
  queries(db).told.get({ cause, since: sinceRestored(db) });

/**
 * Finds a failed backup that no later success has resolved. Ignores backups that a command made. Only a scheduled
 * success resolves a scheduled failure. A scheduled or manual success resolves a manual failure.
 */
export function findFailure(db: Db): BackupRun | undefined {
  const nightly = findLastTold(db, 'schedule');
  if (nightly?.outcome === 'failed') return nightly;
  const byHand = findLastTold(db, 'person');
  return byHand?.outcome === 'failed' && byHand.seq > (nightly?.seq ?? 0) ? byHand : undefined;
}

/**
 * Reads the past runs that decide when the next backup is due. Only scheduled runs count, because manual runs could
 * delay it forever.
 */
export function readPast(db: Db, nowMs: number): PastRuns {
  const { counted, failures } = queries(db);
  const known = { cause: 'schedule', until: nowMs + AHEAD_MS, since: sinceRestored(db) };
  const good = findLastGood(db, nowMs, 'schedule');
  const failed = failures.get({ ...known, after: good?.startedAt ?? 0 });
  // If the clock is behind the time when the database was created, a backup is due at once. That backup then determines
  // the times of the later ones.
  const sinceMs = sinceOf(db) > nowMs + AHEAD_MS ? 0 : sinceOf(db);
  return { sinceMs, lastStartMs: counted.get(known)?.startedAt, failures: failed?.n ?? 0 };
}

const sinceOf = (db: Db): number => Math.max(queries(db).born.get()?.at ?? 0, findRestored(db) ?? 0);
