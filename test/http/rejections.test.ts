import { describe, expect, test } from 'bun:test';
import { openShop, orderBody } from '../support/docket.ts';
import { countRows, expectFailure, expectInvalid, expectOk, UNKNOWN_ID } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

const PRODUCT = { name: 'Роза', quantity: 1, price: 100 };
const products = (count: number) => Array.from({ length: count }, () => PRODUCT);
const create = (extra: Record<string, unknown> = {}) => shop.api.post('/api/v1/orders/create', orderBody(extra));
const update = (id: string, data: unknown) => shop.api.post('/api/v1/orders/update', { id, data });
const pay = (extra: Record<string, unknown>) =>
  shop.api.post('/api/v1/orders/payment', { paymentId: crypto.randomUUID(), amount: 1, ...extra });
const made = async (): Promise<string> => expectOk(await create()).id;

async function refusedAt(path: string, extra: Record<string, unknown>): Promise<void> {
  const before = countRows(shop, 'orders');
  expectInvalid(await create(extra), path);
  expect(countRows(shop, 'orders')).toBe(before);
}

describe('unknown fields and parameters are refused by name', () => {
  test('every body with an unknown field at its top level is refused, and the error names the field', async () => {
    const id = await made();
    const bodies: [string, Record<string, unknown>][] = [
      ['/api/v1/orders/create', orderBody()],
      ['/api/v1/orders/update', { id, data: { platform: 'x' } }],
      ['/api/v1/orders/status', { id, statusId: 'status-closed' }],
      ['/api/v1/orders/payment', { id, paymentId: 'unknown-key', amount: 1 }],
      ['/api/v1/orders/delete', { id }],
      ['/api/v1/inquiries', { payload: {} }],
    ];
    for (const [path, body] of bodies) {
      expectInvalid(await shop.api.post(path, { ...body, adress: 'typo' }), 'adress');
      expectInvalid(await shop.api.post(path, `${JSON.stringify(body).slice(0, -1)},"__proto__":1}`), '__proto__');
    }
    expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`))).toMatchObject({
      platform: '',
      statusId: 'status-new',
      paidAmount: 0,
    });
  });

  test('an unknown parameter in the query string of a read or a change is refused, and the error names the parameter', async () => {
    const id = await made();
    expectInvalid(await shop.api.get('/api/v1/orders?limt=5'), 'limt');
    expectInvalid(await shop.api.get(`/api/v1/orders/${id}?full=1`), 'full');
    expectInvalid(await shop.api.post('/api/v1/orders/create?dryRun=1', orderBody()), 'dryRun');
    expectInvalid(await shop.api.post('/api/v1/orders/delete?x=1', { id }), 'x');
    expectOk(await shop.api.get(`/api/v1/orders/${id}`));
  });
});

describe('money', () => {
  const priced = (price: unknown) => ({ products: [{ ...PRODUCT, price }] });

  test('an amount with a third decimal is refused, not rounded', async () => {
    for (const value of [1.005, 0.001, 99.999, 999_999_999.985]) await refusedAt('products.0.price', priced(value));
    await refusedAt('delivery.price', { delivery: { price: 0.125 } });
    await refusedAt('payments.0.amount', { payments: [{ amount: 1.234 }] });
    expectInvalid(await pay({ id: await made(), amount: 0.015 }), 'amount');
  });

  test('an amount that differs from whole kopecks by less than 1e-6 rouble is rounded to whole kopecks', async () => {
    const order = expectOk(await create({ ...priced(0.1 + 0.2), delivery: undefined }));
    expect([order.productsAmount, order.price]).toEqual([0.3, 0.3]);
    for (const [sent, kept] of [
      [0.3 - 0.2 - 0.1, 0],
      [999_999_999.99 + 5e-7, 999_999_999.99],
    ] as const) {
      expect(expectOk(await create({ ...priced(sent), delivery: undefined })).price).toBe(kept);
    }
    const { price } = expectOk(await create({ ...priced(1), delivery: { price: 0.3 - 0.2 - 0.1 } }));
    expect(price).toBe(1);
    await refusedAt('products.0.price', priced(-1e-6));
    const { id } = order;
    expect((await pay({ id, amount: 999_999_999.99 + 5e-7 })).status).toBe(200);
  });

  test('a negative amount is refused, and zero is valid only as a price', async () => {
    await refusedAt('products.0.price', priced(-0.01));
    const { id } = expectOk(await create({ ...priced(0), delivery: { price: 0 } }));
    for (const amount of [0, -1, -0.01]) expectInvalid(await pay({ id, amount }), 'amount');
  });

  test('a negative delivery price is refused at its own path, delivery.price', async () => {
    for (const price of [-1, 'x', 1e10]) await refusedAt('delivery.price', { delivery: { price } });
  });

  test('a new order with a payment of zero is refused at the path of the amount, payments.0.amount', async () => {
    await refusedAt('payments.0.amount', { payments: [{ amount: 0 }] });
  });

  test('an amount of 999,999,999.99 is accepted, and a kopeck more is refused', async () => {
    const order = expectOk(await create({ ...priced(999_999_999.99), delivery: undefined }));
    expect(order.price).toBe(999_999_999.99);
    await refusedAt('products.0.price', priced(1_000_000_000));
    await refusedAt('products.0.price', priced(1e300));
  });

  test('texts, booleans and nested values are not amounts', async () => {
    for (const value of ['1', 'NaN', 'Infinity', '', '1e3', true, null, [], {}, [5]]) {
      await refusedAt('products.0.price', priced(value));
    }
    const id = await made();
    for (const amount of ['NaN', '10', null, [1]]) expectInvalid(await pay({ id, amount }), 'amount');
  });

  test('a number too large for a double is refused', async () => {
    const text = JSON.stringify(orderBody(priced(7))).replace('"price":7', '"price":1e999');
    const answer = await shop.api.post('/api/v1/orders/create', text);
    expect([400, 422]).toContain(answer.status);
    expect(answer.body.ok).toBe(false);
  });

  test('a quantity must be above zero with at most three decimals', async () => {
    for (const quantity of [0, -1, 0.0001, 1.2345, '2', true, null, [1], {}]) {
      await refusedAt('products.0.quantity', { products: [{ ...PRODUCT, quantity }] });
    }
    const order = expectOk(await create({ products: [{ ...PRODUCT, quantity: 0.125, price: 0.2 }], delivery: null }));
    expect(order.productsAmount).toBe(0.03);
  });

  test('a product’s name must be a text', async () => {
    for (const name of [55, true, null, {}]) await refusedAt('products.0.name', { products: [{ ...PRODUCT, name }] });
  });

  test('a currency other than RUB is refused', async () => {
    const id = await made();
    for (const currency of ['USD', 'rub', '', 643]) expectInvalid(await pay({ id, currency }), 'currency');
    expectOk(await pay({ id, currency: 'RUB' }));
  });
});

describe('dates and times', () => {
  test('a date with an impossible day, time zone or hour is refused', async () => {
    for (const date of [
      '2026-02-30T10:00:00Z',
      '2025-02-29T10:00:00Z',
      '2026-13-01T10:00:00Z',
      '2026-00-10T10:00:00Z',
      '2026-04-31T10:00:00+03:00',
      '2026-03-08T10:00:00',
      '2026-03-08',
      '2026-03-08T24:00:00Z',
      '2026-03-08T10:60:00Z',
      '2026-03-08T10:00:00+25:00',
      '2026-03-08T10:00:00+03:60',
      '08.03.2026',
      'tomorrow',
      '',
      ' 2026-03-08T10:00:00Z',
      1_772_960_400,
      null,
    ]) {
      await refusedAt('date', { date });
    }
  });

  test('timeStart and timeEnd must be valid HH:mm, and the end may be before the start', async () => {
    for (const time of ['24:00', '9:00', '10:60', '10', '10:00:00', '-1:00', ' ', 600]) {
      await refusedAt('timeStart', { timeStart: time });
      await refusedAt('timeEnd', { timeEnd: time });
    }
    const order = expectOk(await create({ timeStart: '23:59', timeEnd: '00:00' }));
    expect([order.timeStart, order.timeEnd]).toEqual(['23:59', '00:00']);
  });

  test('paidAt must be a valid time with its zone', async () => {
    const id = await made();
    for (const paidAt of ['2026-02-30T10:00:00Z', '2026-03-08T10:00:00', '2026-03-08', '2026-03-08T24:00:00Z']) {
      expectInvalid(await pay({ id, paidAt }), 'paidAt');
    }
  });
});

describe('the requestKey, num and texts', () => {
  test('a requestKey or num of 200 characters is accepted, and one of 201 is refused', async () => {
    for (const name of ['requestKey', 'num']) {
      const none = { requestKey: undefined };
      const tail = crypto.randomUUID();
      expectOk(await create({ ...none, [name]: `${'я'.repeat(200 - tail.length)}${tail}` }));
      await refusedAt(name, { ...none, [name]: `${'я'.repeat(201 - tail.length)}${tail}` });
    }
  });

  test('a requestKey or num is refused if it is empty, is not a string or contains a control character', async () => {
    for (const name of ['requestKey', 'num']) {
      for (const value of ['', 'a\u0000b', 'a\nb', '\t', 'a\u007fb', 5, [], {}]) {
        // A blank `num` counts as missing. An order needs `num` or `requestKey`, so the server reports a missing
        // `requestKey`.
        const isNone = name === 'num' && typeof value === 'string' && value.trim() === '';
        await refusedAt(isNone ? 'requestKey' : name, { requestKey: undefined, [name]: value });
      }
    }
  });

  test('an empty paymentId is refused', async () => {
    expectInvalid(await pay({ id: await made(), paymentId: '' }), 'paymentId');
  });

  test('phone, name and sku have at most 500 characters, and other texts 10,000', async () => {
    const long = (count: number) => 'ж'.repeat(count);
    expectOk(await create({ client: { name: long(500), phone: long(500), comment: long(10_000) } }));
    await refusedAt('client.name', { client: { name: long(501) } });
    await refusedAt('recipient.phone', { recipient: { phone: long(501) } });
    await refusedAt('products.0.sku', { products: [{ ...PRODUCT, sku: long(501) }] });
    await refusedAt('client.comment', { client: { comment: long(10_001) } });
    await refusedAt('additional.cardText', { additional: { cardText: long(10_001) } });
    await refusedAt('delivery.adress', { delivery: { adress: long(10_001) } });
  });

  test('an id that is not a UUID is refused in the body and in the path', async () => {
    for (const path of ['update', 'status', 'payment', 'delete']) {
      const rest = {
        update: { data: { platform: 'x' } },
        status: { statusId: 's' },
        payment: { paymentId: 'x', amount: 1 },
      };
      const body = { id: 'nonsense', ...(rest[path as keyof typeof rest] ?? {}) };
      expectInvalid(await shop.api.post(`/api/v1/orders/${path}`, body), 'id');
    }
    expectInvalid(await shop.api.get('/api/v1/orders/nonsense'), 'id');
  });
});

describe('the shape of bodies', () => {
  test('0 and 101 products are refused on create and on update, while 1 and 100 are accepted', async () => {
    await refusedAt('products', { products: [] });
    await refusedAt('products', { products: products(101) });
    const { id } = expectOk(await create({ products: products(100) }));
    expectOk(await create({ products: products(1) }));
    expectInvalid(await update(id, { products: [] }), 'data.products');
    expectInvalid(await update(id, { products: products(101) }), 'data.products');
    expectOk(await update(id, { products: products(1) }));
    expectOk(await update(id, { products: products(100) }));
  });

  test('the path of an error uses dots down to the item and the field', async () => {
    const id = await made();
    const answer = await update(id, { products: [{ ...PRODUCT, price: 'x' }] });
    expectInvalid(answer, 'data.products.0.price');
    await refusedAt('products.2.name', { products: [PRODUCT, PRODUCT, { quantity: 1, price: 1 }] });
    await refusedAt('payments.1.paidAt', { payments: [{ amount: 1 }, { amount: 1, paidAt: 'x' }] });
  });

  test('several errors are reported at once', async () => {
    const details = expectFailure(await create({ date: 5, products: [] }), 422, 'validation_failed');
    expect(details.map((detail: { path: string }) => detail.path).sort()).toEqual(['date', 'products']);
  });

  test('missing required fields are reported', async () => {
    await refusedAt('date', { date: undefined });
    await refusedAt('products', { products: undefined });
    expectInvalid(await shop.api.post('/api/v1/orders/delete', {}), 'id');
    expectInvalid(await shop.api.post('/api/v1/orders/update', { id: UNKNOWN_ID }), 'data');
    expectInvalid(await shop.api.post('/api/v1/orders/status', { id: UNKNOWN_ID }), 'statusId');
    expectInvalid(await shop.api.post('/api/v1/inquiries', {}), 'payload');
  });

  test('date and products cannot be null in an update', async () => {
    const id = await made();
    expectInvalid(await update(id, { date: null }), 'data.date');
    expectInvalid(await update(id, { products: null }), 'data.products');
  });

  test('a body that is JSON but not an object is refused', async () => {
    for (const body of ['null', '[]', '5', '"text"', 'true']) {
      expectFailure(await shop.api.post('/api/v1/orders/create', body), 422, 'validation_failed');
    }
  });

  test('a field that should be an object is refused with any other value', async () => {
    for (const key of ['client', 'recipient', 'delivery', 'additional']) {
      for (const value of [[], 'x', 5, true]) await refusedAt(key, { [key]: value });
    }
  });

  test('a limit outside 1 to 100, or not a plain integer, is refused', async () => {
    for (const limit of ['0', '101', '-1', '1.5', '1e1', 'x', '%20', '0x10', '%2050']) {
      expectInvalid(await shop.api.get(`/api/v1/orders?limit=${limit}`), 'limit');
    }
  });

  test('an invalid dateFrom or dateTo of the list is refused', async () => {
    for (const day of ['2026-02-30', '2026-3-1', 'x', '2026-03-08T10:00:00Z']) {
      expectInvalid(await shop.api.get(`/api/v1/orders?dateFrom=${day}`), 'dateFrom');
      expectInvalid(await shop.api.get(`/api/v1/orders?dateTo=${day}`), 'dateTo');
    }
  });
});
