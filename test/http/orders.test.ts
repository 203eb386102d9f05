import { describe, expect, test } from 'bun:test';
import { client, createKey, openShop, orderBody } from '../support/docket.ts';
import {
  countRows,
  eventsOf,
  eventTypes,
  expectFailure,
  expectInvalid,
  expectOk,
  historyOf,
  INSTANT,
  placeOrder,
  readStore,
  UUID,
} from '../support/http-answers.ts';
import { addWorkspace } from '../support/members.ts';
import { createText, ordersOf } from '../support/orders-api.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

const SUMMARY = [
  'id',
  'num',
  'platform',
  'statusId',
  'date',
  'timeStart',
  'timeEnd',
  'productsAmount',
  'price',
  'paidAmount',
  'paymentStatus',
  'createdAt',
  'updatedAt',
];
const NESTED = ['client', 'recipient', 'products', 'delivery', 'additional', 'payments', 'refundedPayments'];

const { post, made, readAnswer, read, etagOf, textOf } = ordersOf(shop);
const update = async (id: string, data: unknown) => expectOk(await post('update', { id, data }));
const pay = async (body: Record<string, unknown>) => expectOk(await post('payment', body));
const priced = (price: number) => ({ products: [{ name: 'Роза', quantity: 1, price }], delivery: undefined });

