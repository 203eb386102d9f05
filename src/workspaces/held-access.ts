import { isNotNull } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { type Db, installation, type Storage, workspaces } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { ActorCtx } from './context.ts';

/**
 * Returns the time since which all access is blocked; undefined if it is not blocked. A restore blocks it until access
 * has been reviewed.
 */
export const accessHeldAt = (db: Db): number | undefined =>
  db.select({ at: installation.accessHeldAt }).from(installation).get()?.at ?? undefined;

/** @throws unavailable while access is blocked. Programs then try again, and no data is lost. */
export function refuseWhileHeld(storage: Storage): void {
  const isHeld = storage.keep(
    'whether access is held',
    ['installation'],
    () => accessHeldAt(storage.read) !== undefined,
  );
  if (isHeld) throw new AppError({ rule: 'access_held' });
}

/** Ends a restore's block on all access. Removed access stays removed. @returns true if access was blocked */
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
