/**
 * A mirror reads an order again only when an event arrives. After a change without an event, it would stay wrong
 * forever (contract, section 5).
 */

import { expect, test } from 'bun:test';
import { bringTable } from '../support/await-import.ts';
import { eventTypes, expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev']);

const make = async (extra: Record<string, unknown> = {}): Promise<string> => (await placeOrder(shop.api, extra)).id;
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;

async function readOf(id: string): Promise<string> {
  const { status, headers, body } = await shop.api.get(`/api/v1/orders/${id}`);
  const { requestId: _, ...answer } = body;
  return JSON.stringify({ status, etag: headers.get('etag'), answer });
}

interface ActEffect {
  readonly types: readonly string[];
  readonly isChanged: boolean;
}

/**
 * Runs an action. Returns the types of the events that it sent, and whether the API's answer about the order changed.
 */
async function toldBy(id: string, act: () => Promise<unknown>): Promise<ActEffect> {
  const [events, read] = [eventTypes(shop, id), await readOf(id)];
  await act();
  return { types: eventTypes(shop, id).slice(events.length), isChanged: (await readOf(id)) !== read };
}

const once = (type: string): ActEffect => ({ types: [type], isChanged: true });
const NOTHING: ActEffect = { types: [], isChanged: false };

test('each payment action at the desk sends one event and changes the ETag', async () => {
  const id = await make();
  const at = `${shop.base}/orders/${id}/payments`;
  const [form, sentUnder] = [{ pending: true, amount: 10 }, { 'idempotency-key': crypto.randomUUID() }];
  let paymentId = '';
  const act = async (what: string, more: object = {}) => {
    const { version } = await pageOf(id);
    return expectOk(await owner.post(`${at}/${paymentId}/${what}`, { version, ...more }));
  };
  const add = async () => {
    paymentId = expectOk(await owner.post(at, form, sentUnder)).order.payments[0].id;
  };
  const waits = ({ order }: { order: { payments: readonly { id: string; status: string }[] } }) => {
    paymentId = order.payments.find(({ status }) => status === 'pending')?.id ?? '';
  };
  expect(await toldBy(id, add)).toEqual(once('order.updated'));
  expect(await toldBy(id, add)).toEqual(NOTHING);
  expect(await toldBy(id, () => act('confirm'))).toEqual(once('order.payment.created'));
  expect(await toldBy(id, () => act('confirm'))).toEqual(NOTHING);
  expect(await toldBy(id, () => act('edit', { amount: 20 }))).toEqual(once('order.updated'));
  expect(await toldBy(id, () => act('edit', { amount: 20 }))).toEqual(NOTHING);
  expect(await toldBy(id, () => act('refund', { amount: 5 }))).toEqual(once('order.updated'));
  expect(await toldBy(id, () => act('refund', { amount: 15 }))).toEqual(once('order.updated'));
  expect(await toldBy(id, () => act('undo', { amount: 15 }))).toEqual(once('order.updated'));
  expect(await toldBy(id, () => act('undo', { amount: 5 }))).toEqual(once('order.updated'));
  expect(await toldBy(id, async () => waits(await act('undo')))).toEqual(once('order.updated'));
  expect(await toldBy(id, () => act('confirm'))).toEqual(once('order.payment.created'));
  expect(await toldBy(id, () => act('remove'))).toEqual(once('order.updated'));
  expect(await toldBy(id, () => act('remove'))).toEqual(NOTHING);
});

test('each change of orders at the desk, and each undo, sends one event for each order', async () => {
  const id = await make();
  const post = (path: string, body: object) => () => owner.post(`${shop.base}/orders${path}`, body).then(expectOk);
  const edit = post(`/${id}/update`, { data: { platform: 'phone' } });
  expect(await toldBy(id, edit)).toEqual(once('order.updated'));
  expect(await toldBy(id, edit)).toEqual(NOTHING);
  expect(await toldBy(id, post(`/${id}/remove`, {}))).toEqual(once('order.deleted'));
  expect(await toldBy(id, post(`/${id}/restore`, {}))).toEqual(once('order.updated'));
  expect(await toldBy(id, post(`/${id}/restore`, {}))).toEqual(NOTHING);
  const closed = 'status-closed';
  expect(await toldBy(id, post('/statuses', { ids: [id], statusId: closed }))).toEqual(once('order.status.changed'));
  expect(await toldBy(id, post('/statuses', { ids: [id], statusId: closed }))).toEqual(NOTHING);
  const undone = { statusId: closed, orders: [{ id, statusId: 'status-new' }] };
  expect(await toldBy(id, post('/statuses/undo', undone))).toEqual(once('order.status.changed'));
  expect(await toldBy(id, post('/remove', { ids: [id] }))).toEqual(once('order.deleted'));
  expect(await toldBy(id, post('/restore', { ids: [id] }))).toEqual(once('order.updated'));
});

test('a change that the API does not show in an order sends no event', async () => {
  const id = await make({ statusId: 'status-in-progress' });
  const post = (path: string, body: object) => () => owner.post(`${shop.base}${path}`, body).then(expectOk);
  const status = { id: 'ready', name: 'Ready', tone: 'teal', group: 'work', writesOffStock: false };
  expect(await toldBy(id, post('/flows/orders', status))).toEqual(NOTHING);
  const off = { name: 'Renamed', active: false };
  expect(await toldBy(id, post('/flows/orders/status-in-progress/update', off))).toEqual(NOTHING);
  expect(await toldBy(id, post('/flows/orders/status-in-progress/update', { active: true }))).toEqual(NOTHING);
  expect(await toldBy(id, post('/flows/orders/ready/remove', {}))).toEqual(NOTHING);
  expect(await toldBy(id, post('/settings/profile', { timeZone: 'Pacific/Apia' }))).toEqual(NOTHING);
  const exported = await (await owner.fetch(`${shop.base}/orders/export?rows=items`)).text();
  const changed = exported.replaceAll('Букет', 'Пион');
  const bring = () => bringTable(owner, shop.base, 'orders/import?tell=1', changed);
  expect(await toldBy(id, bring)).toEqual(NOTHING);
});
