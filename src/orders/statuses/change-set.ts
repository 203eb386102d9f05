import { and, eq } from 'drizzle-orm';
import { AppError, type Language, validationFailed } from '../../base/index.ts';
import { STATUS_GROUPS, statuses, type Tx } from '../../storage/index.ts';
import {
  type Actor,
  type Changes,
  cleanName,
  diff,
  isSame,
  type Workspace,
  type WorkspaceCtx,
  writeAudit,
} from '../../workspaces/index.ts';
import {
  INITIAL_STATUS_ID,
  type ListedStatus,
  listOwnStatuses,
  type StatusGroup,
  type StatusTone,
  virtualStatusesIn,
} from './statuses.ts';

/** The owner's set of statuses: each change of it in one write with its row of audit. */

/** A board of more is nobody's board, and a filter of the orders page takes so many values. */
const MAX_STATUSES = 50;
const NAME_CHARS = 60;
const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

export interface StatusPatch {
  readonly name?: string | undefined;
  readonly tone?: StatusTone | undefined;
  readonly group?: StatusGroup | undefined;
  readonly active?: boolean | undefined;
  readonly writesOffStock?: boolean | undefined;
}

export interface NewStatus {
  /** Fixed from then on: integrations send it. */
  readonly id: string;
  readonly name: string;
  readonly tone: StatusTone;
  readonly group: StatusGroup;
  readonly writesOffStock: boolean;
}

const unknownStatus = (): AppError => new AppError({ rule: 'no_status' });

/** @throws validation_failed */
function cleanStatusName(text: string, others: readonly ListedStatus[]): string {
  const name = cleanName('name', text, NAME_CHARS);
  const folded = name.toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === folded)) {
    throw validationFailed([{ path: 'name', rule: 'status_name_taken' }]);
  }
  return name;
}

type Change = 'set_made_own' | 'added' | 'updated' | 'moved' | 'removed';

function changed(tx: Tx, workspace: Workspace, actor: Actor, what: Change, subject: string, changes?: Changes): void {
  tx.notify('workspaces', workspace.seq);
  const entry = { workspaceSeq: workspace.seq, actor, action: `status.${what}` as const, subject };
  writeAudit(tx, changes === undefined ? entry : { ...entry, changes });
}

/**
 * The set as it stands. An empty one first becomes the workspace's own, with the four virtual statuses (contract,
 * section 3).
 */
function ownSet(tx: Tx, workspace: Workspace, language: Language, actor: Actor): readonly ListedStatus[] {
  const own = listOwnStatuses(tx.db, workspace.seq);
  if (own.length > 0) return own;
  const seeds = virtualStatusesIn(language);
  for (const [position, seed] of seeds.entries()) {
    tx.db
      .insert(statuses)
      .values({ ...seed, workspaceSeq: workspace.seq, position })
      .run();
  }
  changed(tx, workspace, actor, 'set_made_own', workspace.id);
  return seeds;
}

/** Copies the virtual set with its ids, so that its statuses can be changed; a set that is own already stays as it is. */
export function makeStatusesOwn({ storage, workspace, actor }: WorkspaceCtx, language: Language): Promise<void> {
  return storage.write((tx) => {
    ownSet(tx, workspace, language, actor);
  });
}

/** Behind the last one of its own or an earlier group: what finishes an order stays last. */
function placeIn(set: readonly ListedStatus[], group: StatusGroup): number {
  const upTo = STATUS_GROUPS.indexOf(group);
  return set.findLastIndex((status) => STATUS_GROUPS.indexOf(status.group) <= upTo) + 1;
}

/**
 * Adds a status to the set, at the end of its group. The first one makes the set the workspace's own, seeded with the virtual four.
 *
 * @throws validation_failed
 */
