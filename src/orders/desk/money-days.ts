/**
 * This file stores sums of the money list, for past days with many payments. A change of a day's money removes its sums
 * in the same transaction (migrations/0089). So stored sums are never outdated.
 */

import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { dayAround, dayInZone, isStepOver, nextTurn } from '../../base/index.ts';
import {
  type Db,
  type GoOn,
  givenNumber,
  LONGEST_MONEY_DAY_MS,
  limitTo,
  moneyDays,
  prepared,
  type Storage,
  workspaces,
} from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { QUARTER_MS } from '../order-sums.ts';
import { methodId } from '../payment-method.ts';
import {
  type AskedMoney,
  COUNTS,
  kindOf,
  linesIn,
  type MoneyPlace,
  nextOrders,
  PAYMENT,
  sliceAfter,
  startAt,
} from './money-places.ts';

/** The lines of the money list with the same kind, payment method and source. The amount is in kopecks. */
export interface MoneyGroup {
  readonly sort: number;
  readonly method: string;
  readonly source: string;
  readonly lines: number;
  readonly amount: number;
}

interface DayGroup extends MoneyGroup {
  readonly day: string;
}

type StoredGroup = readonly [sort: number, method: string, source: string, lines: number, amount: number];
type StoredDay = typeof moneyDays.$inferSelect;

/** The stored value of `sums` if the real sums cannot be stored, usually because there are too many groups. */
const TOO_MANY = 'null';

const groupsIn = ({ sums }: StoredDay): readonly StoredGroup[] | undefined => JSON.parse(sums ?? TOO_MANY) ?? undefined;

const ofWorkspace = eq(moneyDays.workspaceSeq, givenNumber('workspaceSeq'));
const statements = prepared((db) => ({
  before: db
    .select()
    .from(moneyDays)
    .where(and(ofWorkspace, lt(moneyDays.fromMs, givenNumber('beforeMs'))))
    .orderBy(desc(moneyDays.fromMs))
    .limit(limitTo(1))
    .prepare(),
}));

/** Finds the newest stored day before a time. Its sums may still be missing. */
const newestBefore = (db: Db, workspaceSeq: number, beforeMs: number): StoredDay | undefined =>
  statements(db).before.get({ workspaceSeq, beforeMs });

/** Rounds a time down to a quarter of an hour. SQLite's `%` alone would round times before 1970 up. */
const QUARTER = sql`at - (at % ${QUARTER_MS} + ${QUARTER_MS}) % ${QUARTER_MS}`;

/** The number of payments and refunds that one step adds up, in a millisecond or two. */
const AT_ONCE = 1_000;

async function* addLines(db: () => Db, asked: AskedMoney, timeZone: string): AsyncGenerator<readonly DayGroup[], void> {
  const days = new Map<number, string>();
  let after: MoneyPlace | undefined;
  do {
    await nextTurn(asked.workspaceSeq);
    const slice = sliceAfter(db(), { ...asked, atOnce: AT_ONCE }, after);
    const rows = db().all<MoneyGroup & { readonly quarter: number }>(sql`SELECT ${QUARTER} AS quarter, sort, method,
      source, count(*) AS lines, sum(amount) AS amount
      FROM (${linesIn(asked, slice)}) GROUP BY quarter, sort, method, source`);
    yield rows.map(({ quarter, ...group }) => {
      const day = days.get(quarter) ?? dayInZone(quarter, timeZone) ?? '';
      days.set(quarter, day);
      return { ...group, day };
    });
    after = slice.end;
  } while (after !== undefined);
}

const isOfOrders = ({ few, sift }: AskedMoney): boolean => few !== undefined || sift !== undefined;

function usableBefore(db: Db, { workspaceSeq, fromMs }: AskedMoney, beforeMs: number, timeZone: string) {
  for (let seekMs = beforeMs; ; ) {
    const stored = newestBefore(db, workspaceSeq, seekMs);
    if (stored === undefined || stored.fromMs < fromMs) return undefined;
    const day = dayInZone(stored.fromMs, timeZone);
    // After a change of the time zone, a stored day may cover parts of two days. Such a day is skipped.
    const isOneDay = day !== undefined && dayInZone(stored.beforeMs - 1, timeZone) === day;
    const groups = isOneDay && stored.beforeMs <= beforeMs ? groupsIn(stored) : undefined;
    if (isOneDay && groups !== undefined) return { ...stored, day, groups };
    seekMs = stored.fromMs;
  }
}

export async function* addMoney(
  { storage, workspace: { seq, timeZone } }: Ctx,
  asked: AskedMoney,
): AsyncGenerator<readonly DayGroup[], void> {
  const { client } = asked;
  // The payments of a client are read order by order. A walk through ten million payments to find those of one client
  // would take a minute.
  if (client !== undefined) {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const few = nextOrders(storage.read, client, before);
      const last = few.at(-1);
      if (last === undefined) return;
      yield* addLines(() => storage.read, { ...asked, few, client: undefined }, timeZone);
      before = last;
    }
  }
  for (let { beforeMs } = asked; ; ) {
    if (isStepOver()) await nextTurn(seq);
    const stored = isOfOrders(asked) ? undefined : usableBefore(storage.read, asked, beforeMs, timeZone);
    const fromMs = stored?.beforeMs ?? asked.fromMs;
    if (fromMs < beforeMs) yield* addLines(() => storage.read, { ...asked, fromMs, beforeMs }, timeZone);
    if (stored === undefined) return;
    const { day, groups } = stored;
    yield groups.map(([sort, method, source, lines, amount]) => ({ sort, method, source, lines, amount, day }));
    beforeMs = stored.fromMs;
  }
}

