import { type SQL, sql } from 'drizzle-orm';
import { bytesToUuid, isUuid, nextTurn } from '../base/index.ts';
import { type AuditAction, type Db, importMade, imports, oneOf, type Tx } from '../storage/index.ts';
import { type ReadCtx, writeAudit } from '../workspaces/index.ts';
import type { ImportJob } from './import.ts';

/** SQL expressions for undoing one kind of import. They refer to the table of that kind and to `import_made`. */
export interface MadeRows {
  readonly table: SQL;
  readonly seq: SQL;
  readonly id: SQL;
  readonly name: SQL;
  /** True if the row was marked as deleted since the import. A row missing from the table counts as deleted too. */
  readonly isGone: SQL;
  /** True if the row was changed since the import. An undo does not touch such a row. */
  readonly isChanged: SQL;
}

export interface ImportedRow {
  readonly seq: number;
  /** The row's version after the import. */
  readonly version: number;
  /**
   * The row before the import, as JSON that only the code for this kind of file parses; null if the import created the
   * row.
   */
  readonly before: string | null;
}

export type UndoOutcome = 'deleted' | 'reverted' | 'kept' | 'gone';

export function undoneAs(
  db: Db,
  { table, seq, isGone, isChanged }: MadeRows,
  importSeq: number,
  row: ImportedRow,
): UndoOutcome {
  const [found] = db.all<MadeOutcome>(sql`SELECT ${isGone} AS isGone, ${isChanged} AS isChanged
    FROM ${importMade} CROSS JOIN ${table} NOT INDEXED ON ${seq} = ${importMade.madeSeq}
    WHERE ${importMade.importSeq} = ${importSeq} AND ${importMade.madeSeq} = ${row.seq}`);
  return found === undefined ? 'gone' : outcomeOf(found, row.before === null);
}

interface MadeOutcome {
  readonly isGone: number;
  readonly isChanged: number;
}

function outcomeOf({ isGone, isChanged }: MadeOutcome, isNew: boolean): UndoOutcome {
  if (isGone === 1) return 'gone';
  if (isChanged === 1) return 'kept';
  return isNew ? 'deleted' : 'reverted';
}

interface HandedOn {
  readonly seq: number;
  /** The row's version before the import; undefined if an older Docket did not store it. */
  readonly from: number | undefined;
  /** The row's version after the undo, which restored the content of version `from`. */
  readonly to: number;
}

/** Updates the version that an earlier import stored for this row. Otherwise that import could no longer be undone. */
export function handOn(tx: Tx, { workspace, kind }: ImportJob, { seq, from, to }: HandedOn): void {
  if (from === undefined) return;
  tx.db.run(sql`UPDATE ${importMade} SET version = ${to}
    WHERE made_seq = ${seq} AND version = ${from} AND EXISTS
      (SELECT 1 FROM ${imports} WHERE seq = import_seq AND workspace_seq = ${workspace.seq} AND kind = ${kind})`);
}

interface UndoPreview {
  readonly deleted: number;
  readonly reverted: number;
  readonly kept: number;
  readonly keptRows: readonly { readonly id: string; readonly name: string }[];
}

const NAMED = 20;
/** The number of rows checked before other requests are served. These rows take a millisecond or two. */
const STEP = 50;

interface UndoRow extends MadeOutcome {
  readonly seq: number;
  readonly isNew: number;
}

/** Counts what the undo of an import would do. All counts are 0 for an unknown import. */
export async function previewUndo(
  { storage: { read }, workspace }: ReadCtx,
  { id, rows: { table, seq, ...made } }: { readonly id: string; readonly rows: MadeRows },
): Promise<UndoPreview> {
  const [found] = isUuid(id)
    ? read.all<{ seq: number }>(sql`SELECT seq FROM ${imports}
        WHERE ${imports.workspaceSeq} = ${workspace.seq} AND ${imports.id} = ${sql.param(id, imports.id)}`)
    : [];
  const counts = { deleted: 0, reverted: 0, kept: 0 };
  const kept: number[] = [];
  let some: readonly UndoRow[] = [];
  do {
    some = read.all<UndoRow>(sql`SELECT ${importMade.madeSeq} AS seq, ${importMade.before} IS NULL AS isNew,
        ${made.isGone} AS isGone, ${made.isChanged} AS isChanged
      FROM ${importMade} CROSS JOIN ${table} NOT INDEXED ON ${seq} = ${importMade.madeSeq}
      WHERE ${importMade.importSeq} = ${found?.seq ?? 0} AND ${importMade.madeSeq} > ${some.at(-1)?.seq ?? 0}
      ORDER BY ${importMade.madeSeq} LIMIT ${STEP}`);
    for (const one of some) {
      const outcome = outcomeOf(one, one.isNew === 1);
      if (outcome !== 'gone') counts[outcome] += 1;
      if (outcome === 'kept' && kept.length < NAMED) kept.push(one.seq);
    }
    await nextTurn(workspace.seq);
  } while (some.length === STEP);
  const keptRows = read
    .all<{ id: Uint8Array; name: string }>(
      sql`SELECT ${made.id} AS id, ${made.name} AS name FROM ${table}
        WHERE workspace_seq = ${workspace.seq} AND ${seq} IN ${oneOf(kept)}`,
    )
    .map((row) => ({ ...row, id: bytesToUuid(row.id) }));
  return { ...counts, keptRows };
}

/** Writes the single history row of an import, or of its undo. */
export function auditImport(
  tx: Tx,
  { workspace, actor, requestId }: ImportJob,
  action: AuditAction,
  told: Readonly<Record<string, number | boolean>>,
): void {
  const changes = Object.fromEntries(Object.entries(told).map(([field, to]) => [field, { from: null, to }]));
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, subject: workspace.id, action, changes });
}
