import { isNotNull } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { type Db, installation, type Storage, workspaces } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { ActorCtx } from './context.ts';

/**
 * The time since which all access is blocked, because access has not been reviewed since a restore; undefined if it is
 * not blocked.
 */
export const accessHeldAt = (db: Db): number | undefined =>
  db.select({ at: installation.accessHeldAt }).from(installation).get()?.at ?? undefined;

/** @throws unavailable while access is blocked. Programs then try again, and no data is lost */
export function refuseWhileHeld(storage: Storage): void {
  const isHeld = storage.keep(
    'whether access is held',
    ['installation'],
    () => accessHeldAt(storage.read) !== undefined,
  );
  if (isHeld) throw new AppError({ rule: 'access_held' });
}

/**
 * From now on, lets in everyone whose access was not removed.
 * @returns true if access was blocked
 */
export function openAccess({ storage, actor }: ActorCtx): Promise<boolean> {
  return storage.write((tx) => {
    const held = isNotNull(installation.accessHeldAt);
    const opened = tx.db.update(installation).set({ accessHeldAt: null }).where(held).returning().all();
    if (opened.length === 0) return false;
    for (const { seq, id } of tx.db.select({ seq: workspaces.seq, id: workspaces.id }).from(workspaces).all()) {
      writeAudit(tx, { workspaceSeq: seq, actor, action: 'database.access_opened', subject: id });
      tx.notify('workspaces', seq);
    }
    tx.notify('mail', 0);
    return true;
  });
}
