import { and, eq, isNull } from 'drizzle-orm';
import {
  deliveries,
  events,
  given,
  givenEach,
  insertedSeq,
  prepared,
  type Tx,
  webhookEndpoints,
} from '../storage/index.ts';
import { hasAutomation, type Workspace } from '../workspaces/index.ts';
import { eventBody, type OrderEvent, splitEventTypes } from './events.ts';
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
  insertDelivery: db
    .insert(deliveries)
    .values({
      ...givenEach('endpointSeq', 'eventSeq'),
      state: 'pending',
      attempts: 0,
      dueAt: DUE_AT_ONCE,
    })
    .prepare(),
}));

/**
 * Adds an event to the outbox, within the transaction of its change. Writes the event's row with the final bytes. Each
 * endpoint that selects the event's type gets a delivery, due at once. No delivery is written while webhooks are off,
 * the plan is below Pro or the endpoint is suspended. The event is stored nevertheless (contract, section 5), and the
 * change is added to the feed.
 *
 * @param order the order after the change
 * @returns the event's seq
 */
export function publish(tx: Tx, workspace: Workspace, order: ChangedOrder, event: OrderEvent): number {
  const { insertEvent, enabledEndpoints, insertDelivery } = statements(tx.db);
  const id = tx.newId(workspace.seq);
  const inserted = insertEvent.run({
    id,
    workspaceSeq: workspace.seq,
    orderSeq: order.seq,
    type: event.type,
    body: eventBody(id, event, tx.now),
    occurredAt: tx.now,
  });
  const eventSeq = insertedSeq(inserted);
  noteChange(tx, workspace.seq, { ...order, num: event.order.num }, event.type);
  tx.notify('orders', workspace.seq);
  if (!workspace.webhooksEnabled || !hasAutomation(workspace)) return eventSeq;
  for (const endpoint of enabledEndpoints.all({ workspaceSeq: workspace.seq })) {
    if (!splitEventTypes(endpoint.events).includes(event.type)) continue;
    insertDelivery.run({ endpointSeq: endpoint.seq, eventSeq });
    countWaiting(tx, endpoint.seq, 1);
    tx.notify('deliveries', endpoint.seq);
  }
  return eventSeq;
}
