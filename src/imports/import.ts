import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { AppError, isUuid } from '../base/index.ts';
import {
  type Db,
  given,
  type IMPORT_KINDS,
  importMade,
  imports,
  importUndos,
  limitTo,
  prepared,
  type Tx,
  workspaces,
} from '../storage/index.ts';
import { type Actor, type ReadCtx, type Workspace, workspaceColumns } from '../workspaces/index.ts';

export type ImportKindName = (typeof IMPORT_KINDS)[number];

export type ImportCounts = Readonly<Record<string, number>>;

export interface ImportJob {
  readonly seq: number;
  readonly id: string;
  readonly kind: ImportKindName;
  /** The workspace as it is now; its switches may have changed since the import began. */
  readonly workspace: Workspace;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** A JSON text. Only the code for this kind of import parses it. */
  readonly options: string;
}

export interface ImportState {
  readonly id: string;
  readonly kind: ImportKindName;
  readonly isDone: boolean;
  /** `total` and `done` are numbers of rows. */
  readonly total: number;
  readonly done: number;
  readonly counts: ImportCounts;
  readonly actor: Actor;
  readonly createdAt: number;
  /** True if the import is done, something is left to undo, and no undo has begun. */
  readonly mayUndo: boolean;
  readonly undo: { readonly isDone: boolean; readonly counts: ImportCounts } | null;
}

type Row = typeof imports.$inferSelect;
/**
 * An import with its undo. `undo` is null if no undo has begun. `made` is the seq of a record that the import created
 * or changed. It is null if no such record is left to undo.
 */
interface WholeRow {
  readonly row: Row;
  readonly undo: Pick<typeof importUndos.$inferSelect, 'counts' | 'finishedAt'> | null;
  readonly made: number | null;
}

const ofWorkspace = eq(imports.workspaceSeq, given('workspaceSeq'));
/** Excludes imports that are still being staged. If the staging is interrupted, the import is never accepted. */
const isAccepted = ne(imports.state, 'staging');

const whole = {
  row: imports,
  undo: { counts: importUndos.counts, finishedAt: importUndos.finishedAt },
  made: sql<number | null>`(SELECT ${importMade.madeSeq} FROM ${importMade}
    WHERE ${importMade.importSeq} = ${imports.seq} LIMIT 1)`,
};

const statements = prepared((db) => ({
  byId: db
    .select(whole)
    .from(imports)
    .leftJoin(importUndos, eq(importUndos.importSeq, imports.seq))
    .where(and(ofWorkspace, isAccepted, eq(imports.id, sql.param(given('id'), imports.id))))
    .prepare(),
  newest: db
    .select(whole)
    .from(imports)
    .leftJoin(importUndos, eq(importUndos.importSeq, imports.seq))
    .where(and(ofWorkspace, eq(imports.kind, given('kind')), isAccepted))
    .orderBy(desc(imports.seq))
    .limit(limitTo(given('limit')))
    .prepare(),
  open: db
    .select({ seq: imports.seq, id: imports.id, workspaceSeq: imports.workspaceSeq })
    .from(imports)
    .where(eq(imports.state, 'accepted'))
    .orderBy(asc(imports.workspaceSeq), asc(imports.seq))
    .prepare(),
  undone: db
    .select({ seq: imports.seq, id: imports.id, workspaceSeq: imports.workspaceSeq })
    .from(importUndos)
    .innerJoin(imports, eq(imports.seq, importUndos.importSeq))
    .where(isNull(importUndos.finishedAt))
    // Later imports are undone first. Thus the undo of an earlier import finds each row as that import left it.
    .orderBy(desc(importUndos.importSeq))
    .prepare(),
  openUndo: db
    .select({ id: imports.id, kind: imports.kind })
    .from(importUndos)
    // A cross join makes SQLite read the tables in this sequence. Otherwise it would read all imports of the workspace.
    .crossJoin(imports)
    .where(and(isNull(importUndos.finishedAt), eq(imports.seq, importUndos.importSeq), ofWorkspace))
    .limit(limitTo(1))
    .prepare(),
  undo: db
    .select({ row: imports, undo: importUndos, workspace: workspaceColumns })
    .from(importUndos)
    .innerJoin(imports, eq(imports.seq, importUndos.importSeq))
    .innerJoin(workspaces, eq(workspaces.seq, imports.workspaceSeq))
    .where(and(eq(importUndos.importSeq, given('seq')), isNull(importUndos.finishedAt)))
    .prepare(),
  job: db
    .select({ row: imports, workspace: workspaceColumns })
    .from(imports)
    .innerJoin(workspaces, eq(workspaces.seq, imports.workspaceSeq))
    .where(and(eq(imports.seq, given('seq')), eq(imports.state, 'accepted')))
    .prepare(),
}));

export function findImport({ storage, workspace }: ReadCtx, id: string): ImportState | undefined {
  const row = isUuid(id) ? statements(storage.read).byId.get({ workspaceSeq: workspace.seq, id }) : undefined;
  return row && stateOf(row);
}

