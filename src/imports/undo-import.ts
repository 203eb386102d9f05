import { type SQL, sql } from 'drizzle-orm';
import { bytesToUuid, isUuid } from '../base/index.ts';
import { type AuditAction, type Db, importMade, imports, type Tx } from '../storage/index.ts';
import { type ReadCtx, writeAudit } from '../workspaces/index.ts';
import type { ImportJob } from './import.ts';

/** The rows that imports of a kind make and change: SQL over the table of the kind and `import_made`. */
export interface MadeRows {
  readonly table: SQL;
  readonly seq: SQL;
  readonly id: SQL;
  readonly name: SQL;
  /** Deleted since; a row that is no longer in the table is gone too. */
  readonly isGone: SQL;
  /** Changed since the import, so that an undo leaves it alone. */
  readonly isChanged: SQL;
}

/** A row that an import made or changed. */
export interface MadeRow {
  readonly seq: number;
  /** Its version after the import. */
  readonly version: number;
  /** JSON of the row before the import, which the kind alone reads; null: the import made it. */
  readonly before: string | null;
}

/** The outcome of one row of an undo. */
export type UndoneAs = 'deleted' | 'reverted' | 'kept' | 'gone';

/** The outcome of undoing one row: what is gone or was changed since stays as it is. */
export function undoneAs(
  db: Db,
  { table, seq, isGone, isChanged }: MadeRows,
  importSeq: number,
  row: MadeRow,
): UndoneAs {
  const [found] = db.all<{
    isGone: number;
    isChanged: number;
  }>(sql`SELECT ${isGone} AS isGone, ${isChanged} AS isChanged
    FROM ${importMade} JOIN ${table} ON ${seq} = ${importMade.madeSeq}
    WHERE ${importMade.importSeq} = ${importSeq} AND ${importMade.madeSeq} = ${row.seq}`);
  if (found === undefined || found.isGone === 1) return 'gone';
  if (found.isChanged === 1) return 'kept';
  return row.before === null ? 'deleted' : 'reverted';
}

interface HandedOn {
  /** The row that an undo took back. */
  readonly seq: number;
  /** Its version before the import; undefined: an older version of Docket did not keep it. */
  readonly from: number | undefined;
  /** Its version now, which is as it was then. */
  readonly to: number;
}

/** The import that left a row as an undo has just made it may be undone in its turn. */
export function handOn(tx: Tx, { workspace, kind }: ImportJob, { seq, from, to }: HandedOn): void {
  if (from === undefined) return;
  tx.db.run(sql`UPDATE ${importMade} SET version = ${to}
    WHERE made_seq = ${seq} AND version = ${from} AND import_seq IN
      (SELECT seq FROM ${imports} WHERE workspace_seq = ${workspace.seq} AND kind = ${kind})`);
}

/** The effects that an undo of an import would have. */
interface UndoPreview {
  /** Rows that the import made. */
  readonly deleted: number;
  /** Rows that become as they were before. */
  readonly reverted: number;
  /** Changed since, so they stay. */
  readonly kept: number;
  /** The first of those that stay. */
  readonly keptRows: readonly { readonly id: string; readonly name: string }[];
}

const NAMED = 20;

/** Counts the effects that an undo of an import would have; of one that is none, or not here, there are none. */
export function previewUndo(
  { storage: { read }, workspace }: ReadCtx,
  { id, rows: { table, seq, ...made } }: { readonly id: string; readonly rows: MadeRows },
): UndoPreview {
  if (!isUuid(id)) return { deleted: 0, reverted: 0, kept: 0, keptRows: [] };
  const of = sql`FROM ${imports} JOIN ${importMade} ON ${importMade.importSeq} = ${imports.seq}
    JOIN ${table} ON ${seq} = ${importMade.madeSeq}
    WHERE ${imports.workspaceSeq} = ${workspace.seq} AND ${imports.id} = ${sql.param(id, imports.id)} AND NOT (${made.isGone})`;
  const [counts] = read.all<{ all: number; kept: number; deleted: number }>(sql`SELECT count(*) AS "all",
    coalesce(sum(${made.isChanged}), 0) AS kept,
    coalesce(sum(NOT (${made.isChanged}) AND ${importMade.before} IS NULL), 0) AS deleted ${of}`);
  const keptRows = read
    .all<{ id: Uint8Array; name: string }>(
      sql`SELECT ${made.id} AS id, ${made.name} AS name ${of} AND ${made.isChanged} LIMIT ${NAMED}`,
    )
    .map((row) => ({ ...row, id: bytesToUuid(row.id) }));
  const { all = 0, kept = 0, deleted = 0 } = counts ?? {};
  return { deleted, reverted: all - kept - deleted, kept, keptRows };
}

/** The one line of the history for an import, or for its undo. */
export function auditImport(
  tx: Tx,
  { workspace, actor, requestId }: ImportJob,
  action: AuditAction,
  told: Readonly<Record<string, number | boolean>>,
): void {
  const changes = Object.fromEntries(Object.entries(told).map(([field, to]) => [field, { from: null, to }]));
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, subject: workspace.id, action, changes });
}
