import { beforeAll, expect, test } from 'bun:test';
import { addDays } from '../../src/base/index.ts';
import type { Visitor } from '../support/browser-session.ts';
import { expectFailure, expectOk, placeOrder, UNKNOWN_ID } from '../support/http-answers.ts';
import { enterAs } from '../support/members.ts';
import { openStream } from '../support/open-stream.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
let courier: Visitor;
let other: Visitor;
let today: string;
beforeAll(async () => {
  const join = (email: string): Promise<Visitor> => enterAs(shop, { email, role: 'courier' });
  [courier, other] = [await join('courier@example.com'), await join('other@example.com')];
  ({ today } = expectOk(await courier.get(`${shop.base}/deliveries?day=today`)));
});

interface CreatedOrder {
  readonly id: string;
  readonly num: string;
}
let made = 0;
const make = async (extra: Record<string, unknown> = {}, day = today): Promise<CreatedOrder> => {
  made += 1;
  const delivery = { adress: 'Lenina 5', flat: '12' };
  const body = { requestKey: `d-${made}`, date: `${day}T10:00:00Z`, delivery, ...extra };
  return await placeOrder(shop.api, body);
};
const listed = async (day = 'today', who = courier) => expectOk(await who.get(`${shop.base}/deliveries?day=${day}`));
const numbers = async (day?: string) => (await listed(day)).orders.map(({ num }: CreatedOrder) => num);
const rowOf = async ({ id }: CreatedOrder, who = courier) =>
  (await listed('today', who)).orders.find((row: CreatedOrder) => row.id === id);

test('a courier sees only today’s and tomorrow’s deliveries and yesterday’s unfinished ones, sorted by delivery slot', async () => {
  const late = await make({ timeStart: '18:00', timeEnd: '20:00' });
  const early = await make({ timeStart: '08:00', timeEnd: '10:00' });
  const evening = await make({ timeStart: '20:00', timeEnd: '22:00' }, addDays(today, -1));
  const night = await make({ timeStart: '22:00', timeEnd: '02:00' }, addDays(today, -1));
  const allDay = await make({}, addDays(today, -1));
  const next = await make({}, addDays(today, 1));
  await make({}, addDays(today, -2));
  await make({ statusId: 'status-closed' }, addDays(today, -1));
  await make({}, addDays(today, 2));
  await make({ delivery: { deliveryType: 'Pickup' } });
  await make({ delivery: { adress: '  ' } });
  await make({ statusId: 'status-cancelled' });
  const gone = await make();
  expectOk(await owner.post(`${shop.base}/orders/${gone.id}/remove`));
  expect(await numbers()).toEqual([evening, night, allDay, early, late].map(({ num }) => num));
  expect(await numbers('tomorrow')).toEqual([next.num]);
  expectFailure(await courier.get(`${shop.base}/deliveries?day=${addDays(today, -1)}`), 422, 'validation_failed');
});

test('a courier sees only the details needed at the door, without prices and staff notes', async () => {
  const order = await make({
    timeStart: '12:00',
    client: { name: 'Anna', phone: '+79123304429', comment: 'owes us' },
    recipient: { name: 'Olga', phone: '+79210000000', comment: 'ring twice' },
    products: [{ name: 'Tulips', quantity: 25, price: 100 }],
    additional: { comment: 'no pink', managerComment: 'call at 11', cardText: 'Happy birthday' },
  });
  expect(await rowOf(order)).toEqual({
    id: order.id,
    num: order.num,
    statusId: 'status-new',
    date: today,
    timeStart: '12:00',
    timeEnd: null,
    address: 'Lenina 5',
    flat: '12',
    name: 'Olga',
    phone: '+79210000000',
    isClientPhone: false,
    items: [{ name: 'Tulips', quantity: 25 }],
    moreItems: 0,
    comments: ['ring twice', 'no pink'],
    card: true,
    left: 2500,
    version: 1,
    late: expect.any(Boolean),
    done: false,
    undoable: false,
    taken: null,
  });
});

const ACTS = ['paid', 'unpaid', 'delivered', 'undelivered'] as const;
const BODIES = {
  paid: { version: 1, amount: 1, paymentMethod: 'cash' },
  unpaid: { id: UNKNOWN_ID },
  delivered: { statusId: 'status-new' },
  undelivered: {},
} as const;

