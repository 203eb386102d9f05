import { beforeAll, expect, test } from 'bun:test';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--allow-private-webhooks', '--environment', 'dev']);
let flow: string;
beforeAll(async () => {
  flow = `${shop.base}/flows/orders`;
});

const make = async (extra: Record<string, unknown> = {}): Promise<string> => (await placeOrder(shop.api, extra)).id;
const set = async () => expectOk(await owner.get(flow));
const found = async (filter: string): Promise<string[]> =>
  expectOk(await owner.get(`${shop.base}/orders?filter=${encodeURIComponent(filter)}`)).orders.map(
    ({ id }: { id: string }) => id,
  );
const PACKED = { id: 'packed', name: 'Собран', tone: 'teal', group: 'work', writesOffStock: false };

// All tests of this file use one shop, and each test finds the state that the previous one left.

test('a new workspace has the four built-in statuses, named in the reader’s language', async () => {
  const { own, steps } = await set();
  expect(own).toBe(false);
  expect(steps.map(({ name }: { name: string }) => name)).toEqual(['New', 'In progress', 'Closed', 'Cancelled']);
  expectFailure(await owner.post(`${flow}/nope/update`, { name: 'X' }), 404, 'not_found');
  expectFailure(await owner.get(`${shop.base}/flows/nope`), 404, 'not_found');
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  const now = await set();
  expect([now.own, now.steps[0].name]).toEqual([false, 'Новый']);
});

test('a status that the shop added is shown everywhere, from the API to the board', async () => {
  using receiver = startReceiver();
  expectOk(await owner.post(`${shop.base}/webhooks`, { url: receiver.url, events: ['order.status.changed'] }));
  expectOk(await owner.post(flow, PACKED));
  const id = await make();
  expectOk(await shop.api.post('/api/v1/orders/status', { id, statusId: 'packed' }));
  await receiver.count(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '{}').data.status).toEqual({ id: 'packed', name: 'Собран' });
  const choices = expectOk(await owner.get(`${shop.base}/orders/choices`));
  expect(choices.statuses[2]).toMatchObject({ ...PACKED, active: true, orders: 1 });
  const { columns } = expectOk(await owner.get(`${shop.base}/orders/board`));
  expect(columns[2]).toMatchObject({ id: 'packed', name: 'Собран', count: 1 });
  const { order, statuses } = expectOk(await owner.get(`${shop.base}/orders/${id}`));
  expect(order.statusId).toBe('packed');
  expect(statuses[2]).toMatchObject({ tone: 'teal', group: 'work' });
});

test('an order counts as late after its due time, unless it is done or canceled', async () => {
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString();
  const late = await make({ date: day(-3) });
  const closed = await make({ date: day(-3), statusId: 'status-closed' });
  const ahead = await make({ date: day(3) });
  const lateOnes = await found('when=late');
  expect(lateOnes).toContain(late);
  expect(lateOnes).not.toContain(closed);
  expect(lateOnes).not.toContain(ahead);
  expect(await found('when=past')).toContain(closed);
  expect(await found('when=late&status=status-new')).toContain(late);
  expect(await found('when=late&status=status-closed')).toEqual([]);
  expectOk(await owner.post(`${flow}/status-closed/update`, { group: 'work' }));
  expect(await found('when=late')).toContain(closed);
  expectFailure(await owner.get(`${shop.base}/orders?filter=when%3Dever`), 422, 'validation_failed');
});

test('a refusal to delete a status suggests an action that works', async () => {
  const remove = async (id: string) => owner.post(`${flow}/${id}/remove`, {});
  await make();
  const [issue] = expectFailure(await remove('status-new'), 422, 'validation_failed');
  expect(issue).toMatchObject({ path: 'id', rule: 'status_stays', message: expect.stringContaining('can be renamed') });
  expectOk(await owner.post(`${flow}/status-new/update`, { name: 'Пришёл с сайта' }));
  await make({ statusId: 'status-cancelled' });
  const used = await remove('status-cancelled');
  expectFailure(used, 409, 'status_in_use');
  expect(used.body.message).toContain('can be switched off');
  expectOk(await owner.post(`${flow}/status-cancelled/update`, { active: false }));
  expect((await remove('status-cancelled')).body.message).toContain('already switched off');
  expectOk(await owner.post(`${flow}/status-cancelled/update`, { active: true }));
  expectFailure(await remove('never-was'), 404, 'not_found');
});

test('a board column with too many orders shows those with the earliest dates', async () => {
  expectOk(await owner.post(flow, { ...PACKED, id: 'due', name: 'К сроку' }));
  const dated = (date: string) => shop.api.post('/api/v1/orders/create', orderBody({ statusId: 'due', date }));
  const { id: late } = expectOk(await dated('2026-01-10T09:00:00Z'));
  for (let day = 1; day <= 21; day += 1) expectOk(await dated(`2099-03-${String(day).padStart(2, '0')}T09:00:00Z`));
  const { columns } = expectOk(await owner.get(`${shop.base}/orders/board`));
  const due = columns.find(({ id }: { id: string }) => id === 'due');
  expect([due.count, due.cards.length, due.cards[0].id]).toEqual([22, 20, late]);
});
