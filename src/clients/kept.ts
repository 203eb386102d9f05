import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isStepOver, isUuid } from '../base/index.ts';
import { clientDates, clients, type Db, withinWorkspace } from '../storage/index.ts';

export type KeptClient = typeof clients.$inferSelect;

/** One client: a stored row with all rows merged into it, or a client key (phone or e-mail) without a row. */
export interface Group {
  readonly root: KeptClient | undefined;
  readonly merged: readonly KeptClient[];
  readonly keys: readonly string[];
}

export const MERGED_AT_MOST = 20;

const ofWorkspace = (workspaceSeq: number) => eq(clients.workspaceSeq, workspaceSeq);

export const findKeptByKeys = (db: Db, workspaceSeq: number, keys: readonly string[]): KeptClient[] =>
  keys.length === 0
    ? []
    : db
        .select()
        .from(clients)
        .where(and(ofWorkspace(workspaceSeq), inArray(clients.key, [...keys])))
        .all();

/** @param ids any texts; those that are not UUIDs are ignored */
export const findKeptByIds = (db: Db, workspaceSeq: number, ids: readonly string[]): KeptClient[] =>
  db
    .select()
    .from(clients)
    .where(and(withinWorkspace(clients.workspaceSeq, workspaceSeq), inArray(clients.id, ids.filter(isUuid))))
    .all();

export const findKeptById = (db: Db, workspaceSeq: number, id: string): KeptClient | undefined =>
  findKeptByIds(db, workspaceSeq, [id])[0];

/**
 * Returns a function that finds a row's group. Nearly all groups have one row, and a single query shows which have
 * more.
 */
function wholeOf(db: Db, rows: readonly KeptClient[]): (row: KeptClient) => Group {
  const seqs = rows.map(({ seq }) => seq);
  const merged = db.select({ into: clients.mergedInto }).from(clients).where(inArray(clients.mergedInto, seqs)).all();
  const roots = new Set(merged.map(({ into }) => into));
  return (row) =>
    row.mergedInto === null && !roots.has(row.seq) ? { root: row, merged: [], keys: [row.key] } : groupOf(db, row);
}

/** Finds the groups of the first rows, until the step's time is over. The caller continues with the rest. */
export function groupsInStep(db: Db, rows: readonly KeptClient[]): Group[] {
  const whole = wholeOf(db, rows);
  const groups: Group[] = [];
  for (const row of rows) {
    groups.push(whole(row));
    if (isStepOver()) break;
  }
  return groups;
}

/** Selects the seqs of all rows in a client's group: the root, and the rows merged into it. */
export const seqsOfWhole = ({ seq, mergedInto }: Pick<KeptClient, 'seq' | 'mergedInto'>): SQL =>
  // CROSS JOIN fixes the order of the tables. SQLite would otherwise read all clients of all workspaces at each step.
  sql`WITH RECURSIVE
      up (seq, merged_into) AS (SELECT ${seq}, ${mergedInto}
        UNION SELECT c.seq, c.merged_into FROM up CROSS JOIN clients AS c ON c.seq = up.merged_into),
      down (seq) AS (SELECT seq FROM up WHERE merged_into IS NULL
        UNION SELECT c.seq FROM down CROSS JOIN clients AS c ON c.merged_into = down.seq)
    SELECT seq FROM down`;

export function groupOf(db: Db, kept: KeptClient): Group {
  const seqs = db.all<{ seq: number }>(seqsOfWhole(kept)).map(({ seq }) => seq);
  const all = db.select().from(clients).where(inArray(clients.seq, seqs)).orderBy(asc(clients.seq)).all();
  const root = all.find(({ mergedInto }) => mergedInto === null);
  return { root, merged: all.filter((one) => one !== root), keys: all.map(({ key }) => key) };
}

export function groupsOf(db: Db, workspaceSeq: number, keys: readonly string[]): Group[] {
  const rows = findKeptByKeys(db, workspaceSeq, keys);
  const [kept, whole] = [new Map(rows.map((row) => [row.key, row])), wholeOf(db, rows)];
  return keys.map((key) => {
    const row = kept.get(key);
    return row === undefined ? { root: undefined, merged: [], keys: [key] } : whole(row);
  });
}

export interface ClientDate {
  /** The day of the year, as MM-DD. */
  readonly day: string;
  readonly title: string;
}

/** Formats the date with the day before the month: `08.03 Birthday` is March 8. An import reads the same format. */
export const dateText = ({ day, title }: ClientDate): string => `${day.slice(3)}.${day.slice(0, 2)} ${title}`;

export const datesOf = (db: Db, { seq, workspaceSeq }: Pick<KeptClient, 'seq' | 'workspaceSeq'>): ClientDate[] =>
  db
    .select({ day: clientDates.day, title: clientDates.title })
    .from(clientDates)
    .where(and(eq(clientDates.workspaceSeq, workspaceSeq), eq(clientDates.clientSeq, seq)))
    .orderBy(clientDates.day, clientDates.seq)
    .all();

export const listKept = (db: Db, workspaceSeq: number, before: number, limit: number): KeptClient[] =>
  db
    .select()
    .from(clients)
    .where(and(ofWorkspace(workspaceSeq), isNull(clients.mergedInto), sql`${clients.seq} < ${before}`))
    .orderBy(sql`${clients.seq} DESC`)
    .limit(limit)
    .all();
