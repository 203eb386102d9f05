import { and, asc, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import {
  type Db,
  type GoOn,
  inTurnSteps,
  type Step,
  type Storage,
  webhookAttempts,
  webhookEndpoints,
} from '../storage/index.ts';

/**
 * The maximum number of attempts that one step deletes. That takes about half a millisecond of the writer's time. Each
 * attempt may hold 1,024 bytes of an answer.
 */
const ROWS_A_STEP = 50;
/** The age below which an attempt is never deleted. An endpoint's charts need all attempts of its last 48 hours. */
const CHARTED_MS = 48 * 3_600_000;

interface Times {
  readonly judgedAt: number;
  /**
   * The current time of the clock, in milliseconds since the epoch. An attempt with a later time was written while the
   * clock was wrong.
   */
  readonly nowMs: number;
}

/** Deletes all but the newest `keep` attempts of each endpoint, in steps. Returns the number of deleted attempts. */
export async function sweepAttempts(
  storage: Storage,
  { keep, times, goOn }: { readonly keep: number; readonly times: Times; readonly goOn: GoOn },
): Promise<number> {
  const endpoints = storage.read
    .select({ seq: webhookEndpoints.seq })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.removedAt))
    .all();
  const steps = endpoints.map(
    ({ seq }) =>
      () =>
        sweepStep(storage, seq, keep, times),
  );
  return inTurnSteps(steps, goOn);
}

async function sweepStep(storage: Storage, endpointSeq: number, keep: number, times: Times): Promise<Step> {
  const numbers = findSurplus(storage.read, endpointSeq, keep, times);
  if (numbers.length === 0) return { removed: 0, done: true };
  await storage.write((tx) => {
    tx.db
      .delete(webhookAttempts)
      .where(and(eq(webhookAttempts.endpointSeq, endpointSeq), inArray(webhookAttempts.number, numbers)))
      .run();
  });
  return { removed: numbers.length, done: numbers.length < ROWS_A_STEP };
}

/** Finds the oldest attempts over the limit. Attempts never change, so this can run before the deleting write. */
function findSurplus(db: Db, endpointSeq: number, keep: number, times: Times): number[] {
  const own = eq(webhookAttempts.endpointSeq, endpointSeq);
  const { number, at } = webhookAttempts;
  const newest = db.select({ number }).from(webhookAttempts).where(own).orderBy(desc(number)).limit(1).get();
  if (newest === undefined || newest.number <= keep) return [];
  return db
    .select({ number, at })
    .from(webhookAttempts)
    .where(and(own, lte(number, newest.number - keep)))
    .orderBy(asc(number))
    .limit(ROWS_A_STEP)
    .all()
    .filter((row) => row.at < times.judgedAt - CHARTED_MS || row.at > times.nowMs)
    .map((row) => row.number);
}
