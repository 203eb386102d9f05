import { and, asc, eq } from 'drizzle-orm';
import type { Language } from '../../base/index.ts';
import {
  type Db,
  given,
  givenNumber,
  limitTo,
  prepared,
  type STATUS_GROUPS,
  type STATUS_TONES,
  type Storage,
  statuses,
} from '../../storage/index.ts';

interface Status {
  readonly id: string;
  readonly name: string;
}

export type StatusTone = (typeof STATUS_TONES)[number];
/** What a status means for the day's work: an order is late only while its status is neither done nor cancelled. */
export type StatusGroup = (typeof STATUS_GROUPS)[number];

export interface ListedStatus extends Status {
  /** An order may be put in it. */
  readonly active: boolean;
  readonly tone: StatusTone;
  readonly group: StatusGroup;
  /** The first entry of an order takes its goods from stock. */
  readonly writesOffStock: boolean;
}

export const INITIAL_STATUS_ID = 'status-new';

const virtual = (id: string, name: string, tone: StatusTone, group: StatusGroup): ListedStatus => ({
  id,
  name,
  tone,
  group,
  active: true,
  writesOffStock: false,
});

/** What counts while a workspace has no status of its own (contract, section 3). */
export const VIRTUAL_STATUSES: readonly ListedStatus[] = [
  virtual(INITIAL_STATUS_ID, 'New', 'new', 'new'),
  virtual('status-in-progress', 'In progress', 'busy', 'work'),
  virtual('status-closed', 'Closed', 'good', 'done'),
  virtual('status-cancelled', 'Cancelled', 'idle', 'cancelled'),
];

const RUSSIAN: Readonly<Record<string, string>> = {
  [INITIAL_STATUS_ID]: 'Новый',
  'status-in-progress': 'В работе',
  'status-closed': 'Закрыт',
  'status-cancelled': 'Отменён',
};

/** The virtual set as a person reads it; its names in events are the English ones (contract, section 3). */
export const virtualStatusesIn = (language: Language): readonly ListedStatus[] =>
  language === 'en'
    ? VIRTUAL_STATUSES
    : VIRTUAL_STATUSES.map((status) => ({ ...status, name: RUSSIAN[status.id] ?? status.name }));

const columns = {
  id: statuses.id,
  name: statuses.name,
  active: statuses.active,
  tone: statuses.tone,
  group: statuses.group,
  writesOffStock: statuses.writesOffStock,
};

const ofWorkspace = eq(statuses.workspaceSeq, givenNumber('workspaceSeq'));

const statements = prepared((db) => ({
  byId: db
    .select(columns)
    .from(statuses)
    .where(and(ofWorkspace, eq(statuses.id, given('id'))))
    .prepare(),
  all: db.select(columns).from(statuses).where(ofWorkspace).orderBy(asc(statuses.position), asc(statuses.id)).prepare(),
  any: db.select({ id: statuses.id }).from(statuses).where(ofWorkspace).limit(limitTo(1)).prepare(),
  anyThatWritesOff: db
    .select({ id: statuses.id })
    .from(statuses)
    .where(and(ofWorkspace, eq(statuses.writesOffStock, true)))
    .limit(limitTo(1))
    .prepare(),
}));

/** The workspace's own statuses in their order; none while the virtual set counts. */
export function listOwnStatuses(db: Db, workspaceSeq: number): ListedStatus[] {
  return statements(db).all.all({ workspaceSeq });
}

/** The workspace's statuses in their order; the virtual ones, named in `language`, while it has none of its own. */
export function listStatuses(db: Db, workspaceSeq: number, language: Language = 'en'): readonly ListedStatus[] {
  const own = listOwnStatuses(db, workspaceSeq);
  return own.length > 0 ? own : virtualStatusesIn(language);
}

/** The status that an order may be put in: an active one of the workspace's set, or a virtual one while the set is empty. */
export function findActiveStatus(db: Db, workspaceSeq: number, id: string): ListedStatus | undefined {
  const own = statements(db).byId.get({ workspaceSeq, id });
  if (own !== undefined) return own.active ? own : undefined;
  if (statements(db).any.get({ workspaceSeq }) !== undefined) return undefined;
  return VIRTUAL_STATUSES.find((status) => status.id === id);
}

/** Whether an order that enters the status takes its goods from stock; a switched-off one, which a restored order may enter, too. */
export function writesOffStock(db: Db, workspaceSeq: number, id: string): boolean {
  return statements(db).byId.get({ workspaceSeq, id })?.writesOffStock === true;
}

/** Whether any status of the workspace writes off, looked up once while no setting changes: most shops have none, and creates are many. */
export function hasWriteOffs(storage: Storage, workspaceSeq: number): boolean {
  return storage.keep(
    `write-offs of ${workspaceSeq}`,
    ['statuses'],
    () => statements(storage.read).anyThatWritesOff.get({ workspaceSeq }) !== undefined,
  );
}
