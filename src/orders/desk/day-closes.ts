/**
 * Closes the till at the end of a day, comparing counted cash with the day's payments and refunds. A closed day keeps
 * its figures; later changes are shown next to them.
 */

import { and, count, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import {
  AppError,
  addDays,
  dayInZone,
  type Issue,
  isCalendarDay,
  readAmount,
  startOfDay,
  validationFailed,
} from '../../base/index.ts';
import { type Db, dayCloses } from '../../storage/index.ts';
import { type Ctx, namesOf, writeAudit } from '../../workspaces/index.ts';
import { checkShortText } from '../checks.ts';
import type { Asker } from '../fill-page.ts';
import { methodId } from '../payment-method.ts';
import { type MoneySums, sumMoney } from './sum-money.ts';

/** Amounts are kopecks. */
interface Flow {
  readonly received: number;
  readonly refunded: number;
}

interface TillMethod extends Flow {
  /** The payment method; null for the sum of all methods that are not listed separately. */
  readonly name: string | null;
  readonly isCash: boolean;
}

type Row = typeof dayCloses.$inferSelect;

/**
 * The columns of the totals, without `methods` and `notByName`. These two may take 100 KB in each row of the database.
 */
const { methods, notByName, ...TOTALS } = getTableColumns(dayCloses);
const WITH_METHODS = { ...TOTALS, methods };

export interface CloseTotals extends Omit<Row, 'methods' | 'notByName'> {
  readonly actorName: string | null;
  /** The cash that should have been in the till, in kopecks. */
  readonly expected: number;
  /** The counted cash minus the expected cash, in kopecks. */
  readonly difference: number;
}

interface DayClose extends CloseTotals {
  readonly methods: readonly TillMethod[];
}

export interface TillSums extends Flow {
  readonly methods: readonly TillMethod[];
  readonly cashReceived: number;
  readonly cashRefunded: number;
}

interface TillDay extends TillSums {
  readonly day: string;
  /** The opening cash of the day that was closed last, in kopecks. */
  readonly opening: number;
  /** The newest closes of this day, newest first. */
  readonly closes: readonly DayClose[];
  readonly closesInAll: number;
  /** Changes of the day's money since its close, by method; empty if there are none. */
  readonly changes: readonly (Flow & Pick<TillMethod, 'name'>)[];
  /** Earlier days that have payments and were never closed, oldest first. */
  readonly left: readonly string[];
}

/** The limit on payment methods that are listed separately. */
const APART = 50;
/**
 * The maximum number of `DayClose` entries that the page shows for one day. One step formats them all, and each may
 * have 50 KB of payment methods. So this number must be small.
 */
const SHOWN = 10;
/** The number of days before today that are searched for a missing close. */
const LOOKED_BACK = 14;
/**
 * The maximum number of payment methods in `notByName`. For these methods, a person's choice differs from the guess by
 * name. For example, the person marked a method named "cash" as not cash.
 */
const REMEMBERED = 200;

const CASH = /^(?:cash|нал|наличка|наличными|наличные|наличный расч[её]т)$/iu;

interface AskedTill {
  readonly day: string;
  readonly nowMs: number;
  readonly asker: Asker;
}

/** @throws validation_failed */
export async function readTill(ctx: Ctx, { day, nowMs, asker }: AskedTill): Promise<TillDay> {
  if (!isCalendarDay(day)) throw validationFailed([{ path: 'day', rule: 'calendar_day' }]);
  const { read } = ctx.storage;
  const rows = read.select(WITH_METHODS).from(dayCloses).where(ofDay(ctx, day)).orderBy(desc(dayCloses.seq));
  const closes = named(ctx, rows.limit(SHOWN).all()).map(withMethods);
  const last = newestClose(read, ctx.workspace.seq);
  const sums = await sumDay(ctx, day, timeZoneOf(ctx, read, day), asker);
  return {
    day,
    ...tillOf(sums, isCashBy(last?.notByName)),
    opening: last?.opening ?? 0,
    closes,
    closesInAll: read.select({ all: count() }).from(dayCloses).where(ofDay(ctx, day)).get()?.all ?? 0,
    changes: closes[0] === undefined ? [] : changesSince(closes[0], sums),
    left: last === undefined ? [] : await daysLeft(ctx, nowMs, asker),
  };
}

const ofDay = ({ workspace }: Ctx, day: string) =>
  and(eq(dayCloses.workspaceSeq, workspace.seq), eq(dayCloses.day, day));

function sumDay(ctx: Ctx, day: string, zone: string, asker: Asker): Promise<MoneySums> {
  const filter = { fromMs: startOfDay(day, zone), beforeMs: startOfDay(addDays(day, 1), zone) };
  return sumMoney(ctx, { filter, asker, told: Number.POSITIVE_INFINITY });
}

type IsCash = (method: string) => boolean;

/**
 * Returns a function that checks whether a payment method is cash.
 * @param turned a JSON list of methods for which people chose the opposite of what the name suggests
 */
function isCashBy(turned = '[]'): IsCash {
  const others = new Set<string>(JSON.parse(turned));
  return (method) => CASH.test(method.trim()) !== others.has(method);
}

const NOTHING: Flow = { received: 0, refunded: 0 };
const plus = (a: Flow, b: Flow): Flow => ({ received: a.received + b.received, refunded: a.refunded + b.refunded });
const minus = (a: Flow, b: Flow): Flow => ({ received: a.received - b.received, refunded: a.refunded - b.refunded });
const flowOf = ({ received, refunded }: Flow): Flow => ({ received, refunded });
const isSome = ({ received, refunded }: Flow): boolean => received !== 0 || refunded !== 0;

function tillOf({ all, methods, otherMethods }: MoneySums, isCash: IsCash): TillSums {
  const cash = methods.filter(({ name }) => isCash(name)).reduce(plus, NOTHING);
  const rest = methods.slice(APART).reduce(plus, otherMethods ?? NOTHING);
  const told = methods
    .slice(0, APART)
    .map((sum): TillMethod => ({ ...flowOf(sum), name: sum.name, isCash: isCash(sum.name) }));
  return {
    ...flowOf(all),
    methods: isSome(rest) ? [...told, { ...flowOf(rest), name: null, isCash: false }] : told,
    cashReceived: cash.received,
    cashRefunded: cash.refunded,
  };
}

function changesSince({ methods, received, refunded }: DayClose, now: MoneySums): TillDay['changes'] {
  const was = new Map<string | null, Flow>();
  for (const { name, ...flow } of methods) {
    const id = name === null ? null : methodId(name);
    was.set(id, plus(was.get(id) ?? NOTHING, flow));
  }
  const is = new Map(now.methods.map((one) => [one.name, one]));
  // If there is a `null` entry, it contains all methods that are not listed by name. Changes of those methods then
  // belong to it.
  const names = new Set([...was.keys(), ...(was.has(null) ? [] : is.keys())].filter((name) => name !== null));
  const changes = [...names].map((name) => ({
    name,
    ...minus(is.get(name) ?? NOTHING, was.get(name) ?? NOTHING),
  }));
  const rest = minus(minus(now.all, { received, refunded }), changes.reduce(plus, NOTHING));
  return [...changes, { name: null, ...rest }].filter(isSome);
}

/**
 * Lists the days among the last 14 that have payments or refunds but were not closed. Leaves out days before the
 * earliest day in `day_closes`, because staff did not close days then.
 */
async function daysLeft(ctx: Ctx, nowMs: number, asker: Asker): Promise<string[]> {
  const { seq, timeZone } = ctx.workspace;
  const today = dayInZone(nowMs, timeZone) ?? '';
  const rows = ctx.storage.read.all<{ day: string }>(
    sql`SELECT day FROM day_closes WHERE workspace_seq = ${seq} GROUP BY day ORDER BY day`,
  );
  const closed = new Set(rows.map(({ day }) => day));
  const [first = today] = closed;
  const from = [addDays(today, -LOOKED_BACK), first].toSorted().at(-1) ?? first;
  if (from >= today) return [];
  const filter = { fromMs: startOfDay(from, timeZone), beforeMs: startOfDay(today, timeZone) };
  const { days } = await sumMoney(ctx, { filter, asker });
  return days.map(({ name }) => name).filter((day) => !closed.has(day));
}

function named<R extends Omit<Row, 'methods' | 'notByName'>>(ctx: Ctx, rows: readonly R[]): (R & CloseTotals)[] {
  const names = namesOf(
    ctx,
    rows.map((row) => ({ type: row.actorType, id: row.actorId })),
  );
  return rows.map((row) => {
    const expected = row.opening + row.cashReceived - row.cashRefunded;
    return { ...row, actorName: names.get(row.actorId ?? '') ?? null, expected, difference: row.counted - expected };
  });
}

function withMethods(close: CloseTotals & Pick<Row, 'methods'>): DayClose {
  const methods: [string | null, number, number, boolean][] = JSON.parse(close.methods);
  return {
    ...close,
    methods: methods.map(([name, received, refunded, isCash]) => ({ name, received, refunded, isCash })),
  };
}

function newestClose(db: Db, workspace: number): Pick<Row, 'notByName' | 'opening'> | undefined {
  const { notByName, opening, seq, workspaceSeq } = dayCloses;
  const newest = db.select({ notByName, opening }).from(dayCloses).where(eq(workspaceSeq, workspace));
  return newest.orderBy(desc(seq)).limit(1).get();
}

export interface CloseDay extends Omit<AskedTill, 'asker'> {
  /** The opening cash in roubles. `counted` and `expected` are in roubles too. */
  readonly opening: number;
  readonly counted: number;
  /** The expected cash as the page showed it. If it has changed since, the close is refused. */
  readonly expected: number;
  /** The id of the newest row of `day_closes` that the page showed for this day; null if there was none. */
  readonly after: string | null;
  readonly note?: string | undefined;
  readonly methods: readonly { readonly name: string; readonly isCash: boolean }[];
  /** Runs `sumTill` in another thread. If it is left out, `sumTill` runs in this thread. */
  readonly sum?: (asked: AskedClose) => Promise<TillSums>;
}

/** A signal that never aborts. The sum of a close is stored, so it must be complete even if the caller disconnects. */
const TO_THE_END: Asker = { signal: new AbortController().signal };

export interface AskedClose {
  readonly day: string;
  readonly notByName: string;
}

export async function sumTill(
  ctx: Ctx,
  { day, notByName, asker }: AskedClose & Pick<AskedTill, 'asker'>,
): Promise<TillSums> {
  const sums = await sumDay(ctx, day, timeZoneOf(ctx, ctx.storage.read, day), asker);
  return tillOf(sums, isCashBy(notByName));
}

/**
 * Closes a day. Closing the same day again adds a close and keeps the earlier ones. The call is refused if somebody
 * else has closed the day since the caller's page was loaded.
 * @returns the id of the close
 * @throws validation_failed, precondition_failed
 */
export async function closeDay(ctx: Ctx, input: CloseDay): Promise<string> {
  const { day, note, sum = (asked) => sumTill(ctx, { ...asked, asker: TO_THE_END }) } = input;
  const { opening, counted } = readCounted(ctx, input);
  const { workspace, actor, storage } = ctx;
  refuseUnlessNewest(ctx, storage.read, input);
  const choices = (db: Db): string => turnedBy(newestClose(db, workspace.seq), input.methods);
  const { methods, ...sums } = await sum({ day, notByName: choices(storage.read) });
  ctx.stillMay?.();
  const expected = opening + sums.cashReceived - sums.cashRefunded;
  if (expected !== Math.round(input.expected * 100)) throw new AppError({ rule: 'till_changed' });
  return storage.write((tx) => {
    refuseUnlessNewest(ctx, tx.db, input);
    const kept = methods.map(({ name, received, refunded, isCash }) => [name, received, refunded, isCash]);
    const id = tx.newId();
    // `choices` runs again, because somebody may have marked other methods as cash while the sums were calculated.
    const about = { id, workspaceSeq: workspace.seq, day, timeZone: timeZoneOf(ctx, tx.db, day) };
    const by = { actorType: actor.type, actorId: actor.id, at: tx.now };
    const row = {
      ...about,
      ...sums,
      notByName: choices(tx.db),
      methods: JSON.stringify(kept),
      opening,
      counted,
      note: note?.trim() || null,
      ...by,
    };
    tx.db.insert(dayCloses).values(row).run();
    const told = (to: number) => ({ from: null, to });
    const changes = { expected: told(expected), counted: told(counted), difference: told(counted - expected) };
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      requestId: ctx.requestId,
      action: 'till.closed',
      subject: day,
      changes,
    });
    tx.notify('orders', workspace.seq);
    return id;
  });
}

