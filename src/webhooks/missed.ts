import { and, count, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { AppError, firstIdAt, giveWay } from '../base/index.ts';
import { deliveries, events, type Storage } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type EndpointRow, findEndpoint } from './endpoints.ts';
import { splitEventTypes } from './events.ts';

/** How many events an endpoint did not get. */
export interface Missed {
  /** Given up after the last attempt. */
  readonly failed: number;
  /** Occurred while the endpoint was off or suspended, and had no delivery. */
  readonly missed: number;
}

/** An event's delivery to the endpoint, if it has one. */
export const deliveryHere = (endpoint: Pick<EndpointRow, 'seq'>): SQL | undefined =>
  and(eq(deliveries.endpointSeq, endpoint.seq), eq(deliveries.eventSeq, events.seq));

/**
 * What failed or was missed: of the types that the endpoint has selected, not older than itself; what waits or has
 * arrived is not meant. The one definition, for counting and for sending. Holds beside `deliveryHere`.
 */
export const isMissed = (endpoint: EndpointRow, sinceMs: number): SQL | undefined =>
  and(
    eq(events.workspaceSeq, endpoint.workspaceSeq),
    gte(events.occurredAt, Math.max(sinceMs, endpoint.createdAt)),
    inArray(events.type, [...splitEventTypes(endpoint.events)]),
    or(isNull(deliveries.state), eq(deliveries.state, 'failed')),
  );

const DAY_MS = 86_400_000;
const NEVER_MS = 2 ** 47;

/**
 * Counts what `resendMissed` would send. Day by day, so that others have their turn meanwhile.
 *
 * @param nowMs milliseconds since the epoch
 * @throws not_found
 */
export async function countMissed(
  storage: Storage,
  workspace: Workspace,
  id: string,
  sinceMs: number,
  nowMs: number,
): Promise<Missed> {
  const total = { failed: 0, missed: 0 };
  let fromMs = sinceMs;
  for (let last = false; !last; ) {
    const endpoint = findEndpoint(storage.read, workspace, id);
    if (endpoint === undefined) throw new AppError('not_found', 'There is no such endpoint in this workspace.');
    fromMs = Math.max(fromMs, endpoint.createdAt);
    last = fromMs + DAY_MS >= nowMs;
    // Ids never run backwards, not even where the clock does: the last step is open at its end.
    const step = countBetween(storage, endpoint, sinceMs, [fromMs, last ? NEVER_MS : fromMs + DAY_MS]);
    total.failed += step.failed;
    total.missed += step.missed;
    fromMs += DAY_MS;
    await giveWay();
  }
  return total;
}

function countBetween(
  storage: Storage,
  endpoint: EndpointRow,
  sinceMs: number,
  [fromMs, toMs]: readonly [number, number],
): Missed {
  const row = storage.read
    .select({ all: count(), failed: sql<number>`coalesce(sum(${deliveries.state} = 'failed'), 0)` })
    .from(events)
    .leftJoin(deliveries, deliveryHere(endpoint))
    // Ids are in the order of their birth, so that their index serves as one of time.
    .where(and(gte(events.id, firstIdAt(fromMs)), lt(events.id, firstIdAt(toMs)), isMissed(endpoint, sinceMs)))
    .get();
  const failed = row?.failed ?? 0;
  return { failed, missed: (row?.all ?? 0) - failed };
}
