import { dropStaged } from '../backups/index.ts';
import type { World } from '../base/index.ts';
import type { RestoreReport, RestoreWish } from '../dashboard/index.ts';
import { DatabaseInUse, type Restored, restoreDatabase } from '../storage/index.ts';

const TRIES = 10;
const PAUSE_MS = 200;

/** Between two runs of the server in one process: puts a staged backup in the place of the database. Never throws. */
export async function restoreServed(
  dataDir: string,
  { staged, address, actor, receipt }: RestoreWish,
  { clock, log }: World,
): Promise<RestoreReport> {
  const at = clock.now();
  const about = { address, receipt, at };
  const facts = { holder: { pid: process.pid, startedAt: new Date(at).toISOString() }, nowMs: at, force: true };
  try {
    const { before, after, kept } = await whenAlone(() =>
      restoreDatabase(dataDir, staged, { ...facts, name: address, actor }),
    );
    log.warn('a backup has taken the place of the database', { address, kept: kept ?? undefined });
    return { ...about, failure: null, before, after, kept };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    log.error('nothing was restored', { address, reason: failure });
    return { ...about, failure, before: null, after: null, kept: null };
  } finally {
    dropStaged(staged);
  }
}

/** The server's threads end a moment after they were told to, and their connections with them; only then may the file go. */
async function whenAlone(restore: () => Restored): Promise<Restored> {
  for (let left = TRIES; ; left -= 1) {
    try {
      Bun.gc(true);
      return restore();
    } catch (error) {
      if (left <= 1 || !(error instanceof DatabaseInUse)) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