export function listImports(
  { storage, workspace }: ReadCtx,
  { kind, limit }: { readonly kind: ImportKindName; readonly limit: number },
): ImportState[] {
  return statements(storage.read).newest.all({ workspaceSeq: workspace.seq, kind, limit }).map(stateOf);
}

export interface OpenImport {
  readonly seq: number;
  readonly id: string;
  readonly workspaceSeq: number;
  readonly isUndone: boolean;
}

/**
 * Lists the unfinished imports by workspace, the oldest first. The imports that are being undone follow, the newest
 * first.
 */
export const listOpenImports = (db: Db): OpenImport[] => [
  ...statements(db)
    .open.all()
    .map((one) => ({ ...one, isUndone: false })),
  ...statements(db)
    .undone.all()
    .map((one) => ({ ...one, isUndone: true })),
];

export function optionsUnderWay(db: Db, workspaceSeq: number, kind: ImportKindName): string[] {
  const underWay = and(eq(imports.state, 'accepted'), eq(imports.workspaceSeq, workspaceSeq), eq(imports.kind, kind));
  const found = db.select({ options: imports.options }).from(imports).where(underWay).all();
  return found.map(({ options }) => options);
}

/**
 * Refuses a file during an undo, because the undo may remove records that the file's rows match.
 * @throws undo_running while any import of the workspace is being undone
 */
export function refuseDuringUndo(db: Db, workspaceSeq: number): void {
  const open = statements(db).openUndo.get({ workspaceSeq });
  if (open !== undefined) throw new AppError({ rule: 'undo_running', kind: open.kind }, { import: open.id });
}

/** Returns the number of undos that a workspace has ever begun, including running ones. */
export const countUndos = (db: Db, workspaceSeq: number): number =>
  db.select({ n: workspaces.importsUndone }).from(workspaces).where(eq(workspaces.seq, workspaceSeq)).get()?.n ?? 0;

interface OpenJob extends ImportJob {
  readonly done: number;
  readonly counts: ImportCounts;
}

export function findJob(db: Db, seq: number): OpenJob | undefined {
  const found = statements(db).job.get({ seq });
  if (found === undefined) return undefined;
  const { row, workspace } = found;
  const { id, kind, requestId, options, done } = row;
  return { seq, id, kind, workspace, actor: actorOf(row), requestId, options, done, counts: countsOf(row) };
}

/** Finds an import that is being undone, with the author of the undo. Returns undefined if no undo of it is running. */
export function findUndo(db: Db, seq: number): (ImportJob & { readonly counts: ImportCounts }) | undefined {
  const found = statements(db).undo.get({ seq });
  if (found === undefined) return undefined;
  const { row, undo, workspace } = found;
  const { id, kind, options } = row;
  const by = { actor: actorOf(undo), requestId: undo.requestId };
  return { seq, id, kind, workspace, options, ...by, counts: countsOf(undo) };
}

/**
 * Begins to undo an import in the background. An undo is always completed. A second request has no effect.
 * @throws no_import, import_fixed
 */
export const undoImport = ({ storage, workspace, actor, requestId }: UndoCtx, id: string): Promise<void> =>
  storage.write((tx) => beginUndo(tx, workspace, { id, actor, requestId }));

type UndoCtx = ReadCtx & { readonly actor: Actor; readonly requestId: string | null };

function beginUndo(
  tx: Tx,
  workspace: Workspace,
  { id, actor, requestId }: Pick<UndoCtx, 'actor' | 'requestId'> & { readonly id: string },
): void {
  const found = isUuid(id) ? statements(tx.db).byId.get({ workspaceSeq: workspace.seq, id }) : undefined;
  if (found === undefined) throw new AppError({ rule: 'no_import' });
  if (found.undo !== null) return;
  if (!stateOf(found).mayUndo) throw new AppError({ rule: 'import_fixed' });
  const who = { actorType: actor.type, actorId: actor.id, requestId };
  const row = { importSeq: found.row.seq, ...who, counts: '{}', createdAt: tx.now };
  tx.db.insert(importUndos).values(row).run();
  const importsUndone = sql`${workspaces.importsUndone} + 1`;
  tx.db.update(workspaces).set({ importsUndone }).where(eq(workspaces.seq, workspace.seq)).run();
}

function countsOf({ counts }: Pick<Row, 'counts'>): ImportCounts {
  const parsed: ImportCounts = JSON.parse(counts);
  return parsed;
}

const actorOf = ({
  actorType: type,
  actorId: id,
  requestId,
}: Pick<Row, 'actorType' | 'actorId' | 'requestId'>): Actor =>
  requestId === null ? { type, id } : { type, id, requestId };

function stateOf({ row, undo, made }: WholeRow): ImportState {
  const { id, kind, state, total, done, createdAt } = row;
  const how = { isDone: state === 'done', total, done, counts: countsOf(row) };
  const undone = undo && { isDone: undo.finishedAt !== null, counts: countsOf(undo) };
  const mayUndo = how.isDone && undo === null && made !== null;
  return { id, kind, ...how, actor: actorOf(row), createdAt, mayUndo, undo: undone };
}
