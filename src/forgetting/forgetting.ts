import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type Issue, isEmailAddress, type Random, validationFailed } from '../base/index.ts';
import { type Db, FORGETTING_STEPS, forgettings, type Tx, withinWorkspace } from '../storage/index.ts';
import {
  amendAudit,
  beginAudit,
  type Changes,
  findWorkspace,
  listWorkspaces,
  type WorkspaceCtx,
} from '../workspaces/index.ts';
import { addressKey, tailKey, telKey } from './contacts.ts';
import { hashing, noteForgotten, readForgotten } from './forgotten-list.ts';

export type ForgettingStep = (typeof FORGETTING_STEPS)[number];

export const FORGOTTEN_KINDS = [
  'orders',
  'inquiries',
  'clients',
  'mails',
  'answers',
  'notes',
  'views',
  'backups',
] as const;
export type ForgottenKind = (typeof FORGOTTEN_KINDS)[number];
export type ForgottenCounts = Readonly<Record<ForgottenKind, number>>;

export interface Forgetting {
  readonly seq: number;
  readonly id: string;
  readonly workspaceSeq: number;
  /** The hashes of this client's contacts, and of the contacts from the forgettings in `joined`. */
  readonly hashes: readonly string[];
  /** The seqs of other forgettings that are worked off together with this one. */
  readonly joined: readonly number[];
  readonly step: ForgettingStep;
  /** The position within the step; empty at its beginning. */
  readonly place: readonly number[];
  readonly counts: ForgottenCounts;
  readonly again: boolean;
  readonly auditSeq: number | null;
  readonly begunAt: number;
  readonly finishedAt: number | null;
}

export interface Client {
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

const NOTHING = Object.fromEntries(FORGOTTEN_KINDS.map((kind) => [kind, 0])) as Record<ForgottenKind, number>;

const SHOWN = 50;

const readRow = (row: typeof forgettings.$inferSelect): Forgetting => ({
  ...row,
  hashes: JSON.parse(row.hashes) as string[],
  joined: [],
  place: JSON.parse(row.place) as number[],
  counts: { ...NOTHING, ...(JSON.parse(row.counts) as Partial<ForgottenCounts>) },
});

const IS_OPEN = isNull(forgettings.finishedAt);

/** Lists the open forgettings of all workspaces, or of one. */
export function listOpen(db: Db, workspaceSeq?: number): Forgetting[] {
  const own = workspaceSeq === undefined ? undefined : withinWorkspace(forgettings.workspaceSeq, workspaceSeq);
  return db.select().from(forgettings).where(and(IS_OPEN, own)).orderBy(asc(forgettings.seq)).all().map(readRow);
}

export const workspacesForgetting = (db: Db): number[] =>
  db
    .selectDistinct({ seq: forgettings.workspaceSeq })
    .from(forgettings)
    .where(IS_OPEN)
    .all()
    .map(({ seq }) => seq);

export const listForgettings = (db: Db, workspaceSeq: number): Forgetting[] =>
  db
    .select()
    .from(forgettings)
    .where(eq(forgettings.workspaceSeq, workspaceSeq))
    .orderBy(desc(forgettings.seq))
    .limit(SHOWN)
    .all()
    .map(readRow);

/**
 * Normalizes the phone and the e-mail address. @throws validation_failed if both are missing, or if either is invalid
 */
export function contactsOf({ phone, email }: Client): string[] {
  const issues: Issue[] = [];
  const keys: string[] = [];
  const [tel, mail] = [phone?.trim() ?? '', email?.trim() ?? ''];
  if (tel !== '') {
    const key = /\p{L}/u.test(tel) ? undefined : telKey(tel);
    if (key !== undefined) keys.push(key, tailKey(key));
    else issues.push({ path: 'phone', rule: 'phone' });
  }
  if (mail !== '') {
    if (isEmailAddress(mail)) keys.push(addressKey(mail));
    else issues.push({ path: 'email', rule: 'email' });
  }
  if (tel === '' && mail === '') issues.push({ path: 'phone', rule: 'phone_or_email' });
  if (issues.length > 0) throw validationFailed(issues);
  return keys;
}

/**
 * Begins to forget a client. The work continues in the background, even after a restart. If a forgetting of the same
 * client is still at its first step, no second one begins.
 * @returns the id of the new forgetting, or of the one at its first step
 * @throws validation_failed, unavailable
 */
export async function beginForgetting(
  ctx: WorkspaceCtx,
  client: Client,
  { random, newId }: RandomSources,
): Promise<string> {
  const { storage, workspace, actor } = ctx;
  const hashes = contactsOf(client).map(hashing(storage.path, workspace.id, random));
  // If the earlier search is past its first step, it may miss rows that were added since. So a new search begins.
  const same = listOpen(storage.read, workspace.seq).find(
    (one) => one.step === FORGETTING_STEPS[0] && isSame(one.hashes, hashes),
  );
  if (same !== undefined) return same.id;
  const id = newId();
  // The list in the file is written before the database. After a crash between the two, `matchList` adds the missing
  // row to the database.
  noteForgotten(storage.path, [{ id, workspaceId: workspace.id, hashes }]);
  await storage.write((tx) => {
    const auditSeq = beginAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'client.forgotten', subject: id });
    insert(tx, { id, workspaceSeq: workspace.seq, hashes, again: false, auditSeq });
  });
  return id;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

