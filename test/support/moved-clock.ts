import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from './docket.ts';

/** A wall clock that a test moves under the real executable, as an operator or NTP would. */
export interface MovedClock extends Disposable {
  /** What the executable is to be started with. */
  readonly env: Record<string, string>;
  /** Puts the clock so far from the machine's, milliseconds. */
  set(offsetMs: number): void;
}

export function movedClock(): MovedClock {
  const dir = dataDir();
  const file = join(dir.path, 'offset');
  const set = (offsetMs: number): void => writeFileSync(file, String(offsetMs));
  set(0);
  return {
    env: { BUN_OPTIONS: `--preload ${join(import.meta.dir, 'moved-clock.preload.ts')}`, CLOCK_FILE: file },
    set,
    [Symbol.dispose]: dir[Symbol.dispose],
  };
}