test.each(ACTS)('an order that is not on the courier’s list counts as unknown in every request: %s', async (act) => {
  const orders = [
    await make({}, addDays(today, -2)),
    await make({ statusId: 'status-closed' }, addDays(today, -1)),
    await make({}, addDays(today, 2)),
    await make({ delivery: null }),
    { id: UNKNOWN_ID },
  ];
  for (const { id } of orders) {
    expectFailure(await courier.post(`${shop.base}/deliveries/${id}/${act}`, BODIES[act]), 404, 'order_not_found');
  }
});

test('a refund and a courier’s undo of one payment never both succeed if they are sent simultaneously', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await make({ products: [{ name: 'Rose', quantity: 1, price: 500 }] });
    const at = `${shop.base}/deliveries/${order.id}`;
    const { version, left } = await rowOf(order);
    const key = { 'idempotency-key': `both-at-once-of-round-${round}` };
    const { id } = expectOk(await courier.post(`${at}/paid`, { version, amount: left, paymentMethod: 'cash' }, key));
    const [refund, back] = await Promise.all([
      owner.post(`${shop.base}/orders/${order.id}/payments/${id}/refund`, { amount: 100, version: version + 1 }),
      courier.post(`${at}/unpaid`, { id }),
    ]);
    const codes = [refund, back].map(({ status }) => status).toSorted();
    expect(codes).toEqual([200, codes[1] === 404 ? 404 : 412]);
  }
});

test('a courier cannot record a payment for a refunded order', async () => {
  const order = await make({ products: [{ name: 'Rose', quantity: 1, price: 500 }], payments: [{ amount: 500 }] });
  const { payments, version } = expectOk(await owner.get(`${shop.base}/orders/${order.id}`)).order;
  expectOk(
    await owner.post(`${shop.base}/orders/${order.id}/payments/${payments[0].id}/refund`, { version, amount: 500 }),
  );
  const row = await rowOf(order);
  expect(row.left).toBe(0);
  const taken = { version: row.version, amount: 500, paymentMethod: 'cash' };
  expectFailure(await courier.post(`${shop.base}/deliveries/${order.id}/paid`, taken), 412, 'precondition_failed');
});

test('a courier records an order’s unpaid rest once and in full', async () => {
  const order = await make({ products: [{ name: 'Rose', quantity: 1, price: 500 }] });
  const at = `${shop.base}/deliveries/${order.id}`;
  expectOk(await owner.post(`${shop.base}/orders/${order.id}/payments`, { pending: false, amount: 200 }));
  const { version, left } = await rowOf(order);
  expect(left).toBe(300);
  const pay = (patch: object, key: string) =>
    courier.post(`${at}/paid`, { version, amount: left, paymentMethod: 'cash', ...patch }, { 'idempotency-key': key });
  const key = 'a-form-of-the-courier';
  expectFailure(await pay({ amount: 1 }, key), 412, 'precondition_failed');
  expectFailure(await pay({ version: version - 1 }, key), 412, 'precondition_failed');
  const { id } = expectOk(await pay({}, key));
  expect(expectOk(await pay({}, key))).toEqual({ id });
  expectFailure(await pay({}, 'another-form-of-the-courier'), 412, 'precondition_failed');
  expect(await rowOf(order)).toMatchObject({ left: 0, taken: { id, amount: 300, paymentMethod: 'cash' } });
  expect(await rowOf(order, other)).toMatchObject({ left: 0, taken: null });
  expectFailure(await other.post(`${at}/unpaid`, { id }), 404, 'not_found');
  const { payments } = expectOk(await owner.get(`${shop.base}/orders/${order.id}`)).order;
  expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([200, 300]);
  expectFailure(await courier.post(`${at}/unpaid`, { id: payments[0].id }), 404, 'not_found');
  expectOk(await courier.post(`${at}/unpaid`, { id }));
  expect(await rowOf(order)).toMatchObject({ left: 300, taken: null });
});

test('a courier cannot record a wrong amount, even with the order version that a simultaneous payment creates', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await make({ products: [{ name: 'Rose', quantity: 1, price: 500 }] });
    const { version, left } = await rowOf(order);
    const [, paid] = await Promise.all([
      owner.post(`${shop.base}/orders/${order.id}/payments`, { pending: false, amount: 100 }),
      courier.post(`${shop.base}/deliveries/${order.id}/paid`, {
        version: version + 1,
        amount: 1,
        paymentMethod: 'cash',
      }),
    ]);
    expectFailure(paid, 412, 'precondition_failed');
    expect((await rowOf(order)).left).toBe(left - 100);
  }
});