export interface RandomSources {
  readonly random: Random;
  readonly newId: () => string;
}

function insert(
  tx: Tx,
  one: Pick<Forgetting, 'id' | 'workspaceSeq' | 'hashes' | 'again'> & { readonly auditSeq: number | null },
): void {
  const begun = { step: FORGETTING_STEPS[0], place: '[]', counts: '{}', begunAt: tx.now };
  tx.db
    .insert(forgettings)
    .values({ ...one, ...begun, hashes: JSON.stringify(one.hashes) })
    .run();
}

/**
 * Makes the database and the file next to it list the same forgettings. Forgettings that a restored database lacks must
 * be repeated before the server answers any request.
 */
export async function matchList(ctx: Pick<WorkspaceCtx, 'storage'>): Promise<void> {
  const { storage } = ctx;
  const listed = readForgotten(storage.path);
  const rows = storage.read.select({ id: forgettings.id }).from(forgettings).all();
  const known = new Set(rows.map(({ id }) => id));
  const missing = listed.flatMap(({ id, workspaceId, hashes }) => {
    const workspace = known.has(id) ? undefined : findWorkspace(storage, workspaceId);
    return workspace === undefined ? [] : [{ id, workspaceSeq: workspace.seq, hashes }];
  });
  if (missing.length > 0) {
    await storage.write((tx) => {
      for (const one of missing) insert(tx, { ...one, again: true, auditSeq: null });
    });
  }
  const ids = new Map(listWorkspaces(storage).map(({ seq, id }) => [seq, id]));
  const inList = new Set(listed.map(({ id }) => id));
  const all = storage.read.select().from(forgettings).all().map(readRow);
  const named = all.flatMap(({ id, workspaceSeq, hashes }) => {
    const workspaceId = inList.has(id) ? undefined : ids.get(workspaceSeq);
    return workspaceId === undefined ? [] : [{ id, workspaceId, hashes }];
  });
  noteForgotten(storage.path, named);
}

export function notePlace(tx: Tx, { seq, step, place, counts }: Forgetting): void {
  const set = { step, place: JSON.stringify(place), counts: JSON.stringify(counts) };
  tx.db.update(forgettings).set(set).where(eq(forgettings.seq, seq)).run();
}

export function notePlaces(tx: Tx, one: Forgetting): void {
  notePlace(tx, one);
  const at = { step: one.step, place: JSON.stringify(one.place) };
  if (one.joined.length > 0) tx.db.update(forgettings).set(at).where(inArray(forgettings.seq, one.joined)).run();
}

export const seqsOf = ({ seq, joined }: Forgetting): number[] => [seq, ...joined];

/** Ends a forgetting. The workspace's history records how much was removed, but never whose data it was. */
export function endForgetting(tx: Tx, one: Forgetting): void {
  const { seq, id, workspaceSeq, counts } = one;
  const changes: Changes = Object.fromEntries(
    Object.entries(counts).flatMap(([kind, n]) => (n === 0 ? [] : [[kind, { from: null, to: n }]])),
  );
  const actor = { type: 'system', id: null } as const;
  if (one.auditSeq === null) beginAudit(tx, { workspaceSeq, actor, action: 'client.forgotten', subject: id, changes });
  else amendAudit(tx, one.auditSeq, changes);
  tx.db.update(forgettings).set({ finishedAt: tx.now }).where(eq(forgettings.seq, seq)).run();
}