/** Skips stored days without a matching payment or refund. @returns the position after the skipped days */
export async function skipDays(
  { storage }: Ctx,
  asked: AskedMoney,
  place: MoneyPlace | undefined,
): Promise<MoneyPlace | undefined> {
  const { kind, method, source, workspaceSeq, fromMs, beforeMs } = asked;
  const isNarrow = kind !== undefined || method !== undefined || source !== undefined;
  if (!isNarrow || isOfOrders(asked)) return place;
  const id = method === undefined ? undefined : methodId(method);
  const isAsked = ([sort, of, by]: StoredGroup) =>
    (kind === undefined || kindOf(sort) === kind) &&
    (id === undefined || methodId(of) === id) &&
    (source === undefined || by === source);
  for (let after = place ?? startAt(beforeMs); ; ) {
    // The line at `after` may be followed by lines of the same millisecond. So the search includes this millisecond.
    const untilMs = after.sort === PAYMENT && after.seq === 0 ? after.at : after.at + 1;
    const day = newestBefore(storage.read, workspaceSeq, untilMs);
    if (day === undefined || day.beforeMs < untilMs || day.fromMs < fromMs) return after;
    if (groupsIn(day)?.some(isAsked) !== false) return after;
    after = startAt(day.fromMs);
    if (isStepOver()) await nextTurn(workspaceSeq);
  }
}

/** The least number of payments for which a day's sums are stored. */
const MANY = 200;
/**
 * The number of groups above which a day's sums are not stored. A payment method is free text, so the number of groups
 * has no limit.
 */
const MOST_GROUPS = 200;

/** Stores the sums of past days with at least `many` payments, newest first. Returns the number of days. */
export async function keepMoneyDays(
  storage: Storage,
  { nowMs, goOn, many = MANY }: { readonly nowMs: number; readonly goOn: GoOn; readonly many?: number },
): Promise<number> {
  let kept = 0;
  const all = storage.read.select({ seq: workspaces.seq, timeZone: workspaces.timeZone }).from(workspaces).all();
  for (const { seq, timeZone } of all) {
    for (let endMs = dayAround(nowMs, timeZone).from; ; ) {
      await nextTurn(seq);
      const day = dayAround(endMs - 1, timeZone);
      const stored = newestBefore(storage.read, seq, endMs);
      if (stored?.fromMs !== day.from || stored.beforeMs !== day.to || stored.sums === null) {
        const atMs = nthBefore(storage.read, seq, endMs, many);
        if (atMs === undefined) break;
        if (atMs < day.from) {
          endMs = dayAround(atMs, timeZone).to;
          continue;
        }
        await keepDay(storage, { seq, timeZone }, day);
        kept += 1;
        if (!(await goOn())) return kept;
      }
      endMs = day.from;
    }
  }
  return kept;
}

const nthBefore = (db: Db, workspaceSeq: number, beforeMs: number, many: number): number | undefined =>
  db.all<{ at: number }>(sql`SELECT paid_at AS at FROM payments INDEXED BY payments_by_paid
    WHERE workspace_seq = ${workspaceSeq} AND ${COUNTS} AND paid_at < ${beforeMs}
    ORDER BY paid_at DESC LIMIT 1 OFFSET ${many - 1}`)[0]?.at;

/**
 * Adds up a day and stores its sums. If a payment or refund of the day changes meanwhile, a trigger deletes the day's
 * row. The sums are then not stored.
 */
async function keepDay(
  storage: Storage,
  { seq, timeZone }: { readonly seq: number; readonly timeZone: string },
  { from, to }: ReturnType<typeof dayAround>,
): Promise<void> {
  const { workspaceSeq, fromMs, beforeMs } = moneyDays;
  await storage.write(({ db }) => {
    const meets = and(gt(fromMs, from - LONGEST_MONEY_DAY_MS), lt(fromMs, to), gt(beforeMs, from));
    db.delete(moneyDays)
      .where(and(eq(workspaceSeq, seq), meets))
      .run();
    db.insert(moneyDays).values({ workspaceSeq: seq, fromMs: from, beforeMs: to }).run();
  });
  const groups = new Map<string, StoredGroup>();
  const asked = { workspaceSeq: seq, fromMs: from, beforeMs: to, few: undefined, sift: undefined };
  for await (const rows of addLines(() => storage.read, asked, timeZone)) {
    for (const { sort, method, source, lines, amount } of rows) {
      const name = JSON.stringify([sort, method, source]);
      const [, , , known = 0, sum = 0] = groups.get(name) ?? [];
      groups.set(name, [sort, method, source, known + lines, sum + amount]);
    }
    if (groups.size > MOST_GROUPS) break;
  }
  const text = JSON.stringify([...groups.values()]);
  // Sums are stored only if `docket check` can compare them in SQL. SQLite and JavaScript differ about control
  // characters in names, and about sums that are too large to be exact.
  const isExact = groups.values().every(([, , , , sum]) => Number.isSafeInteger(sum)) && !text.includes('\\u');
  const sums = groups.size > MOST_GROUPS || !isExact ? TOO_MANY : text;
  const isOwn = and(eq(workspaceSeq, seq), eq(fromMs, from));
  await storage.write(({ db }) => void db.update(moneyDays).set({ sums }).where(isOwn).run());
}
