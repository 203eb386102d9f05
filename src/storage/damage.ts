import { unavailable } from '../base/index.ts';
import { isDamage } from './store-failure.ts';
import type { Writer } from './write.ts';

/** What is known of the file's soundness since it was opened. */
export interface Damage {
  /** What is wrong with it; undefined while nothing is known to be. */
  found(): string | undefined;
  /** Only the first note counts. */
  note(what: string): void;
  /** Takes note of an error of SQLite's that speaks of a damaged file; any other is left alone. */
  judge(error: unknown): void;
  /** Hears of the first note. */
  listen(listener: (what: string) => void): void;
}

export function watchDamage(): Damage {
  let found: string | undefined;
  const listeners: ((what: string) => void)[] = [];
  const note = (what: string): void => {
    if (found !== undefined) return;
    found = what;
    for (const listener of listeners) listener(what);
  };
  return {
    found: () => found,
    note,
    judge(error) {
      if (isDamage(error)) note('SQLite met a page that makes no sense');
    },
    listen: (listener) => void listeners.push(listener),
  };
}

/** A writer that takes nothing more once the file is known to be damaged: what is written then spreads it. */
export function refuseOnDamage(writer: Writer, damage: Damage): Writer {
  const refuse = (): Promise<never> =>
    Promise.reject(
      unavailable('The database file is damaged and has to be restored. Nothing was stored; repeat the request later.'),
    );
  return {
    ...writer,
    write: (change) => (damage.found() === undefined ? writer.write(change) : refuse()),
    writeInSteps: (change) => (damage.found() === undefined ? writer.writeInSteps(change) : refuse()),
  };
}