describe('create', () => {
  test('a create with a requestKey and no num assigns a number and returns only the summary fields', async () => {
    const order = await made({ platform: 'Сайт', timeStart: '10:00', timeEnd: '12:30' });
    expect(Object.keys(order)).toEqual(SUMMARY);
    expect(order.id).toMatch(UUID);
    expect(order.num).toMatch(/^[1-9]\d*$/);
    expect(order.createdAt).toMatch(INSTANT);
    expect(order).toMatchObject({
      platform: 'Сайт',
      statusId: 'status-new',
      date: '2026-03-08',
      timeStart: '10:00',
      timeEnd: '12:30',
      productsAmount: 3000,
      price: 3350.5,
      paidAmount: 0,
      paymentStatus: 'unpaid',
      updatedAt: order.createdAt,
    });
  });

  test('an order created with num and statusId keeps the num byte for byte and starts in that status', async () => {
    const order = await made({ requestKey: undefined, num: ' №-7/ё ', statusId: 'status-in-progress' });
    expect([order.num, order.statusId]).toEqual([' №-7/ё ', 'status-in-progress']);
    expect((await read(order.id)).num).toBe(' №-7/ё ');
  });

  test('a new order stores the source and the requestKey, and its requestKey is null if num was sent instead', async () => {
    const requestKey = 'told by';
    const { id } = await made({ requestKey });
    expect(await read(id)).toMatchObject({ source: 'site', requestKey });
    const numbered = await made({ requestKey: undefined, num: 'told-1' });
    expect(await read(numbered.id)).toMatchObject({ source: 'site', requestKey: null });
    await update(id, { num: requestKey });
    await update(numbered.id, { num: 'told-2' });
    expect([(await read(id)).requestKey, (await read(numbered.id)).requestKey]).toEqual([requestKey, null]);
  });

  test('accepts each of the four built-in statuses', async () => {
    for (const statusId of ['status-new', 'status-in-progress', 'status-closed', 'status-cancelled']) {
      expect((await made({ statusId })).statusId).toBe(statusId);
    }
  });

  test('sends one order.created with the order’s id and number only', async () => {
    const order = await made();
    const [event, ...more] = eventsOf(shop, order.id);
    expect(more).toEqual([]);
    expect(event?.type).toBe('order.created');
    expect(event?.data).toEqual({ orderId: order.id, orderNumber: order.num });
    expect(historyOf(shop, order.id)).toHaveLength(1);
  });

  test('returns the same order and has no effect if repeated with its fields reordered, null or omitted', async () => {
    const body = orderBody({ recipient: null, additional: { comment: 'a', extra: { x: 1, y: [1, 2] } } });
    const first = await post('create', body);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const order = expectOk(first);
    const counts = ['orders', 'events', 'order_history', 'payments'].map((table) => countRows(shop, table));
    const { recipient: _, additional: __, ...rest } = body;
    const repeats = [
      body,
      Object.fromEntries(Object.entries(body).reverse()),
      { ...rest, platform: null, num: null, additional: { extra: { y: [1, 2], x: 1, z: null }, comment: 'a' } },
      JSON.stringify(body, null, 4),
    ];
    for (const repeat of repeats) {
      const answer = await post('create', repeat);
      expect(expectOk(answer)).toEqual(order);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(['orders', 'events', 'order_history', 'payments'].map((table) => countRows(shop, table))).toEqual(counts);
  });

  test('a request repeated after an update of the order returns the order’s current summary', async () => {
    const body = orderBody();
    const { id } = expectOk(await post('create', body));
    const updated = await update(id, { platform: 'later', ...priced(1) });
    const again = await post('create', body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(expectOk(again)).toEqual(updated);
  });

  test('a repeated or refused create uses up no number of the series', async () => {
    await using fresh = await openShop();
    const create = async (body: unknown) => expectOk(await fresh.api.post('/api/v1/orders/create', body));
    const body = orderBody();
    expect((await create(body)).num).toBe('1');
    expect((await create(body)).num).toBe('1');
    expectFailure(await fresh.api.post('/api/v1/orders/create', { ...body, platform: 'x' }), 409, 'order_key_conflict');
    expectFailure(await fresh.api.post('/api/v1/orders/create', orderBody({ statusId: 'x' })), 422, 'invalid_status');
    expect((await create(orderBody())).num).toBe('2');
  });

  test('a requestKey sent again with another payload is refused as order_key_conflict, even if only the items’ sequence differs', async () => {
    const body = orderBody({ products: [1, 2].map((price) => ({ name: 'x', quantity: 1, price })) });
    const { id } = expectOk(await post('create', body));
    const before = await read(id);
    const others = [
      { products: [2, 1].map((price) => ({ name: 'x', quantity: 1, price })) },
      { platform: 'x' },
      { date: '2026-03-08T10:00:01+03:00' },
      { client: { name: 'Мария Иванова' } },
      { statusId: 'status-closed' },
    ];
    for (const other of others) {
      expectFailure(await post('create', { ...body, ...other }), 409, 'order_key_conflict');
    }
    expect(await read(id)).toEqual(before);
    expect(eventTypes(shop, id)).toEqual(['order.created']);
  });

  test('a num is refused as order_key_conflict if the source already used that text as a requestKey', async () => {
    await made({ requestKey: 'shared-space' });
    const answer = await post('create', orderBody({ requestKey: undefined, num: 'shared-space' }));
    expectFailure(answer, 409, 'order_key_conflict');
  });

  test('a requestKey is unique within a source, whichever API key of that source is used', async () => {
    const body = orderBody();
    const { id } = expectOk(await post('create', body));
    const other = client(shop.url, await shop.newKey('crm'));
    const rotated = client(shop.url, await shop.newKey('site'));
    expect(expectOk(await other.post('/api/v1/orders/create', body)).id).not.toBe(id);
    expect(expectOk(await rotated.post('/api/v1/orders/create', body)).id).toBe(id);
  });

  test('the series of numbers starts with "1" and skips numbers in use', async () => {
    await using fresh = await openShop();
    const number = async (extra: Record<string, unknown> = {}) => (await placeOrder(fresh.api, extra)).num;
    expect(await number({ requestKey: undefined, num: '2' })).toBe('2');
    expect(await number({ requestKey: undefined, num: '3' })).toBe('3');
    expect([await number(), await number(), await number()]).toEqual(['1', '4', '5']);
  });

  test('a payment in a create is confirmed, counted in the sums and announced after order.created', async () => {
    const payments = [
      {
        paymentId: 'create-1',
        amount: 1000.5,
        paidAt: '2026-03-01T12:00:00+03:00',
        paymentMethod: 'card',
        terminal: 7,
      },
      { amount: 500, providerData: { deep: { a: [1] } } },
    ];
    const order = await made({ payments });
    expect([order.paidAmount, order.paymentStatus]).toEqual([1500.5, 'partial']);
    const full = await read(order.id);
    expect(full.payments).toHaveLength(2);
    expect(full.payments[0]).toEqual({
      terminal: 7,
      sent: { paidAt: '2026-03-01T12:00:00+03:00' },
      id: expect.stringMatching(UUID),
      externalId: 'create-1',
      status: 'confirmed',
      amount: 1000.5,
      refundedAmount: 0,
      currency: 'RUB',
      paidAt: '2026-03-01T09:00:00.000Z',
      paymentMethod: 'card',
      providerData: null,
      createdAt: expect.stringMatching(INSTANT),
    });
    expect(full.payments[1]).toMatchObject({ externalId: null, amount: 500, providerData: { deep: { a: [1] } } });
    const events = eventsOf(shop, order.id);
    const types = ['order.created', 'order.payment.created', 'order.payment.created'];
    expect(events.map((event) => event.type)).toEqual(types);
    expect(events.slice(1).map((event) => event.data)).toEqual(
      full.payments.map((payment: { id: string; amount: number }) => ({
        orderId: order.id,
        orderNumber: order.num,
        payment: { paymentId: payment.id, amount: payment.amount, currency: 'RUB' },
      })),
    );
  });

  test('payment fields with the names of Docket’s own fields are returned in the payment’s `sent` field', async () => {
    const own =
      '"id":"pay-77","externalId":"E1","status":"ok","refundedAmount":12345678901234567890,"createdAt":"2026-01-01","sent":{"sent":null}';
    const beside = '"method":"карта","__proto__":{"status":"refunded"},"constructor":[1e400]';
    const text = createText({ payments: 'HERE' }, `[{"amount":30,${own},${beside}},{"amount":1,"note":null}]`);
    const { id, paidAmount } = expectOk(await post('create', text));
    expect(paidAmount).toBe(31);
    expect(await textOf(id)).toContain(`${beside},"sent":{${own}},"id":"`);
    const [first, second] = (await read(id)).payments;
    expect(first.id).toMatch(UUID);
    expect(first).toMatchObject({ externalId: null, status: 'confirmed', refundedAmount: 0, method: 'карта' });
    expect(first.createdAt).toMatch(INSTANT);
    expect(Object.hasOwn(second, 'sent')).toBe(false);
    expect(second.note).toBeNull();
    expect((await post('create', text)).headers.get('idempotent-replayed')).toBe('true');
    expectFailure(await post('create', text.replace('pay-77', 'pay-78')), 409, 'order_key_conflict');
  });

  test('the stored fingerprint of a create is the same as in earlier versions, so a request repeated after an upgrade is recognized', async () => {
    const payment = { id: 'pay-77', amount: 30, status: 'ok', createdAt: '2026-01-01', externalId: 'E1', note: null };
    const { id } = await made({
      requestKey: 'kept-fingerprint',
      platform: null,
      client: { id: 'c-7', name: 'Мария', vip: 12 },
      products: [{ id: 'p-1', name: 'Роза', quantity: 1.5, price: 19.99, no: 7 }],
      payments: [payment],
    });
    const [row] = readStore(
      shop,
      'SELECT lower(hex(fingerprint)) AS sha FROM orders WHERE repeat_key = ?',
      'kept-fingerprint',
    );
    expect({ id, sha: row?.['sha'] }).toEqual({
      id,
      sha: '3e7f859ad3e40ce067093ba042eebcf0f107abe757365434dc49a60aa8f265b3',
    });
  });

  test('an order sent with a payment that already exists is refused as a whole, and nothing is stored', async () => {
    await made({ payments: [{ paymentId: 'create-known', amount: 5 }] });
    const tables = ['orders', 'payments', 'events', 'order_history'];
    const before = tables.map((table) => countRows(shop, table));
    const payments = [
      { paymentId: 'create-fresh', amount: 5 },
      { paymentId: 'create-known', amount: 5 },
    ];
    expectFailure(await post('create', orderBody({ payments })), 409, 'payment_key_conflict');
    expect(tables.map((table) => countRows(shop, table))).toEqual(before);
  });
});

test('a repeated create that differs only in the last digit of a 20-digit number is refused as order_key_conflict', async () => {
  const text = JSON.stringify(orderBody({ client: { crmId: 5 } }));
  const withId = (id: string) => post('create', text.replace('"crmId":5', `"crmId":${id}`));
  expectOk(await withId('12345678901234567890'));
  expectFailure(await withId('12345678901234567891'), 409, 'order_key_conflict');
});

test('numbers in unknown fields are returned as sent, whatever their number of digits or size', async () => {
  const client = '{"big":12345678901234567890,"huge":1e400}';
  const { id } = expectOk(await post('create', createText({ client: 'HERE' }, client)));
  const text = await textOf(id);
  expect(text).toContain('"big":12345678901234567890');
  expect(text).toMatch(/"huge":1[eE]\+?400/);
});

test('a number in place of an object is refused, even one that a double would round', async () => {
  for (const number of ['5', '12345678901234567890', '1e400', '0.10000000000000000000001']) {
    for (const field of ['client', 'recipient', 'delivery', 'additional']) {
      expectInvalid(await post('create', createText({ [field]: 'HERE' }, number)), field);
    }
    const paid = createText({ payments: [{ amount: 1, providerData: 'HERE' }] }, number);
    expectInvalid(await post('create', paid), 'payments.0.providerData');
    const { id } = await made();
    expectInvalid(await post('update', `{"id":"${id}","data":{"client":${number}}}`), 'data.client');
    expectInvalid(await post('update', `{"id":"${id}","data":{"delivery":${number}}}`), 'data.delivery');
  }
});

test('an unknown field named price, quantity or amount keeps every digit', async () => {
  const number = '12345678901234567891';
  const own = `{"amount":${number},"price":1e400,"nested":{"quantity":0.12345678901234567891}}`;
  const text = createText({ client: 'HERE', payments: [{ amount: 1, providerData: 'HERE' }] }, own);
  const { id } = expectOk(await post('create', text));
  expect((await textOf(id)).split(own.slice(1, -1))).toHaveLength(3);
});

test('a valid price, quantity or amount may be written with any number of digits', async () => {
  const body = `{"requestKey":"many digits","date":"2026-03-08T10:00:00+03:00","delivery":{"price":0.30000000000000004},
    "products":[{"name":"x","quantity":2.00000000000000000000,"price":10.0000000000000000000}],
    "payments":[{"amount":0.30000000000000004}]}`;
  const order = expectOk(await post('create', body));
  expect(order).toMatchObject({ productsAmount: 20, price: 20.3, paidAmount: 0.3 });
  await pay({ id: order.id, paymentId: 'many digits', amount: 0.1 + 0.2 });
  const delivery = '{"price":0.70000000000000001}';
  const changed = expectOk(await post('update', `{"id":"${order.id}","data":{"delivery":${delivery}}}`));
  expect(changed).toMatchObject({ price: 20.7, paidAmount: 0.6 });
});

test('a paidAt outside the years 1 to 9999 in UTC is refused', async () => {
  const { id } = await made();
  const paidAt = async (when: string) => post('payment', { id, paymentId: when, amount: 1, paidAt: when });
  for (const when of ['9999-12-31T23:59:59-00:01', '0001-01-01T00:00:00+00:01']) {
    expectInvalid(await paidAt(when), 'paidAt');
    expectInvalid(await post('create', orderBody({ payments: [{ amount: 1, paidAt: when }] })), 'payments.0.paidAt');
  }
  for (const when of ['9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z']) expectOk(await paidAt(when));
  const { payments } = await read(id);
  expect(payments.map((payment: { paidAt: string }) => payment.paidAt)).toEqual([
    '9999-12-31T23:59:59.000Z',
    '0001-01-01T00:00:00.000Z',
  ]);
});

describe('read', () => {
  test('returns the summary and the nested objects, with null for absent fields', async () => {
    const order = await made();
    const full = await read(order.id);
    expect(Object.keys(full)).toEqual([...SUMMARY, 'source', 'requestKey', ...NESTED]);
    expect(full).toMatchObject(order);
    expect(full.client).toEqual({
      id: null,
      name: 'Мария Иванова',
      phone: '+79123456789',
      email: null,
      comment: null,
    });
    expect(full.delivery).toEqual({ deliveryType: 'courier', price: 350.5, adress: 'ул. Ленина, 1', flat: '12' });
    expect([full.recipient, full.additional, full.payments]).toEqual([null, null, []]);
    expect(full.products).toEqual([{ name: 'Букет «Весна» 🌷', quantity: 2, price: 1500 }]);
  });

  test('returns the same answer until the order changes, and 404 after it is deleted', async () => {
    const { id } = await made();
    const [first, again] = [await readAnswer(id), await readAnswer(id)];
    const { requestId } = first.body;
    expect(again.body).toEqual({ ...first.body, requestId: expect.any(String) });
    expect(again.body.requestId).not.toBe(requestId);
    for (const name of ['etag', 'content-type', 'content-security-policy', 'x-content-type-options']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(again.headers.get('etag')).toBe('"1"');
    expect(again.headers.get('x-request-id')).toBe(again.body.requestId);
    await update(id, { client: { name: 'Ольга' } });
    await pay({ id, paymentId: `again ${id}`, amount: 3350.5 });
    const changed = await readAnswer(id);
    expect(expectOk(changed)).toMatchObject({ client: { name: 'Ольга' }, paymentStatus: 'paid' });
    expect(changed.headers.get('etag')).toBe('"3"');
    expect(await read(id)).toEqual(expectOk(changed));
    expectOk(await post('delete', { id }));
    expectFailure(await readAnswer(id), 404, 'order_not_found');
  });

  test('returns null for each unsent field of a delivery and a recipient', async () => {
    const { id } = await made({ delivery: { flat: '1' }, recipient: { phone: '1' } });
    const full = await read(id);
    expect(full.delivery).toEqual({ deliveryType: null, price: null, adress: null, flat: '1' });
    expect(full.recipient).toEqual({ id: null, name: null, phone: '1', email: null, comment: null });
  });

  test('returns a field that the API does not define, such as delivery.address, as it was sent', async () => {
    const delivery = { address: 'ул. Мира, 5', geo: { lat: 55.75, lon: [1, null, true] } };
    const product = { name: 'x', quantity: 1, price: 1, id: 'p-1', sku: 's', colour: 'красный' };
    const { id } = await made({
      delivery,
      products: [product],
      client: { name: 'a', vip: true },
      additional: { z: [0] },
    });
    const full = await read(id);
    expect(full.delivery).toMatchObject(delivery);
    expect(full.products).toEqual([product]);
    expect(full.client).toMatchObject({ name: 'a', vip: true });
    expect(full.additional).toMatchObject({ z: [0] });
  });

  test('returns an ETag that changes when the order changes, and only then', async () => {
    const { id } = await made();
    const etag = await etagOf(id);
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(await etagOf(id)).toBe(etag);
    await update(id, { platform: 'x' });
    expect(await etagOf(id)).not.toBe(etag);
  });
});

describe('date', () => {
  test('a date with an offset keeps its written day, but a date with Z becomes the day in the workspace’s zone', async () => {
    const moscow = await addWorkspace(shop.dir, 'Moscow', '--time-zone', 'Europe/Moscow');
    const key = await createKey(shop.dir, moscow, 'site');
    const api = client(shop.url, key);
    for (const [date, day] of [
      ['2026-03-08T22:30:00Z', '2026-03-09'],
      ['2026-03-08T20:59:59.999Z', '2026-03-08'],
      ['2026-03-08T21:00:00Z', '2026-03-09'],
      ['2026-03-08T22:30:00+00:00', '2026-03-08'],
      ['2026-03-08T23:30:00-11:00', '2026-03-08'],
      ['2026-03-08T00:30:00+14:00', '2026-03-08'],
      ['2026-12-31T23:00:00Z', '2027-01-01'],
    ]) {
      const { id } = await placeOrder(api, { date });
      expect([date, expectOk(await api.get(`/api/v1/orders/${id}`)).date]).toEqual([date, day]);
    }
  });

  test('a date with Z becomes the UTC day in a workspace with the UTC time zone', async () => {
    expect((await made({ date: '2026-03-08T22:30:00Z' })).date).toBe('2026-03-08');
  });
});

describe('update', () => {
  test('an update with exactly the values that a read returned changes nothing and sends no event', async () => {
    const { id } = await made({
      recipient: { phone: '1', note: null },
      additional: { comment: null },
      platform: 'Сайт',
    });
    const { platform, timeStart, timeEnd, client, recipient, products, delivery, additional, num } = await read(id);
    const etag = await etagOf(id);
    const data = { num, platform, timeStart, timeEnd, client, recipient, products, delivery, additional };
    expect(client).toMatchObject({ email: null });
    await update(id, data);
    await update(id, { recipient: { phone: '1', note: null, id: null }, delivery: { ...delivery } });
    expect(await etagOf(id)).toBe(etag);
    expect(eventTypes(shop, id)).toEqual(['order.created']);
    // Docket does not define the field `note`. A read shows such a field even if it is null, so leaving the field out
    // is a change.
    await update(id, { recipient: { phone: '1' } });
    expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated']);
  });

  test('returns the summary, leaves omitted fields unchanged and sends order.updated', async () => {
    const { id } = await made({ platform: 'a', timeStart: '10:00', additional: { comment: 'c' } });
    const before = await read(id);
    const summary = await update(id, { timeStart: '11:00' });
    expect(Object.keys(summary)).toEqual(SUMMARY);
    const { updatedAt, ...after } = await read(id);
    expect({ ...after, updatedAt: before.updatedAt }).toEqual({ ...before, timeStart: '11:00' });
    expect(updatedAt >= before.updatedAt).toBe(true);
    const events = eventsOf(shop, id);
    expect(events.map((event) => event.type)).toEqual(['order.created', 'order.updated']);
    expect(events[1]?.data).toEqual({ orderId: id, orderNumber: before.num });
  });

  test('clears platform, times, client, recipient, delivery and additional if they are sent as null', async () => {
    const whole = {
      platform: 'p',
      timeStart: '10:00',
      timeEnd: '11:00',
      recipient: { name: 'r' },
      additional: { comment: 'c' },
    };
    const { id } = await made(whole);
    const cleared = {
      ...Object.fromEntries(Object.keys(whole).map((key) => [key, null])),
      client: null,
      delivery: null,
    };
    const summary = await update(id, cleared);
    expect(await read(id)).toMatchObject({ ...cleared, platform: '' });
    expect(summary.price).toBe(summary.productsAmount);
  });

  test('returns an empty text for a platform that was cleared or never set', async () => {
    const { id, platform } = await made();
    expect([platform, (await read(id)).platform]).toEqual(['', '']);
    expect((await made({ platform: null })).platform).toBe('');
    const etag = await etagOf(id);
    for (const none of [null, '']) expect((await update(id, { platform: none })).platform).toBe('');
    expect(await etagOf(id)).toBe(etag);
    expect((await update(id, { platform: 'p' })).platform).toBe('p');
    expect((await update(id, { platform: null })).platform).toBe('');
    const cleared = expectOk(await post('status', { id, statusId: 'status-closed' }));
    const { orders } = expectOk(await shop.api.get('/api/v1/orders?limit=100'));
    const listed = orders.find((order: { id: string }) => order.id === id);
    expect([cleared.platform, listed.platform, (await read(id)).platform]).toEqual(['', '', '']);
    expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated', 'order.updated', 'order.status.changed']);
  });

  test('replaces an object as a whole, so that its omitted fields become null', async () => {
    const { id } = await made({ client: { name: 'a', phone: '1', vip: true } });
    await update(id, { client: { phone: '2' } });
    expect((await read(id)).client).toEqual({ id: null, name: null, phone: '2', email: null, comment: null });
  });

  test('an update replaces num by a new value, but null or an empty text leaves num unchanged', async () => {
    const { id, num } = await made();
    for (const keep of [null, '']) {
      expect((await update(id, { num: keep, platform: `p${keep}` })).num).toBe(num);
    }
    expect((await update(id, { num: 'renamed-1' })).num).toBe('renamed-1');
    expect(eventsOf(shop, id).at(-1)?.data).toEqual({ orderId: id, orderNumber: 'renamed-1' });
  });

  test('writes nothing and sends no event if it changes no value', async () => {
    const body = orderBody({ platform: 'same', timeStart: '10:00' });
    const { id } = expectOk(await post('create', body));
    const before = await readAnswer(id);
    const { client: person, products, delivery, date } = body;
    const same = { platform: 'same', timeStart: '10:00', client: person, products, delivery, date };
    const num = before.body.data.num;
    for (const data of [same, { num }, { num: null }, { num: '', recipient: null }, { timeEnd: null }]) {
      await update(id, data);
    }
    await update(id, { delivery: Object.fromEntries(Object.entries(delivery as object).reverse()) });
    const after = await readAnswer(id);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(eventTypes(shop, id)).toEqual(['order.created']);
    expect(historyOf(shop, id)).toHaveLength(1);
  });
});

describe('status', () => {
  test('changes the status only, returns the summary and sends order.status.changed with the status’s id and name', async () => {
    const order = await made();
    const body = { id: order.id, statusId: 'status-in-progress', expectedStatusId: 'status-new' };
    const summary = expectOk(await post('status', body));
    expect(Object.keys(summary)).toEqual(SUMMARY);
    expect({ ...summary, updatedAt: order.updatedAt }).toEqual({ ...order, statusId: 'status-in-progress' });
    const events = eventsOf(shop, order.id);
    expect(events.map((event) => event.type)).toEqual(['order.created', 'order.status.changed']);
    expect(events[1]?.data).toEqual({
      orderId: order.id,
      orderNumber: order.num,
      status: { id: 'status-in-progress', name: 'In progress' },
    });
  });

  test('any status may follow any', async () => {
    const { id } = await made();
    for (const statusId of ['status-cancelled', 'status-new', 'status-closed', 'status-in-progress', 'status-new']) {
      expect(expectOk(await post('status', { id, statusId })).statusId).toBe(statusId);
    }
  });

  test('sending the current status again succeeds and changes nothing', async () => {
    const { id } = await made();
    const before = await readAnswer(id);
    expectOk(await post('status', { id, statusId: 'status-new' }));
    expectOk(await post('status', { id, statusId: 'status-new', expectedStatusId: 'status-new' }));
    const after = await readAnswer(id);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(eventTypes(shop, id)).toEqual(['order.created']);
    expect(historyOf(shop, id)).toHaveLength(1);
  });

  test('a wrong expectedStatusId is a conflict even if the status would not change', async () => {
    const { id } = await made();
    const body = { id, statusId: 'status-new', expectedStatusId: 'status-closed' };
    const details = expectFailure(await post('status', body), 409, 'order_status_conflict');
    expect(details).toEqual({ currentStatusId: 'status-new' });
    expect(eventTypes(shop, id)).toEqual(['order.created']);
  });
});

describe('If-Match', () => {
  const operations: [string, (id: string) => Record<string, unknown>][] = [
    ['update', (id) => ({ id, data: { platform: crypto.randomUUID() } })],
    ['status', (id) => ({ id, statusId: 'status-closed' })],
    ['delete', (id) => ({ id })],
  ];

  for (const [operation, body] of operations) {
    test(`${operation} accepts the current ETag and *, and refuses any other ETag as precondition_failed`, async () => {
      for (const current of [true, false]) {
        const { id } = await made();
        const before = await read(id);
        const stale = await etagOf(id);
        await update(id, { platform: 'in between' });
        const etag = await etagOf(id);
        for (const wrong of [stale, '"x"']) {
          expectFailure(await post(operation, body(id), { 'if-match': wrong }), 412, 'precondition_failed');
        }
        expect(await read(id)).toMatchObject({ statusId: before.statusId, platform: 'in between' });
        expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated']);
        expectOk(await post(operation, body(id), { 'if-match': current ? etag : '*' }));
        expect(eventTypes(shop, id)).toHaveLength(3);
      }
    });
  }

  test('a list of ETags matches when one of them is current', async () => {
    const { id } = await made();
    const headers = { 'if-match': `"x", ${await etagOf(id)}` };
    expectOk(await post('update', { id, data: { platform: 'listed' } }, headers));
  });
});

describe('payment', () => {
  test('a payment that names its order by id, by orderKey or by both changes the order’s sums but not its status', async () => {
    const body = orderBody(priced(100));
    const { id, num } = expectOk(await post('create', body));
    const orderKey = body['requestKey'];
    for (const [index, reference] of [{ id }, { orderKey }, { id, orderKey }].entries()) {
      const data = await pay({ ...reference, paymentId: `reference-${index}`, amount: 10 });
      expect(Object.keys(data).sort()).toEqual(['orderId', 'paymentId']);
      expect(data.orderId).toBe(id);
      expect(data.paymentId).toMatch(UUID);
      const order = await read(id);
      expect([order.paidAmount, order.paymentStatus]).toEqual([10 * (index + 1), 'partial']);
      expect(order.statusId).toBe('status-new');
      expect(order.payments.map((payment: { id: string }) => payment.id)).toContain(data.paymentId);
      expect(eventsOf(shop, id).at(-1)).toMatchObject({
        type: 'order.payment.created',
        data: { orderId: id, orderNumber: num, payment: { paymentId: data.paymentId, amount: 10, currency: 'RUB' } },
      });
    }
    expect(eventTypes(shop, id)).toEqual(['order.created', ...Array(3).fill('order.payment.created')]);
  });

  test('a payment repeated with other providerData returns the same ids and changes nothing', async () => {
    const body = orderBody();
    const { id } = expectOk(await post('create', body));
    const payment = { id, paymentId: 'repeat', amount: 12.34, paidAt: '2026-03-08T10:00:00Z', paymentMethod: 'card' };
    const first = await pay({ ...payment, providerData: { a: 1 } });
    const before = await readAnswer(id);
    const orderKey = body['requestKey'];
    const repeats = [
      payment,
      { ...payment, providerData: { b: 2 } },
      { ...payment, currency: 'RUB' },
      { ...payment, orderKey },
      { ...payment, id: undefined, orderKey },
      { ...payment, paidAt: '2026-03-08T13:00:00+03:00' },
    ];
    for (const repeat of repeats) {
      const answer = await post('payment', repeat);
      expect(expectOk(answer)).toEqual(first);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
    }
    const after = await readAnswer(id);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(eventTypes(shop, id)).toEqual(['order.created', 'order.payment.created']);
  });

  test('a payment sent without paidAt gets its time of recording as paidAt, and a repeated request records no second payment', async () => {
    const { id } = await made();
    const payment = { id, paymentId: 'undated', amount: 1 };
    const first = await pay(payment);
    const again = await post('payment', payment);
    expect(expectOk(again)).toEqual(first);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const [recorded] = (await read(id)).payments;
    expect(recorded.paidAt).toBe(recorded.createdAt);
  });

  test('a paymentId repeated with another order, amount, paidAt or paymentMethod is refused as payment_key_conflict', async () => {
    const { id } = await made();
    const other = await made();
    const payment = { id, paymentId: 'conflicts', amount: 1, paidAt: '2026-03-08T10:00:00Z', paymentMethod: 'card' };
    await pay(payment);
    const before = await read(id);
    for (const change of [
      { id: other.id },
      { amount: 2 },
      { paidAt: '2026-03-08T10:00:01Z' },
      { paymentMethod: 'cash' },
    ]) {
      expectFailure(await post('payment', { ...payment, ...change }), 409, 'payment_key_conflict');
    }
    expect(await read(id)).toEqual(before);
    expect((await read(other.id)).payments).toEqual([]);
  });

  test('a payment that repeats the paymentId of another source is a separate payment', async () => {
    const { id } = await made();
    const payment = { id, paymentId: 'sources', amount: 1 };
    const first = await pay(payment);
    const other = client(shop.url, await shop.newKey('bank'));
    expect(expectOk(await other.post('/api/v1/orders/payment', payment)).paymentId).not.toBe(first.paymentId);
    expect((await read(id)).paidAmount).toBe(2);
  });

  test('an orderKey is the original num even after num was changed', async () => {
    const order = await made({ requestKey: undefined, num: 'original-7' });
    await update(order.id, { num: 'changed-7' });
    const data = await pay({ orderKey: 'original-7', paymentId: 'after-rename', amount: 1 });
    expect(data.orderId).toBe(order.id);
    const answer = await post('payment', { orderKey: 'changed-7', paymentId: 'after-rename-2', amount: 1 });
    expectFailure(answer, 404, 'order_not_found');
    const series = await made();
    const byNumber = await post('payment', { orderKey: series.num, paymentId: 'by-number', amount: 1 });
    expectFailure(byNumber, 404, 'order_not_found');
  });
});

describe('delete', () => {
  test('hides the order from reads and lists, and sends order.deleted only once even if the delete is repeated', async () => {
    const { id, num } = await made();
    for (let round = 0; round < 3; round += 1) expect(expectOk(await post('delete', { id }))).toEqual({ id });
    expectFailure(await readAnswer(id), 404, 'order_not_found');
    const { orders } = expectOk(await shop.api.get('/api/v1/orders?limit=100'));
    expect(orders.map((order: { id: string }) => order.id)).not.toContain(id);
    const events = eventsOf(shop, id);
    expect(events.map((event) => event.type)).toEqual(['order.created', 'order.deleted']);
    expect(events[1]?.data).toEqual({ orderId: id, orderNumber: num });
  });

  test('keeps the order’s number taken, so that a new order gets a higher number', async () => {
    const first = await made();
    expectOk(await post('delete', { id: first.id }));
    expect(Number((await made()).num)).toBeGreaterThan(Number(first.num));
  });
});

test('each change adds one version with its requestId to the history', async () => {
  const created = await post('create', orderBody());
  const { id } = expectOk(created);
  const answers = [
    created,
    await post('update', { id, data: { platform: 'x' } }),
    await post('status', { id, statusId: 'status-closed' }),
    await post('payment', { id, paymentId: 'history', amount: 1 }),
    await post('delete', { id }),
  ];
  await post('delete', { id });
  const history = historyOf(shop, id);
  expect(history.map((row) => row['version'])).toEqual([1, 2, 3, 4, 5]);
  expect(history.map((row) => row['request_id'])).toEqual(answers.map((answer) => answer.body.requestId));
  expect(eventTypes(shop, id)).toEqual([
    'order.created',
    'order.updated',
    'order.status.changed',
    'order.payment.created',
    'order.deleted',
  ]);
});
