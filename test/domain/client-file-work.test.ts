import { expect, test } from 'bun:test';
import { clientFile } from '../../src/forgetting/index.ts';
import { addNote } from '../../src/inquiries/index.ts';
import { recordPayment, updateOrder } from '../../src/orders/index.ts';
import { EVENT_TYPES } from '../../src/webhooks/index.ts';
import { countWork } from '../support/count-work.ts';
import { oldEndpoint } from '../support/old-rows.ts';
import { addInquiry, addOrder, openTestStore, type TestStore } from '../support/store.ts';

const PHONE = '+79161234567';
const [ENDPOINTS, CHANGES] = [30, 60];

async function read({ ctx, storage }: TestStore) {
  using counter = await countWork(storage.path);
  let pieces: readonly string[] = [];
  const { statements } = await counter.of(() => {
    pieces = [...clientFile(ctx(), { phone: PHONE }, 0)];
  });
  return { statements, file: JSON.parse(pieces.join('')), longest: Math.max(...pieces.map(({ length }) => length)) };
}

test('the export of a client’s file reads the webhook deliveries of at most ten changes at a time', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < ENDPOINTS; at += 1) await oldEndpoint(store, { events: EVENT_TYPES.join(' ') });
  const id = await addOrder(store.ctx(), { client: { phone: PHONE } });
  for (let at = 1; at < CHANGES; at += 1) await updateOrder(store.ctx(), { id, data: { platform: `${at}` } });
  const { statements, file, longest } = await read(store);
  const [order] = file.orders;
  expect([order.deliveries.length, order.history.length]).toEqual([ENDPOINTS * CHANGES, CHANGES]);
  expect(order.deliveries.at(-1)).toMatchObject({ type: 'order.updated', to: '127.0.0.1:9', state: 'pending' });
  const sent = statements.filter(({ sql }) => sql.includes('"deliveries"'));
  expect(Math.max(...sent.map(({ rows }) => rows))).toBe(10 * ENDPOINTS);
  expect(longest).toBeLessThan(2_000);
});

test('each payment and each note of an inquiry is written to a client’s file as a separate piece', async () => {
  await using store = await openTestStore();
  const text = 'x'.repeat(4_000);
  const id = await addOrder(store.ctx(), { client: { phone: PHONE } });
  const inquiry = await addInquiry(store.ctx(), { phone: PHONE });
  for (let at = 0; at < CHANGES; at += 1) {
    await recordPayment(store.ctx(), { id, paymentId: `${at}`, amount: 1, providerData: { text } });
    await addNote(store.ctx(), { id: inquiry, text });
  }
  const { statements, file, longest } = await read(store);
  expect(file.orders[0].payments.map((one: { externalId: string }) => one.externalId)).toEqual(
    Array.from({ length: CHANGES }, (_, at) => `${at}`),
  );
  expect(file.orders[0].payments[0].providerData).toEqual({ text });
  expect(file.inquiries[0].history.map(({ kind }: { kind: string }) => kind)).toEqual([
    'created',
    ...Array(CHANGES).fill('noted'),
  ]);
  expect(Object.keys(file.inquiries[0].history[1])).toEqual(['at', 'kind', 'by', 'note']);
  const noted = statements.filter(({ sql }) => sql.includes('"inquiry_history"') && sql.includes('"number"'));
  expect(Math.max(...noted.map(({ rows }) => rows))).toBe(20);
  expect(longest).toBeLessThan(2 * text.length);
});