test('a delivered order enters the first done status, and only its courier can undo it', async () => {
  const order = await make();
  const at = `${shop.base}/deliveries/${order.id}`;
  const move = async (statusId: string) =>
    expectOk(await owner.post(`${shop.base}/orders/${order.id}/status`, { statusId }));
  const deliver = (statusId: string) => courier.post(`${at}/delivered`, { statusId });
  await move('status-in-progress');
  expectFailure(await deliver('status-new'), 409, 'order_status_conflict');
  expectOk(await deliver('status-in-progress'));
  expectOk(await deliver('status-in-progress'));
  expect(await rowOf(order)).toMatchObject({ statusId: 'status-closed', done: true, undoable: true });
  expect(await rowOf(order, other)).toMatchObject({ done: true, undoable: false });
  expectFailure(await other.post(`${at}/undelivered`), 409, 'order_status_conflict');
  // Another person has moved the order on and back since, so the last move is no longer the courier's own.
  await move('status-in-progress');
  await move('status-closed');
  expectFailure(await courier.post(`${at}/undelivered`), 409, 'order_status_conflict');
  await move('status-in-progress');
  expectOk(await deliver('status-in-progress'));
  expectOk(await courier.post(`${at}/undelivered`));
  expect(await rowOf(order)).toMatchObject({ statusId: 'status-in-progress', done: false, undoable: false });
  expectFailure(await courier.post(`${at}/undelivered`), 409, 'order_status_conflict');
  expectOk(await deliver('status-in-progress'));
  await move('status-new');
  expectFailure(await courier.post(`${at}/undelivered`), 409, 'order_status_conflict');
});

test('yesterday’s unfinished order can be paid and delivered like today’s orders', async () => {
  const order = await make({ timeStart: '22:00', timeEnd: '23:30' }, addDays(today, -1));
  const at = `${shop.base}/deliveries/${order.id}`;
  const { version, left, late } = await rowOf(order);
  expect(late).toBe(true);
  const { id } = expectOk(await courier.post(`${at}/paid`, { version, amount: left, paymentMethod: 'cash' }));
  expectOk(await courier.post(`${at}/delivered`, { statusId: 'status-new' }));
  expectOk(await courier.post(`${at}/delivered`, { statusId: 'status-new' }));
  expect(await rowOf(order)).toMatchObject({ done: true, late: false, undoable: true, taken: { id } });
  expect(await rowOf(order, other)).toBeUndefined();
  expectFailure(await other.post(`${at}/undelivered`), 404, 'order_not_found');
  expectOk(await courier.post(`${at}/unpaid`, { id }));
  expectOk(await courier.post(`${at}/undelivered`));
  expect(await rowOf(order)).toMatchObject({ done: false, late: true, left });
});

test('a courier’s page is notified only of changed orders', async () => {
  const stream = await openStream(shop, courier);
  expect(await stream.until(/data: orders\n\n/)).toBe('retry: 2000\nevent: hint\ndata: orders\n\n');
  expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Boris' } }));
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'rose', name: 'Rose', sku: null, quantity: 1 }));
  await make();
  expect(await stream.until(/data: orders\n\n/)).toBe('event: hint\ndata: orders\n\n');
  await stream.cancel();
});

test('an order marked as delivered gets the first done status that is not switched off', async () => {
  const steps = [
    ['taken', 'new'],
    ['given', 'done'],
    ['filed', 'done'],
  ] as const;
  for (const [id, group] of steps) {
    expectOk(
      await owner.post(`${shop.base}/flows/orders`, { id, name: id, tone: 'teal', group, writesOffStock: false }),
    );
  }
  expectOk(await owner.post(`${shop.base}/flows/orders/status-closed/update`, { active: false }));
  const order = await make({ statusId: 'taken' });
  expect(await listed()).toMatchObject({ doneId: 'given' });
  expectOk(await courier.post(`${shop.base}/deliveries/${order.id}/delivered`, { statusId: 'taken' }));
  expect(await rowOf(order)).toMatchObject({ statusId: 'given', done: true });
});
