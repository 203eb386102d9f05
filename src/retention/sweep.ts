import { desc, eq } from 'drizzle-orm';
import { DAY_MS } from '../base/index.ts';
import { sweepMails } from '../mail/index.ts';
import { eraseOldOrders, sweepRepeatedCalls } from '../orders/index.ts';
import { sweepNetworks, sweepSentForms, sweepSessions } from '../people/index.ts';
import { auditLog, type Db, events, type GoOn, retention, type Storage, sharedPace } from '../storage/index.ts';
import { sweepAttempts, sweepEvents, sweepFeed } from '../webhooks/index.ts';
import { followClock, judgeTime } from './clock.ts';
import { type Retention, readRetention } from './settings.ts';

/** The 48 hours in which the contract allows a repeated call with the same Idempotency-Key. */
const REPEATS_DAYS = 2;

export interface SweepCounts {
  readonly attempts: number;
  readonly events: number;
  /** The removed rows of the feed of changes. */
  readonly changes: number;
  readonly mails: number;
  readonly sessions: number;
  readonly networks: number;
  readonly forms: number;
  readonly repeatedCalls: number;
  readonly orders: number;
}

const readFollowed = (db: Db): number | null => db.select({ at: retention.judgedAt }).from(retention).get()?.at ?? null;

/**
 * Returns the time that retention uses as the present when it computes the age of rows. Returns undefined if no time is
 * stored yet.
 */
export function readJudgedAt(db: Db, nowMs: number): number | undefined {
  const followed = readFollowed(db);
  return followed === null ? undefined : judgeTime(followed, nowMs);
}

/**
 * Advances and saves the time that retention uses as the present. This time follows the clock slowly. Otherwise a clock
 * that is far ahead by mistake would suddenly expire many rows.
 * @param steadyMs the machine's running time since the last call, in milliseconds
 */
export function judge(storage: Storage, steadyMs: number): Promise<number> {
  return storage.write((tx) => {
    const before = readFollowed(tx.db);
    const judgedAt = Math.floor(followClock(before, tx.now, before === null ? newestOf(tx.db) : null, steadyMs));
    if (judgedAt !== before) tx.db.update(retention).set({ judgedAt }).where(eq(retention.one, 1)).run();
    return judgeTime(judgedAt, tx.now);
  });
}

function newestOf(db: Db): number | null {
  const event = db.select({ at: events.occurredAt }).from(events).orderBy(desc(events.seq)).limit(1).get();
  const change = db.select({ at: auditLog.at }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1).get();
  const times = [event, change].flatMap((row) => row?.at ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

interface Times {
  readonly judgedAt: number;
  /** The clock's time. A row with a later time was written while the clock was wrong. */
  readonly nowMs: number;
}

/**
 * Removes expired rows in steps. Kinds of rows take turns, so that millions of one kind do not delay the others.
 * @param goOn called between two steps; false ends the sweep, and so does a change of the settings
 */
export async function sweep(
  storage: Storage,
  { times, goOn }: { readonly times: Times; readonly goOn: GoOn },
): Promise<SweepCounts> {
  const swept = {
    attempts: 0,
    events: 0,
    changes: 0,
    mails: 0,
    sessions: 0,
    networks: 0,
    forms: 0,
    repeatedCalls: 0,
    orders: 0,
  };
  let goesOn = true;
  const kept = readRetention(storage.read);
  const pace = sharedPace(async () => {
    goesOn = (await goOn()) && Bun.deepEquals(readRetention(storage.read), kept);
    return goesOn;
  });
  const rows = rowsOf(storage, kept, times, pace);
  const ends = await Promise.allSettled(
    rows.map(async (row) => {
      for (const [kind, run] of row) if (goesOn) swept[kind] = await run();
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return swept;
}

type Run = readonly [keyof SweepCounts, () => Promise<number>];

/**
 * Returns the kinds of rows to remove, in groups. The groups take turns. Within a group, each kind begins when the
 * previous one is finished.
 */
function rowsOf(storage: Storage, kept: Retention, { judgedAt, nowMs }: Times, goOn: GoOn): Run[][] {
  const before = (days: number): number => judgedAt - days * DAY_MS;
  const { attempts, eventsDays, mailsDays, sessionsDays } = kept;
  const oldest = eventsDays === null ? undefined : { beforeMs: before(eventsDays), nowMs, goOn };
  const rows: (Run | null | undefined)[][] = [
    [
      attempts === null
        ? null
        : ['attempts', () => sweepAttempts(storage, { keep: attempts, times: { judgedAt, nowMs }, goOn })],
      oldest && ['events', () => sweepEvents(storage, oldest)],
    ],
    [oldest && ['changes', () => sweepFeed(storage, oldest)]],
    [mailsDays === null ? null : ['mails', () => sweepMails(storage, { beforeMs: before(mailsDays), nowMs, goOn })]],
    [['sessions', () => sweepSessions(storage, { beforeMs: before(sessionsDays), goOn })]],
    [['networks', () => sweepNetworks(storage, nowMs)]],
    [['forms', () => sweepSentForms(storage, { nowMs, goOn })]],
    [['repeatedCalls', () => sweepRepeatedCalls(storage, { beforeMs: before(REPEATS_DAYS), goOn })]],
    [['orders', () => eraseOldOrders(storage, { nowMs: judgedAt, goOn })]],
  ];
  return rows.map((row) => row.filter((run) => run !== null && run !== undefined));
}
