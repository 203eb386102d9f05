import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from './docket.ts';

/** A wall clock that a test moves under the real executable, as an operator or NTP would. */
export function movedClock() {
  const dir = dataDir();
  const file = join(dir.path, 'offset');
  // The file is replaced as a whole, because it is read every few milliseconds.
  const say = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  say('0');
  return {
    env: { BUN_OPTIONS: `--preload ${join(import.meta.dir, 'moved-clock.preload.ts')}`, CLOCK_FILE: file },
    /** Sets the difference from the machine's clock, in milliseconds. */
    set: (offsetMs: number): void => say(String(offsetMs)),
    /** Stops the clock at this moment, until it is set again. */
    stop: (epochMs: number): void => say(`@${epochMs}`),
    [Symbol.dispose]: dir[Symbol.dispose],
  };
}

export type MovedClock = ReturnType<typeof movedClock>;
