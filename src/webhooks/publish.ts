import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  deliveries,
  events,
  given,
  givenEach,
  type InPieces,
  insertedSeq,
  prepared,
  type Tx,
  webhookEndpoints,
} from '../storage/index.ts';
import { hasAutomation, type Workspace } from '../workspaces/index.ts';
import { type EventType, eventBody, type OrderEvent, splitEventTypes } from './events.ts';
import { type ChangedOrder, noteChange } from './feed.ts';
import { DUE_AT_ONCE } from './retry-policy.ts';
import { countWaiting } from './waiting.ts';

const statements = prepared((db) => ({
  insertEvent: db
    .insert(events)
    .values(givenEach('id', 'workspaceSeq', 'orderSeq', 'type', 'body', 'occurredAt'))
    .prepare(),
  enabledEndpoints: db
    .select({ seq: webhookEndpoints.seq, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceSeq, given('workspaceSeq')),
        eq(webhookEndpoints.enabled, true),
        isNull(webhookEndpoints.suspendedAt),
        isNull(webhookEndpoints.removedAt),
      ),
    )
    .prepare(),
  /** The SELECT has a value for each column of the table, in the table's order. */
  insertDeliveries: db
    .insert(deliveries)
    .select(
      sql`SELECT endpoint.value, event.value, 'pending', 0, ${sql.raw(String(DUE_AT_ONCE))}, NULL, NULL, NULL
        FROM json_each(${given('endpointSeqs')}) AS endpoint CROSS JOIN json_each(${given('eventSeqs')}) AS event`,
    )
    .prepare(),
}));

/**
 * Adds an event to the outbox, within the transaction of its change. Writes the event's row with the body as it is
 * sent. Each endpoint that selects the event's type gets a delivery, due at once. No delivery is written while webhooks
 * are off, the plan is below Pro or the endpoint is suspended. The event is stored nevertheless (contract, section 5),
 * and the change is added to the feed.
 * @param order the order after the change
 * @returns the event's seq
 */
export function publish(tx: Tx, workspace: Workspace, order: ChangedOrder, event: OrderEvent): number {
  const eventSeq = storeEvent(tx, workspace, order, event);
  for (const part of partsOf(tx, workspace, [{ eventSeq, type: event.type }])) deliver(tx, part);
  return eventSeq;
}

/**
 * The maximum number of deliveries that are written before other requests are served. Writing this many takes some 3
 * ms. Ordinary changes write fewer deliveries, so they need no pause.
 */
const PIECE = 2_000;

/**
 * Adds the events of one change, each in the same way as {@link publish}. An order may be created with a hundred
 * payments, and each event may have a hundred deliveries. So the deliveries are written in parts, and the server
 * answers other requests after each part.
 * @returns the seqs of the events
 */
export function* publishAll(
  tx: Tx,
  workspace: Workspace,
  order: ChangedOrder,
  all: readonly OrderEvent[],
): InPieces<readonly number[]> {
  const stored = all.map((event) => ({ eventSeq: storeEvent(tx, workspace, order, event), type: event.type }));
  let written = 0;
  for (const part of partsOf(tx, workspace, stored)) {
    const size = part.endpointSeqs.length * part.eventSeqs.length;
    if (written + size > PIECE) {
      yield;
      written = 0;
    }
    deliver(tx, part);
    written += size;
  }
  return stored.map(({ eventSeq }) => eventSeq);
}

function storeEvent(tx: Tx, workspace: Workspace, order: ChangedOrder, event: OrderEvent): number {
  const id = tx.newId(workspace.seq);
  const inserted = statements(tx.db).insertEvent.run({
    id,
    workspaceSeq: workspace.seq,
    orderSeq: order.seq,
    type: event.type,
    body: eventBody(id, event, tx.now),
    occurredAt: tx.now,
  });
  noteChange(tx, workspace.seq, { ...order, num: event.order.num }, event.type);
  tx.notify('orders', workspace.seq);
  return insertedSeq(inserted);
}

interface StoredEvent {
  readonly eventSeq: number;
  readonly type: EventType;
}

/** Some deliveries: each of the events goes to each of the endpoints. */
interface Part {
  readonly endpointSeqs: readonly number[];
  readonly eventSeqs: readonly number[];
}

function partsOf(tx: Tx, workspace: Workspace, stored: readonly StoredEvent[]): readonly Part[] {
  if (!workspace.webhooksEnabled || !hasAutomation(workspace)) return [];
  const endpoints = statements(tx.db).enabledEndpoints.all({ workspaceSeq: workspace.seq });
  if (endpoints.length === 0) return [];
  const parts: Part[] = [];
  for (const type of new Set(stored.map((event) => event.type))) {
    const [endpointSeqs, eventSeqs]: [number[], number[]] = [[], []];
    for (const { seq, events } of endpoints) if (splitEventTypes(events).includes(type)) endpointSeqs.push(seq);
    for (const event of stored) if (event.type === type) eventSeqs.push(event.eventSeq);
    const most = Math.max(1, Math.floor(PIECE / eventSeqs.length));
    for (let at = 0; at < endpointSeqs.length; at += most) {
      parts.push({ endpointSeqs: endpointSeqs.slice(at, at + most), eventSeqs });
    }
  }
  return parts;
}

/**
 * Writes a delivery of each event to each endpoint, all with one statement. With one statement for each delivery,
 * 10,000 deliveries take four times as long. The rows are written in the table's order, which is faster.
 */
function deliver(tx: Tx, { endpointSeqs, eventSeqs }: Part): void {
  statements(tx.db).insertDeliveries.run({
    endpointSeqs: JSON.stringify(endpointSeqs),
    eventSeqs: JSON.stringify(eventSeqs),
  });
  for (const seq of endpointSeqs) {
    countWaiting(tx, seq, eventSeqs.length);
    tx.notify('deliveries', seq);
  }
}
