import { expect, test } from 'bun:test';
import { readTimeline } from '../../src/orders/desk/timeline.ts';
import { getOrder, updateOrder } from '../../src/orders/index.ts';
import { webhookEndpoints } from '../../src/storage/index.ts';
import { EVENT_TYPES } from '../../src/webhooks/index.ts';
import { addOrder, openTestStore } from '../support/store.ts';

test.each([
  [100, 10],
  [40, 25],
  [2, 30],
])('with %i endpoints an order’s page shows the delivery results of its last %i events', async (endpoints, told) => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const common = { workspaceSeq: store.workspace.seq, url: 'https://203.0.113.9/', secret: 'whsec_', enabled: true };
  await store.storage.write((tx) => {
    const events = EVENT_TYPES.join(' ');
    const one = () => ({ ...common, id: tx.newId(), events, createdAt: 0, updatedAt: 0 });
    return tx.db
      .insert(webhookEndpoints)
      .values(Array.from({ length: endpoints }, one))
      .run();
  });
  const id = await addOrder(ctx);
  for (let at = 1; at < 30; at += 1) await updateOrder(ctx, { id, data: { platform: `Site ${at}` } });
  const counts = readTimeline(ctx, getOrder(ctx, id).order.seq).map(({ events }) => events[0]?.deliveries.length);
  expect(counts).toEqual([...Array(30 - told).fill(0), ...Array(told).fill(endpoints)]);
});
