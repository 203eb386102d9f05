import type { Clock } from '../base/index.ts';
import { DAY_MS } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { readRetention } from './settings.ts';
import { readJudgedAt } from './sweep.ts';

/**
 * The time since which the log of calls keeps them, milliseconds since the epoch. If the database cannot be read, the
 * last known time holds: the log is a file of its own.
 */
export function callsKeptSince(storage: Pick<Storage, 'read'>, clock: Clock): () => number {
  let known = { days: 30, judgedAt: clock.now() };
  return () => {
    try {
      const db = storage.read;
      known = { days: readRetention(db).callsDays, judgedAt: readJudgedAt(db, clock.now()) ?? clock.now() };
    } catch {
      // A reader that needs the database for its own sake reports the fault.
    }
    return known.judgedAt - known.days * DAY_MS;
  };
}
