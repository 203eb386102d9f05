import { and, asc, between, count, eq, gte, inArray, isNull, lt, max, min, or, type SQL, sql } from 'drizzle-orm';
import { AppError, firstIdAt, nextTurn } from '../base/index.ts';
import { type Db, deliveries, events } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type EndpointRow, findEndpoint } from './endpoints.ts';
import { splitEventTypes } from './events.ts';

/** The number of events that an endpoint did not get. */
interface MissedCounts {
  /** Deliveries given up after the last attempt. */
  readonly failed: number;
  /** Events from while the endpoint was off or suspended, which had no delivery. */
  readonly missed: number;
}

/** The fields of an endpoint that decide which events it gets. */
type EndpointSpan = Pick<EndpointRow, 'seq' | 'workspaceSeq' | 'createdAt' | 'events'>;

/** Matches the delivery of an event to the endpoint; an event may have no such delivery. */
export const deliveryHere = (endpoint: Pick<EndpointRow, 'seq'>): SQL | undefined =>
  and(eq(deliveries.endpointSeq, endpoint.seq), eq(deliveries.eventSeq, events.seq));

/**
 * The condition on failed or missed events. They have a type that the endpoint selects and are not older than the
 * endpoint. None of them waits or has arrived. Counting and sending share this definition. Use it together with
 * `deliveryHere`.
 */
export const isMissed = (endpoint: EndpointSpan, sinceMs: number): SQL | undefined =>
  and(
    eq(events.workspaceSeq, endpoint.workspaceSeq),
    gte(events.occurredAt, Math.max(sinceMs, endpoint.createdAt)),
    inArray(events.type, [...splitEventTypes(endpoint.events)]),
    or(isNull(deliveries.state), eq(deliveries.state, 'failed')),
  );

/** Events read before others have their turn: a few milliseconds. */
const LOOKED_AT = 1_000;
/** The most events to count at once, in the time needed if all of them have a delivery. */
const WHOLE_AT_ONCE = 8_000;

/**
 * The end of a step that begins at an id. It goes through the events of all workspaces. Ids ascend with creation, so
 * their index also orders by time.
 *
 * @returns the id at which the following step begins; undefined after the last step
 */
export const endOfStep = (db: Db, fromId: string, most = LOOKED_AT): string | undefined =>
  db
    .select({ id: events.id })
    .from(events)
    .where(gte(events.id, fromId))
    .orderBy(asc(events.id))
    .limit(1)
    .offset(most)
    .get()?.id;

/**
 * The end of an open range. Without an end SQLite assumes a range so large that it reads all events instead of the
 * index.
 */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Events of one step. */
export const inStep = (fromId: string, endId: string | undefined): SQL | undefined =>
  and(gte(events.id, fromId), lt(events.id, endId ?? LAST_ID));

/**
 * Counts the events that `resendMissed` would send. Works in steps, so that others have their turn meanwhile.
 *
 * @throws not_found
 */
export async function countMissed(
  { storage, workspace }: ReadCtx,
  { id, sinceMs }: { readonly id: string; readonly sinceMs: number },
): Promise<MissedCounts> {
  const total = { failed: 0, missed: 0 };
  let most = LOOKED_AT;
  let fromId: string | undefined = firstIdAt(sinceMs);
  while (fromId !== undefined) {
    await nextTurn(workspace.seq);
    const endpoint = findEndpoint(storage.read, workspace, id);
    if (endpoint === undefined) throw new AppError({ rule: 'no_endpoint' });
    fromId = laterOf(fromId, firstIdAt(endpoint.createdAt));
    const endId = endOfStep(storage.read, fromId, most);
    const events = inStep(fromId, endId);
    const whole = findWhole(storage.read, endpoint, events);
    // A long step in which only some events have a delivery is repeated in short steps.
    if (whole !== undefined || most === LOOKED_AT) {
      const step = countIn(storage.read, endpoint, sinceMs, { events, whole });
      total.failed += step.failed;
      total.missed += step.missed;
      fromId = endId;
    }
    most = whole === undefined ? LOOKED_AT : Math.min(WHOLE_AT_ONCE, 2 * most);
  }
  return total;
}

const laterOf = (a: string, b: string): string => (a < b ? b : a);

interface Step {
  /** The condition for all events in a range of ids, made by `inStep`. */
  readonly events: SQL | undefined;
  /** The result of `findWhole`. */
  readonly whole: SQL | undefined;
}

export const countStep = (db: Db, endpoint: EndpointSpan, sinceMs: number, events: SQL | undefined): MissedCounts =>
  countIn(db, endpoint, sinceMs, { events, whole: findWhole(db, endpoint, events) });

function countIn(db: Db, endpoint: EndpointSpan, sinceMs: number, { events: step, whole }: Step): MissedCounts {
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
 * The deliveries of a step in which each event has one to this endpoint; else undefined. Two counts decide without
 * reading an event: the seqs have no gap, and there are as many deliveries as events.
 */
function findWhole(db: Db, endpoint: EndpointSpan, step: SQL | undefined): SQL | undefined {
  const { n, first, last } = db
    .select({ n: count(), first: min(events.seq), last: max(events.seq) })
    .from(events)
    .where(step)
    .get() ?? { n: 0, first: null, last: null };
  if (first === null || last === null || last - first + 1 !== n) return undefined;
  const here = and(eq(deliveries.endpointSeq, endpoint.seq), between(deliveries.eventSeq, first, last));
  return db.select({ n: count() }).from(deliveries).where(here).get()?.n === n ? here : undefined;
}

/** The number of failed deliveries among these. They are few, so they are found first, and then their events. */
const countFailed = (db: Db, endpoint: EndpointSpan, sinceMs: number, here: SQL): number =>
  db
    .select({ n: count() })
    .from(deliveries)
    .crossJoin(events)
    .where(and(here, eq(deliveries.state, 'failed'), eq(events.seq, deliveries.eventSeq), isMissed(endpoint, sinceMs)))
    .get()?.n ?? 0;
