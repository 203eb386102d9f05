import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { type Db, given, type IMPORT_KINDS, imports, limitTo, prepared, workspaces } from '../storage/index.ts';
import { type Actor, type ReadCtx, type Workspace, workspaceColumns } from '../workspaces/index.ts';

export type ImportKindName = (typeof IMPORT_KINDS)[number];

/** The number of rows by outcome; the names are the kind's own. */
export type ImportCounts = Readonly<Record<string, number>>;

/** An import while it is worked off, with its author and the options they chose. */
export interface ImportJob {
  readonly seq: number;
  readonly id: string;
  readonly kind: ImportKindName;
  /** Its present state: its switches may have changed since. */
  readonly workspace: Workspace;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** JSON that the kind alone reads. */
  readonly options: string;
}

/** The state of an import, as its page shows it. */
export interface ImportState {
  readonly id: string;
  readonly kind: ImportKindName;
  readonly isDone: boolean;
  /** Rows. */
  readonly total: number;
  readonly done: number;
  readonly counts: ImportCounts;
  readonly actor: Actor;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

type Row = typeof imports.$inferSelect;

const ofWorkspace = eq(imports.workspaceSeq, given('workspaceSeq'));
/** One that is staged is told to nobody: it may come to nothing. */
const isAccepted = ne(imports.state, 'staging');

const statements = prepared((db) => ({
  byId: db
    .select()
    .from(imports)
    .where(and(ofWorkspace, isAccepted, eq(imports.id, sql.param(given('id'), imports.id))))
    .prepare(),
  newest: db
    .select()
    .from(imports)
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
  job: db
    .select({ row: imports, workspace: workspaceColumns })
    .from(imports)
    .innerJoin(workspaces, eq(workspaces.seq, imports.workspaceSeq))
    .where(and(eq(imports.seq, given('seq')), eq(imports.state, 'accepted')))
    .prepare(),
}));

/** Under way or done; undefined for another workspace's. */
export function findImport({ storage, workspace }: ReadCtx, id: string): ImportState | undefined {
  const row = isUuid(id) ? statements(storage.read).byId.get({ workspaceSeq: workspace.seq, id }) : undefined;
  return row && stateOf(row);
}

/** The newest first. */
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
}

/** Those that are to be worked off; of each workspace in the order in which they came. */
export const listOpenImports = (db: Db): OpenImport[] => statements(db).open.all();

/** Options of a workspace's imports of a kind that are under way; JSON. */
export function optionsUnderWay(db: Db, workspaceSeq: number, kind: ImportKindName): string[] {
  const underWay = and(eq(imports.state, 'accepted'), eq(imports.workspaceSeq, workspaceSeq), eq(imports.kind, kind));
  return db
    .select({ options: imports.options })
    .from(imports)
    .where(underWay)
    .all()
    .map(({ options }) => options);
}

interface OpenJob extends ImportJob {
  readonly done: number;
  readonly counts: ImportCounts;
}

/** Undefined of one that is done. */
export function findJob(db: Db, seq: number): OpenJob | undefined {
  const found = statements(db).job.get({ seq });
  if (found === undefined) return undefined;
  const { row, workspace } = found;
  const { id, kind, requestId, options, done } = row;
  return { seq, id, kind, workspace, actor: actorOf(row), requestId, options, done, counts: countsOf(row) };
}

function countsOf({ counts }: Pick<Row, 'counts'>): ImportCounts {
  const parsed: ImportCounts = JSON.parse(counts);
  return parsed;
}

const actorOf = ({ actorType: type, actorId: id, requestId }: Row): Actor =>
  requestId === null ? { type, id } : { type, id, requestId };

function stateOf(row: Row): ImportState {
  const { id, kind, state, total, done, createdAt, finishedAt } = row;
  const how = { isDone: state === 'done', total, done, counts: countsOf(row) };
  return { id, kind, ...how, actor: actorOf(row), createdAt, finishedAt };
}
