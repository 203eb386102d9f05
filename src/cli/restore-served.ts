import { dropStaged } from '../backups/index.ts';
import { type Clock, errorText, type World } from '../base/index.ts';
import type { RestoreReport, RestoreWish } from '../dashboard/index.ts';
import { DatabaseInUse, type RestoreResult } from '../storage/index.ts';
import { restoreInThread } from '../worker/index.ts';

/**
 * The longest wait for the server's threads, in milliseconds. A thread first finishes its work, such as reading a large
 * file.
 */
const LONGEST_WAIT_MS = 30_000;
const PAUSE_MS = 200;

/** Replaces the database with a staged backup, between two runs of the server in one process. Never throws. */
export async function restoreServed(
  dataDir: string,
  { staged, address, actor, receipt, anySeal }: RestoreWish,
  { clock, log }: World,
): Promise<RestoreReport> {
  const at = clock.now();
  const about = { address, receipt, at };
  const facts = {
    holder: { pid: process.pid, startedAt: new Date(at).toISOString() },
    nowMs: at,
    force: true,
    anySeal,
    hold: true,
  };
  try {
    const wish = { dataDir, staged, facts: { ...facts, name: address, actor, receipt } };
    const { before, after, kept, access } = await whenAlone(clock, () => restoreInThread(wish));
    log.warn('a backup has replaced the database', { address, kept: kept ?? undefined, access });
    return { ...about, failure: null, before, after, kept, held: access === 'held' };
  } catch (error) {
    const failure = errorText(error);
    log.error('nothing was restored', { address, reason: failure });
    return { ...about, failure, before: null, after: null, kept: null, held: false };
  } finally {
    dropStaged(staged);
  }
}

/**
 * Restores when the server's threads have ended. The database file must not be replaced before they have closed their
 * connections.
 */
async function whenAlone(clock: Clock, restore: () => Promise<RestoreResult>): Promise<RestoreResult> {
  const begunMs = clock.monotonic();
  for (;;) {
    try {
      return await restore();
    } catch (error) {
      if (!(error instanceof DatabaseInUse) || clock.monotonic() - begunMs > LONGEST_WAIT_MS) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