function refuseUnlessNewest(ctx: Ctx, db: Db, { day, after }: CloseDay): void {
  const { id, seq } = dayCloses;
  const newest = db.select({ id }).from(dayCloses).where(ofDay(ctx, day)).orderBy(desc(seq)).limit(1).get();
  if ((newest?.id ?? null) !== after) throw new AppError({ rule: 'till_changed' });
}

/** A closed day keeps the time zone that it was closed in. */
function timeZoneOf(ctx: Ctx, db: Db, day: string): string {
  const { timeZone } = dayCloses;
  return (
    db.select({ timeZone }).from(dayCloses).where(ofDay(ctx, day)).limit(1).get()?.timeZone ?? ctx.workspace.timeZone
  );
}

function readCounted({ workspace }: Ctx, { day, nowMs, note, methods, ...sums }: CloseDay) {
  const issues: Issue[] = [];
  if (!isCalendarDay(day)) issues.push({ path: 'day', rule: 'calendar_day' });
  else if (day > (dayInZone(nowMs, workspace.timeZone) ?? '')) issues.push({ path: 'day', rule: 'not_after_today' });
  const opening = readAmount('opening', sums.opening, issues);
  const counted = readAmount('counted', sums.counted, issues);
  checkShortText('note', note, issues);
  for (const [at, { name }] of methods.entries()) checkShortText(`methods.${at}.name`, name, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return { opening, counted };
}

function turnedBy(last: ReturnType<typeof newestClose>, methods: CloseDay['methods']): string {
  const asked = new Set(methods.map(({ name }) => name));
  const before: string[] = JSON.parse(last?.notByName ?? '[]');
  const byName = isCashBy();
  const turned = methods.filter(({ name, isCash }) => byName(name) !== isCash).map(({ name }) => name);
  return JSON.stringify([...new Set([...turned, ...before.filter((name) => !asked.has(name))])].slice(0, REMEMBERED));
}

interface ClosesPage {
  readonly days: readonly (CloseTotals & { readonly isChanged: boolean })[];
  /** The last day of this page, from which the next page continues; null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Lists closed days, newest first, each with its last close.
 * @param input.cursor the day after which the page begins
 */
export async function listClosedDays(
  ctx: Ctx,
  { cursor, limit, asker }: { readonly cursor?: string | undefined; readonly limit: number; readonly asker: Asker },
): Promise<ClosesPage> {
  const own = eq(dayCloses.workspaceSeq, ctx.workspace.seq);
  const rows = ctx.storage.read
    .select(WITH_METHODS)
    .from(dayCloses)
    .where(and(own, cursor === undefined ? undefined : lt(dayCloses.day, cursor), IS_LAST))
    .orderBy(desc(dayCloses.day))
    .limit(limit + 1)
    .all();
  const days: ClosesPage['days'][number][] = [];
  for (const close of named(ctx, rows.slice(0, limit))) {
    const { methods, ...totals } = withMethods(close);
    const sums = await sumDay(ctx, close.day, close.timeZone, asker);
    days.push({ ...totals, isChanged: changesSince({ ...totals, methods }, sums).length > 0 });
  }
  return { days, nextCursor: rows.length > limit ? (days.at(-1)?.day ?? null) : null };
}

const IS_LAST = sql`NOT EXISTS (SELECT 1 FROM day_closes AS later WHERE later.workspace_seq = ${dayCloses.workspaceSeq}
  AND later.day = ${dayCloses.day} AND later.seq > ${dayCloses.seq})`;

/** Lists the closes with a lower seq than `before`, newest first. Earlier closes of the same day are included. */
export function listCloses(
  ctx: Ctx,
  { before, limit }: { readonly before: number; readonly limit: number },
): CloseTotals[] {
  const earlier = and(eq(dayCloses.workspaceSeq, ctx.workspace.seq), lt(dayCloses.seq, before));
  const rows = ctx.storage.read.select(TOTALS).from(dayCloses).where(earlier).orderBy(desc(dayCloses.seq)).limit(limit);
  return named(ctx, rows.all());
}
