import type { Clock } from '../../base/index.ts';
import { FolderBusy } from './lock.ts';

/**
 * The longest wait for another process. A command creates a database in a fraction of a second; a busy machine takes
 * some seconds.
 */
const LONGEST_MS = 10_000;
const PAUSE_MS = 50;

/**
 * Runs `open`; waits if another process is just creating the database, for example by `docket init`.
 * @throws what `open` throws; FolderBusy if the other process is a running server, or is not done within ten seconds
 */
export async function whenFree<T>(
  clock: Pick<Clock, 'monotonic'>,
  open: () => T,
  pause: (ms: number) => Promise<void> = Bun.sleep,
): Promise<T> {
  const untilMs = clock.monotonic() + LONGEST_MS;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof FolderBusy && error.passes) || clock.monotonic() >= untilMs) throw error;
    }
    await pause(PAUSE_MS);
  }
}
