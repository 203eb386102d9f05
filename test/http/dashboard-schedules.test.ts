import { expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { openTimedShop, type TimedShop } from '../support/timed-shop.ts';

const BODY = {
  date: '2026-05-20',
  timeStart: '12:00',
  client: { name: 'Anna Smirnova', phone: '+79161234567' },
  products: [
    { id: 'rose', name: 'Rose', quantity: 25, price: 100 },
    { id: 55, name: 'Vase', quantity: 1, price: 900 },
    { name: 'Ribbon', quantity: 1, price: 50 },
  ],
};
const WEEKLY = { every: 'week', next: '2026-05-27', last: null, daysBefore: 2 };

const onDay = ({ store }: TimedShop, day: string): void => store.world.clock.set(Date.parse(`${day}T09:00:00Z`));

test('a repeating order’s due date is confirmed only once, and the old and the new order refer to each other', async () => {
  await using shop = await openTimedShop();
  let owner = await shop.owner();
  const { id } = expectOk(await owner.post(`${shop.base}/orders`, BODY));
  const at = `${shop.base}/orders/${id}/schedule`;
  expect(expectOk(await owner.get(`${shop.base}/orders/${id}`)).again).toEqual({
    schedule: null,
    made: [],
    from: null,
    proposed: { week: '2026-05-27', two_weeks: '2026-06-03', month: '2026-06-20', year: '2027-05-20' },
  });
  expectOk(await owner.post(at, WEEKLY));
  const list = async () => expectOk(await owner.get(`${shop.base}/orders/schedules`));
  expect(await list()).toMatchObject({ due: [], schedules: [{ ...WEEKLY, isPaused: false, order: { id } }] });
  onDay(shop, '2026-05-25');
  owner = await shop.owner();
  const due = [{ date: '2026-05-27', isOverdue: false, earlier: 0 }];
  expect(await list()).toMatchObject({ due: [{ due, order: { clientName: 'Anna Smirnova', moreProducts: 2 } }] });
  expect(expectOk(await owner.get(`${shop.base}/overview`)).again).toMatchObject({
    count: 1,
    orders: [{ due, order: { id } }],
  });
  await indexAllOrders(shop.store.storage.path);
  const clientId = expectOk(await owner.get(`${shop.base}/clients`)).clients[0]?.id;
  expect(expectOk(await owner.get(`${shop.base}/clients/${clientId}`)).again).toMatchObject([{ due, order: { id } }]);
  expect(expectOk(await owner.get(`${shop.base}/orders`)).orders).toHaveLength(1);
  const confirm = (form: string) =>
    owner.post(
      `${at}/confirm`,
      { due: '2026-05-27', order: { ...BODY, date: '2026-05-28' } },
      { 'idempotency-key': form },
    );
  const made = expectOk(await confirm('form-of-anna-0001'));
  expect(made).toEqual(expectOk(await confirm('form-of-anna-0001')));
  const refused = expectFailure(await confirm('form-of-boris-001'), 412, 'precondition_failed');
  expect(JSON.stringify(refused)).toContain(made.id);
  expect(expectOk(await owner.get(`${shop.base}/orders/${made.id}`))).toMatchObject({
    order: { date: '2026-05-28' },
    again: { schedule: null, from: { id, date: '2026-05-27' } },
  });
  expect(expectOk(await owner.get(`${shop.base}/orders/${id}`)).again).toMatchObject({
    schedule: { next: '2026-06-03', due: [] },
    made: [{ id: made.id, date: '2026-05-27' }],
  });
  expect(expectOk(await owner.get(`${shop.base}/orders`)).orders).toHaveLength(2);
  expectOk(await owner.post(`${at}/skip`, { due: '2026-06-03' }));
  expectOk(await owner.post(`${at}/unskip`, { due: '2026-06-03' }));
  expectOk(await owner.post(`${at}/pause`, { isPaused: true }));
  expectOk(await owner.post(`${at}/pause`, { isPaused: false }));
  expectOk(await owner.post(`${at}/end`, {}));
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  const acts = rows.flatMap(({ action, subject, orderNum }: Record<string, string>) =>
    action?.startsWith('schedule.') ? [[action.split('.')[1], subject === id, orderNum]] : [],
  );
  expect(acts.toReversed()).toEqual(
    ['set', 'confirmed', 'skipped', 'unskipped', 'paused', 'resumed', 'ended'].map((act) => [act, true, '1']),
  );
});

test('an item that is linked to the price list gets today’s price', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const product = { sku: null, quantity: 100 };
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'rose', name: 'Rose', price: 120.5, ...product }));
  expectOk(await owner.post(`${shop.base}/stock`, { id: '55', name: 'Vase', price: 950, ...product }));
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'ribbon', name: 'Ribbon', price: 60, ...product }));
  const { id } = expectOk(await owner.post(`${shop.base}/orders`, BODY));
  expect(expectOk(await owner.get(`${shop.base}/orders/${id}/prices`))).toEqual({ prices: { rose: 120.5, 55: 950 } });
});

test('the export of due orders lists the soonest order first, in both languages and both formats', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const rows = async (language: string, format: string): Promise<string[]> => {
    expectOk(await owner.post('/app/api/account', { language }));
    const response = await owner.fetch(`${shop.base}/orders/schedules/export?format=${format}`);
    const name = `repeating-orders-2026-05-20.${format}`;
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (format === 'csv') return new TextDecoder().decode(bytes).trim().split('\r\n');
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    return [...sheet.matchAll(/<row>.*?<\/row>/g)].map(([row]) => row);
  };
  for (const [next, every] of [
    ['2026-06-20', 'month'],
    ['2026-05-27', 'week'],
  ] as const) {
    const { id } = expectOk(await owner.post(`${shop.base}/orders`, BODY));
    expectOk(await owner.post(`${shop.base}/orders/${id}/schedule`, { ...WEEKLY, every, next }));
    if (every === 'month') expectOk(await owner.post(`${shop.base}/orders/${id}/schedule/pause`, { isPaused: true }));
  }
  expect(await rows('en', 'csv')).toEqual([
    'How often,Next date,Last date,Days before,Paused,Number,Client,Phone,Recipient,Address,Items,Total',
    'every week,2026-05-27,,2,,2,Anna Smirnova,+79161234567,,,Rose ×25 +2,3450.00',
    'every month,2026-06-20,,2,paused,1,Anna Smirnova,+79161234567,,,Rose ×25 +2,3450.00',
  ]);
  const [head, soonest, later] = await rows('ru', 'xlsx');
  expect([head, soonest, later].map((row) => row?.match(/Как часто|каждую неделю|на паузе/)?.[0])).toEqual([
    'Как часто',
    'каждую неделю',
    'на паузе',
  ]);
  const history = expectOk(await owner.get(`${shop.base}/history?kind=workspace`)).rows;
  expect(history[0].action).toBe('orders.exported');
});

test('the list of repeating orders and the prices of an order are read in the reading thread', async () => {
  const asked: string[] = [];
  await using shop = await openTimedShop(async ({ name }) => void asked.push(name));
  const owner = await shop.owner();
  const { id } = expectOk(await owner.post(`${shop.base}/orders`, BODY));
  expectOk(await owner.get(`${shop.base}/orders/schedules`));
  expectOk(await owner.get(`${shop.base}/orders/${id}/prices`));
  expect(asked).toEqual(['repeating orders', 'prices of an order']);
});
