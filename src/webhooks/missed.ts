import { and, asc, between, count, eq, gte, inArray, isNull, lt, max, min, or, type SQL, sql } from 'drizzle-orm';
import { firstIdAt, nextTurn } from '../base/index.ts';
import { type Db, deliveries, events } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type EndpointRow, getEndpoint } from './endpoints.ts';
import { splitEventTypes } from './events.ts';

export interface MissedCounts {
  /** The number of deliveries given up after the last attempt. */
  readonly failed: number;
  /** The number of events that have no delivery, because the endpoint was off or suspended when they occurred. */
  readonly missed: number;
}

type EndpointSpan = Pick<EndpointRow, 'seq' | 'workspaceSeq' | 'createdAt' | 'events'>;

/**
 * Returns the join condition for an event's delivery to the endpoint. An event may have no delivery, so use a left
 * join.
 */
export const deliveryHere = (endpoint: Pick<EndpointRow, 'seq'>): SQL | undefined =>
  and(eq(deliveries.endpointSeq, endpoint.seq), eq(deliveries.eventSeq, events.seq));

/**
 * Returns the SQL condition for events of the endpoint's types that failed or were missed since `sinceMs`. Counting and
 * resending share it. Use it together with `deliveryHere`.
 */
export const isMissed = (endpoint: EndpointSpan, sinceMs: number): SQL | undefined =>
  and(
    eq(events.workspaceSeq, endpoint.workspaceSeq),
    gte(events.occurredAt, Math.max(sinceMs, endpoint.createdAt)),
    inArray(events.type, [...splitEventTypes(endpoint.events)]),
    or(isNull(deliveries.state), eq(deliveries.state, 'failed')),
  );

/**
 * The maximum number of events that one short step covers when missed events are counted or sent again. Such a step
 * takes a millisecond or two.
 */
const LOOKED_AT = 250;
/**
 * The maximum number of events that one long step covers. If a long step finds a failed or missing delivery, its events
 * are read again in short steps.
 */
const WHOLE_AT_ONCE = 8_000;

/**
 * Finds the end of a step: skips `most` events, starting at `fromId`, and returns the next event's id. The events of
 * all workspaces count. Returns undefined if no event follows. The order of ids is the order of creation.
 */
export const endOfStep = (db: Db, fromId: string, most: number): string | undefined =>
  db
    .select({ id: events.id })
    .from(events)
    .where(gte(events.id, fromId))
    .orderBy(asc(events.id))
    .limit(1)
    .offset(most)
    .get()?.id;

/** The end of a range without an end id. Without an upper bound, SQLite reads all events instead of the index. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface StepBounds {
  readonly fromId: string;
  readonly endId: string | undefined;
}

export const inStep = ({ fromId, endId }: StepBounds): SQL | undefined =>
  and(gte(events.id, fromId), lt(events.id, endId ?? LAST_ID));

export interface AskedMissed {
  readonly id: string;
  readonly sinceMs: number;
}

/** Counts the events that `resendMissed` would send. @throws not_found */
export async function countMissed(ctx: ReadCtx, asked: AskedMissed): Promise<MissedCounts> {
  const steps = await findMissed(ctx, asked);
  return steps.reduce((all, one) => ({ failed: all.failed + one.failed, missed: all.missed + one.missed }), NONE);
}

const NONE: MissedCounts = { failed: 0, missed: 0 };

export interface MissedStep extends StepBounds, MissedCounts {}

/**
 * Finds short ranges of events with failed or missed deliveries. Other requests are served between ranges.
 * @throws not_found
 */
export async function findMissed({ storage, workspace }: ReadCtx, { id, sinceMs }: AskedMissed): Promise<MissedStep[]> {
  const found: MissedStep[] = [];
  let most = LOOKED_AT;
  for (let fromId: string | undefined = firstIdAt(sinceMs); fromId !== undefined; ) {
    await nextTurn(workspace.seq);
    const endpoint = getEndpoint(storage.read, workspace, id);
    fromId = laterOf(fromId, firstIdAt(endpoint.createdAt));
    const step: StepBounds = { fromId, endId: endOfStep(storage.read, fromId, most) };
    const events = inStep(step);
    const whole = findWhole(storage.read, endpoint, events);
    const isShort = most === LOOKED_AT;
    const counts = whole === undefined && !isShort ? NONE : countIn(storage.read, endpoint, sinceMs, { events, whole });
    const isAny = counts.failed + counts.missed > 0;
    if (isAny && isShort) found.push({ ...step, ...counts });
    // A long step is accepted only if every event in it has a delivery and no delivery failed. Otherwise the same
    // events are read again in short steps.
    const isClear = whole !== undefined && !isAny;
    if (isClear || isShort) fromId = step.endId;
    most = isClear ? Math.min(WHOLE_AT_ONCE, 2 * most) : LOOKED_AT;
  }
  return found;
}

const laterOf = (a: string, b: string): string => (a < b ? b : a);

interface Step {
  readonly events: SQL | undefined;
  /** The result of `findWhole`. */
  readonly whole: SQL | undefined;
}

export function countIn(db: Db, endpoint: EndpointSpan, sinceMs: number, { events: step, whole }: Step): MissedCounts {
  if (whole !== undefined) return { failed: countFailed(db, endpoint, sinceMs, whole), missed: 0 };
  const row = db
    .select({ all: count(), failed: sql<number>`coalesce(sum(${deliveries.state} = 'failed'), 0)` })
    .from(events)
    .leftJoin(deliveries, deliveryHere(endpoint))
    .where(and(step, isMissed(endpoint, sinceMs)))
    .get();
  const failed = row?.failed ?? 0;
  return { failed, missed: (row?.all ?? 0) - failed };
}

/**
 * Returns the condition for the deliveries of a step as a range of event seqs, which SQLite counts quickly. Returns
 * undefined if the seqs have a gap, or if an event has no delivery to this endpoint.
 */
export function findWhole(db: Db, endpoint: EndpointSpan, step: SQL | undefined): SQL | undefined {
  const { n, first, last } = db
    .select({ n: count(), first: min(events.seq), last: max(events.seq) })
    .from(events)
    .where(step)
    .get() ?? { n: 0, first: null, last: null };
  if (first === null || last === null || last - first + 1 !== n) return undefined;
  const here = and(eq(deliveries.endpointSeq, endpoint.seq), between(deliveries.eventSeq, first, last));
  return db.select({ n: count() }).from(deliveries).where(here).get()?.n === n ? here : undefined;
}

/**
 * Counts the failed deliveries that meet the condition `here`. Failed deliveries are few. So the query finds them
 * first, and then reads only their events.
 */
const countFailed = (db: Db, endpoint: EndpointSpan, sinceMs: number, here: SQL): number =>
  db
    .select({ n: count() })
    .from(deliveries)
    .crossJoin(events)
    .where(and(here, eq(deliveries.state, 'failed'), eq(events.seq, deliveries.eventSeq), isMissed(endpoint, sinceMs)))
    .get()?.n ?? 0;
