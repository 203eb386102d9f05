import type { Clock } from '../base/index.ts';
import { DAY_MS } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { readRetention } from './settings.ts';
import { readJudgedAt } from './sweep.ts';

/**
 * Returns a function for the time before which the log of calls drops its entries, in milliseconds since the epoch. If
 * the database cannot be read, the last known time is used: the log has a file of its own.
 */
export function callsKeptSince(storage: Pick<Storage, 'read'>, clock: Clock): () => number {
  let known = { days: 30, judgedAt: clock.now() };
  return () => {
    try {
      const db = storage.read;
      known = { days: readRetention(db).callsDays, judgedAt: readJudgedAt(db, clock.now()) ?? clock.now() };
    } catch {
      // Another reader will report the fault, because every other part needs the database too.
    }
    return known.judgedAt - known.days * DAY_MS;
  };
}
