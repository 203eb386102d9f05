import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import { orderNotFound, parseStored } from '../../base/index.ts';
import { findWriteOff, type WriteOff } from '../../stock/index.ts';
import { events, orderHistory, payments } from '../../storage/index.ts';
import { type Delivered, deliveriesOf } from '../../webhooks/index.ts';
import { type Actor, type Changes, type Ctx, namesOf } from '../../workspaces/index.ts';
import { HISTORY_KINDS, type HistoryKind } from '../history.ts';
import { findOrder, type Order } from '../order.ts';
import type { Payment } from '../payment.ts';

/** One change of an order, and what became of telling others of it. */
export interface TimelineEntry {
  readonly kind: HistoryKind;
  readonly at: number;
  readonly actor: Actor;
  /** Of the key or person; null for the system, a command, or one that is gone. */
  readonly actorName: string | null;
  readonly requestId: string | null;
  readonly changes: Changes | null;
  readonly events: readonly { readonly id: string; readonly type: string; readonly deliveries: readonly Delivered[] }[];
}

export interface DeskOrder {
  /** Deleted ones too. */
  readonly order: Order;
  /** Oldest first; pending ones too, deleted ones not. */
  readonly payments: readonly Payment[];
  /** Oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** What the order took from stock, once it has. */
  readonly writeOff: WriteOff | undefined;
}

/** A create with all the payments that it may carry publishes so many events. */
const EVENTS_OF_ONE_CHANGE = 101;

/** All that the page of one order shows. @throws order_not_found */
export function getDeskOrder(ctx: Ctx, id: string): DeskOrder {
  const db = ctx.storage.read;
  const order = findOrder(db, ctx.workspace.seq, id);
  if (order === undefined) throw orderNotFound();
  const kept = db
    .select()
    .from(payments)
    .where(and(eq(payments.orderSeq, order.seq), inArray(payments.status, ['pending', 'confirmed', 'refunded'])))
    .orderBy(asc(payments.seq))
    .all();
  return { order, payments: kept, timeline: readTimeline(ctx, order.seq), writeOff: findWriteOff(db, order.seq) };
}

function readTimeline(ctx: Ctx, orderSeq: number): TimelineEntry[] {
  const db = ctx.storage.read;
  const rows = db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderSeq, orderSeq))
    .orderBy(asc(orderHistory.version))
    .all();
  const actors = rows.map((row) => ({ type: actorType(row.actorType), id: row.actorId }));
  const names = namesOf(ctx.storage, ctx.workspace, actors);
  const published = rows.map(({ kind, eventSeq }) =>
    eventSeq === null ? [] : eventsFrom(ctx, orderSeq, eventSeq, kind),
  );
  const seqs = published.flat().map(({ seq }) => seq);
  const deliveries = deliveriesOf(ctx.storage, ctx.workspace, seqs);
  return rows.map((row, index) => ({
    kind: HISTORY_KINDS.find((kind) => kind === row.kind) ?? 'updated',
    at: row.at,
    actor: { type: actorType(row.actorType), id: row.actorId },
    actorName: names.get(row.actorId ?? '') ?? null,
    requestId: row.requestId,
    changes: row.changes === null ? null : parseStored<Changes>(row.changes),
    events: (published[index] ?? []).map(({ seq, id, type }) => ({ id, type, deliveries: deliveries.get(seq) ?? [] })),
  }));
}

/** What one change published: its events follow each other without a gap, for one transaction wrote them. */
function eventsFrom(ctx: Ctx, orderSeq: number, eventSeq: number, kind: string) {
  const last = kind === 'created' ? eventSeq + EVENTS_OF_ONE_CHANGE : eventSeq;
  const rows = ctx.storage.read
    .select({ seq: events.seq, id: events.id, type: events.type, orderSeq: events.orderSeq })
    .from(events)
    .where(and(gte(events.seq, eventSeq), lte(events.seq, last)))
    .orderBy(asc(events.seq))
    .all();
  const next = rows.findIndex(
    (row, index) => row.orderSeq !== orderSeq || (index > 0 && row.type !== 'order.payment.created'),
  );
  return next === -1 ? rows : rows.slice(0, next);
}

export const actorType = (text: string): Actor['type'] =>
  (['key', 'person', 'command', 'system'] as const).find((type) => type === text) ?? 'system';