export async function addStatus(
  { storage, workspace, actor }: WorkspaceCtx,
  { language, ...input }: NewStatus & { readonly language: Language },
): Promise<void> {
  if (!ID.test(input.id)) {
    throw validationFailed([{ path: 'id', rule: 'status_id', most: 64 }]);
  }
  await storage.write((tx) => {
    const before = listOwnStatuses(tx.db, workspace.seq);
    const others = before.length > 0 ? before : virtualStatusesIn(language);
    const name = cleanStatusName(input.name, others);
    if (others.some(({ id }) => id === input.id)) throw validationFailed([{ path: 'id', rule: 'status_id_taken' }]);
    if (others.length >= MAX_STATUSES)
      throw validationFailed([{ path: 'id', rule: 'statuses_full', most: MAX_STATUSES }]);
    const set = ownSet(tx, workspace, language, actor);
    const status = { ...input, name, active: true };
    tx.db
      .insert(statuses)
      .values({ ...status, workspaceSeq: workspace.seq, position: set.length })
      .run();
    const { id, ...rest } = status;
    renumber(tx, workspace, set.map((one) => one.id).toSpliced(placeIn(set, status.group), 0, id));
    changed(tx, workspace, actor, 'added', id, diff({}, rest));
  });
}

const rowOf = (workspace: Workspace, id: string) => and(eq(statuses.workspaceSeq, workspace.seq), eq(statuses.id, id));

/**
 * Changes what the patch names; the id stays. Orders in a status that is switched off keep it.
 *
 * @throws not_found; validation_failed, also where status-new would be switched off
 */
export async function updateStatus(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, ...patch }: StatusPatch & { readonly id: string },
): Promise<void> {
  await storage.write((tx) => {
    const set = listOwnStatuses(tx.db, workspace.seq);
    const before = set.find((status) => status.id === id);
    if (before === undefined) throw unknownStatus();
    if (id === INITIAL_STATUS_ID && patch.active === false) {
      throw validationFailed([{ path: 'active', rule: 'status_stays_on' }]);
    }
    const others = set.filter((status) => status !== before);
    const clean = { ...patch, ...(patch.name === undefined ? {} : { name: cleanStatusName(patch.name, others) }) };
    const changes = diff(before, clean);
    if (isSame(changes)) return;
    tx.db.update(statuses).set(clean).where(rowOf(workspace, id)).run();
    changed(tx, workspace, actor, 'updated', id, changes);
  });
}

/** Without a gap. */
function renumber(tx: Tx, workspace: Workspace, ids: readonly string[]): void {
  for (const [position, id] of ids.entries()) {
    tx.db.update(statuses).set({ position }).where(rowOf(workspace, id)).run();
  }
}

/**
 * Moves a status past its neighbour; at the end it stays where it is.
 *
 * @param by -1: nearer to the beginning
 * @returns its place, counted from 1
 * @throws not_found
 */
export function moveStatus(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, by }: { readonly id: string; readonly by: -1 | 1 },
): Promise<number> {
  return storage.write((tx) => {
    const ids = listOwnStatuses(tx.db, workspace.seq).map((status) => status.id);
    const from = ids.indexOf(id);
    if (from === -1) throw unknownStatus();
    const to = from + by;
    if (to < 0 || to >= ids.length) return from + 1;
    ids.splice(from, 1);
    ids.splice(to, 0, id);
    renumber(tx, workspace, ids);
    changed(tx, workspace, actor, 'moved', id, { position: { from: from + 1, to: to + 1 } });
    return to + 1;
  });
}

/**
 * A status that may be taken out of the set, but for orders that are in it.
 *
 * @throws not_found; validation_failed for status-new
 */
export function getRemovable(tx: Tx, workspace: Workspace, id: string): ListedStatus {
  if (id === INITIAL_STATUS_ID) {
    throw validationFailed([{ path: 'id', rule: 'status_stays' }]);
  }
  const found = listOwnStatuses(tx.db, workspace.seq).find((status) => status.id === id);
  if (found === undefined) throw unknownStatus();
  return found;
}

/**
 * Takes a status out of the set; whoever calls has seen to it that no order is in it.
 *
 * @throws not_found; validation_failed for status-new
 */
export function dropStatus(tx: Tx, workspace: Workspace, id: string, actor: Actor): void {
  const before = getRemovable(tx, workspace, id);
  const set = listOwnStatuses(tx.db, workspace.seq);
  tx.db.delete(statuses).where(rowOf(workspace, id)).run();
  const left = set.filter((status) => status.id !== id);
  renumber(
    tx,
    workspace,
    left.map((status) => status.id),
  );
  changed(tx, workspace, actor, 'removed', id, { name: { from: before.name, to: null } });
}
