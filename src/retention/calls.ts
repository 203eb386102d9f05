import type { Clock } from '../base/index.ts';
import { DAY_MS } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { readRetention } from './settings.ts';
import { readJudgedAt } from './sweep.ts';

/**
 * Returns a function that computes the oldest time for which the log keeps calls, in milliseconds since the epoch. If
 * the database cannot be read, the function uses the last known settings, because the log has its own file.
 */
export function callsKeptSince(storage: Pick<Storage, 'read'>, clock: Clock): () => number {
  let known = { days: 30, judgedAt: clock.now() };
  return () => {
    try {
      const db = storage.read;
      known = { days: readRetention(db).callsDays, judgedAt: readJudgedAt(db, clock.now()) ?? clock.now() };
    } catch {
      // The last known settings are used. The error need not be reported here, because all other work also needs the
      // database and reports the error.
    }
    return known.judgedAt - known.days * DAY_MS;
  };
}
