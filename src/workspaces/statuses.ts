import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, prepared, statuses } from '../storage/index.ts';

export interface Status {
  readonly id: string;
  readonly name: string;
}

export const INITIAL_STATUS_ID = 'status-new';

/** What counts while a workspace has no status of its own (contract, section 3). */
export const VIRTUAL_STATUSES: readonly Status[] = [
  { id: INITIAL_STATUS_ID, name: 'New' },
  { id: 'status-in-progress', name: 'In progress' },
  { id: 'status-closed', name: 'Closed' },
  { id: 'status-cancelled', name: 'Cancelled' },
];

const statements = prepared((db) => ({
  byId: db
    .select({ id: statuses.id, name: statuses.name, active: statuses.active })
    .from(statuses)
    .where(and(eq(statuses.workspaceSeq, sql.placeholder('workspaceSeq')), eq(statuses.id, sql.placeholder('id'))))
    .prepare(),
  all: db
    .select({ id: statuses.id, name: statuses.name, active: statuses.active })
    .from(statuses)
    .where(eq(statuses.workspaceSeq, sql.placeholder('workspaceSeq')))
    .orderBy(asc(statuses.position), asc(statuses.id))
    .prepare(),
  any: db
    .select({ id: statuses.id })
    .from(statuses)
    .where(eq(statuses.workspaceSeq, sql.placeholder('workspaceSeq')))
    .limit(1)
    .prepare(),
}));

export interface ListedStatus extends Status {
  /** An order may be put in it. */
  readonly active: boolean;
}

/** The workspace's statuses in their order; the virtual ones while it has none of its own. */
export function listStatuses(db: Db, workspaceSeq: number): ListedStatus[] {
  const own = statements(db).all.all({ workspaceSeq });
  return own.length > 0 ? own : VIRTUAL_STATUSES.map((status) => ({ ...status, active: true }));
}

/** The status that an order may be put in: an active one of the workspace's set, or a virtual one while the set is empty. */
export function findActiveStatus(db: Db, workspaceSeq: number, id: string): Status | undefined {
  const own = statements(db).byId.get({ workspaceSeq, id });
  if (own !== undefined) return own.active ? { id: own.id, name: own.name } : undefined;
  if (statements(db).any.get({ workspaceSeq }) !== undefined) return undefined;
  return VIRTUAL_STATUSES.find((status) => status.id === id);
}
