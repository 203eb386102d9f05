import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import { parseLegible } from '../../base/index.ts';
import { events, ORDER_CHANGES, orderHistory } from '../../storage/index.ts';
import { deliveriesOf, type EndpointDelivery } from '../../webhooks/index.ts';
import { type Authorship, type Changes, type Ctx, namesOf, readNewest } from '../../workspaces/index.ts';
import type { OrderChangeKind } from '../history.ts';
import { bytesOf } from '../text-bytes.ts';

export interface TimelineEntry extends Authorship {
  readonly version: number;
  readonly kind: OrderChangeKind;
  readonly changes: Changes | null;
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly deliveries: readonly EndpointDelivery[];
  }[];
}

/**
 * The maximum number of events of one change: creating an order publishes one, and one for each of at most 100
 * payments.
 */
const EVENTS_OF_ONE_CHANGE = 101;

export const CHANGE_BYTES = bytesOf(orderHistory.changes);

/** Reads the latest changes of an order, oldest first. Both their number and their size have a limit. */
export function readTimeline(ctx: Ctx, orderSeq: number): TimelineEntry[] {
  const db = ctx.storage.read;
  const ofOrder = eq(orderHistory.orderSeq, orderSeq);
  const newest = desc(orderHistory.version);
  const rows = readNewest(
    (most) => db.select({ bytes: CHANGE_BYTES }).from(orderHistory).where(ofOrder).orderBy(newest).limit(most).all(),
    (most) => db.select().from(orderHistory).where(ofOrder).orderBy(newest).limit(most).all(),
  );
  const actors = rows.map((row) => ({ type: row.actorType, id: row.actorId }));
  const names = namesOf(ctx, actors);
  const published = publishedBy(ctx, orderSeq, rows);
  const seqs = published.flat().map(({ seq }) => seq);
  const deliveries = deliveriesOf(ctx, seqs);
  return rows.map((row, index) => ({
    version: row.version,
    kind: ORDER_CHANGES.find((kind) => kind === row.kind) ?? 'updated',
    at: row.at,
    actor: { type: row.actorType, id: row.actorId },
    actorName: names.get(row.actorId ?? '') ?? null,
    requestId: row.requestId,
    changes: row.changes === null ? null : parseLegible<Changes>(row.changes),
    events: (published[index] ?? []).map(({ seq, id, type }) => ({ id, type, deliveries: deliveries.get(seq) ?? [] })),
  }));
}

/**
 * Finds the events that each change published. A change's row names its first event; the rest follow in consecutive
 * seqs, up to an event that another row names.
 */
function publishedBy(ctx: Ctx, orderSeq: number, rows: readonly { kind: string; eventSeq: number | null }[]) {
  const named = new Set(rows.map(({ eventSeq }) => eventSeq));
  return rows.map(({ kind, eventSeq }) => {
    if (eventSeq === null) return [];
    const found = eventsFrom(ctx, eventSeq, kind === 'created' ? EVENTS_OF_ONE_CHANGE : 1);
    const next = found.findIndex(
      ({ seq, ...event }) => event.orderSeq !== orderSeq || (seq !== eventSeq && named.has(seq)),
    );
    return next === -1 ? found : found.slice(0, next);
  });
}

const eventsFrom = (ctx: Ctx, eventSeq: number, atMost: number) =>
  ctx.storage.read
    .select({ seq: events.seq, id: events.id, type: events.type, orderSeq: events.orderSeq })
    .from(events)
    .where(and(gte(events.seq, eventSeq), lt(events.seq, eventSeq + atMost)))
    .orderBy(asc(events.seq))
    .all();
