/**
 * Docket keeps a sent value and its type unchanged, unless Docket calculates with the value (contract, section 3,
 * Nested objects).
 */

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openShop, orderBody } from '../support/docket.ts';
import { eventTypes, expectFailure, expectInvalid, expectOk, placeOrder } from '../support/http-answers.ts';
import { createText, ordersOf } from '../support/orders-api.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

const CREATE = '/api/v1/orders/create';
const { post, read, textOf } = ordersOf(shop);
const made = async (extra: Record<string, unknown>): Promise<string> => (await placeOrder(shop.api, extra)).id;
/** Creates an order with JSON text in place of "HERE". */
const create = (extra: Record<string, unknown>, here: string) => post('create', createText(extra, here));
const product = { name: 'Роза', quantity: 1, price: 10 };

const PERSON = ['id', 'name', 'phone', 'email', 'comment'];
const SCALARS: readonly (readonly [string, (value: unknown) => Record<string, unknown>])[] = [
  ...['client', 'recipient'].flatMap((part) =>
    PERSON.map((field) => [`${part}.${field}`, (value: unknown) => ({ [part]: { [field]: value } })] as const),
  ),
  ...['id', 'sku', 'comment'].map(
    (field) => [`products.0.${field}`, (value: unknown) => ({ products: [{ ...product, [field]: value }] })] as const,
  ),
  ...['comment', 'managerComment', 'cardText'].map(
    (field) => [`additional.${field}`, (value: unknown) => ({ additional: { [field]: value } })] as const,
  ),
];
const at = (order: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => Reflect.get(Object(node), key), order);

describe.each(SCALARS)('%s', (path, bodyWith) => {
  test('the field may be a text, a number or a boolean, and is read back in the sent type', async () => {
    for (const value of ['12', '', ' 7 ', 12, 0, -3.25, 79123456789, true, false]) {
      const id = await made(bodyWith(value));
      expect({ value, read: at(await read(id), path) }).toEqual({ value, read: value });
    }
    expect(at(await read(await made(bodyWith(null))), path)).toBeNull();
  });

  test('the field is refused if its value is an object or a list, on create and on update', async () => {
    const id = await made({});
    for (const value of [{}, { id: 1 }, [], ['12']]) {
      expectInvalid(await post('create', orderBody(bodyWith(value))), path);
      expectInvalid(await post('update', { id, data: bodyWith(value) }), `data.${path}`);
    }
    const details = expectFailure(await post('create', orderBody(bodyWith({}))), 422, 'validation_failed');
    expect(details[0].message).toBe('must be a text, a number, a boolean or null, not an object');
  });

  test('every digit of a number is kept, up to the longest length allowed for a text', async () => {
    const most = path.endsWith('omment') || path.endsWith('cardText') ? 10_000 : 500;
    for (const number of ['9'.repeat(400), '12345678901234567890', '1e999', '-1E-999', `1.${'0'.repeat(20)}`]) {
      const id = expectOk(await create(bodyWith('HERE'), number)).id;
      expect(await textOf(id)).toContain(`${JSON.stringify(path.split('.').at(-1))}:${number}`);
    }
    expectOk(await create(bodyWith('HERE'), '9'.repeat(most)));
    expectInvalid(await create(bodyWith('HERE'), '9'.repeat(most + 1)), path);
    expect(at(await read(expectOk(await create(bodyWith('HERE'), '-0')).id), path)).toBe(0);
  });
});

test('a delivery may hold any JSON except in its price, which must be an amount', async () => {
  const values = [12, 'самовывоз', true, null, [1, [2]], { id: 3, name: 'Курьер' }, [], {}];
  for (const field of ['deliveryType', 'adress', 'flat']) {
    for (const value of values) {
      const { delivery, price } = await read(await made({ delivery: { [field]: value, price: 350.5 } }));
      expect({ field, value: delivery[field], price: delivery.price }).toEqual({ field, value, price: 350.5 });
      expect(price).toBe(3350.5);
      expect(Object.keys(delivery).sort()).toEqual(['adress', 'deliveryType', 'flat', 'price']);
    }
  }
  for (const price of ['350.5', true, {}, [350.5], -1]) {
    expectInvalid(await post('create', orderBody({ delivery: { price } })), 'delivery.price');
  }
  const delivery =
    '{"deliveryType":{"id":12345678901234567890,"__proto__":{"price":5}},"adress":1e999,"flat":[[0.10]],"price":1}';
  const { id } = expectOk(await create({ delivery: 'HERE' }, delivery));
  expect(await textOf(id)).toContain(
    '"deliveryType":{"id":12345678901234567890,"__proto__":{"price":5}},"price":1,"adress":1e999,"flat":[[0.1]]',
  );
});

test('a value in a delivery is kept at the maximum nesting depth and refused one level deeper', async () => {
  // The body and `delivery` are two of the twenty levels, so 18 are left.
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const { id } = expectOk(await create({ delivery: { deliveryType: 'HERE' } }, nested(18)));
  expect(await textOf(id)).toContain(`"deliveryType":${nested(18)}`);
  expectInvalid(await create({ delivery: { deliveryType: 'HERE' } }, nested(19)), '');
});

test('the same create with a value of another type is a conflict, not a repeat', async () => {
  const body = orderBody({ delivery: { flat: 12 }, client: { id: 7, phone: 79123456789 } });
  expectOk(await shop.api.post(CREATE, body));
  expect((await shop.api.post(CREATE, body)).headers.get('idempotent-replayed')).toBe('true');
  expectFailure(await shop.api.post(CREATE, { ...body, delivery: { flat: '12' } }), 409, 'order_key_conflict');
});

test('any JSON in a field not used in calculations is read back as sent', async () => {
  const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean());
  const person = fc.record({
    id: scalar,
    name: scalar,
    phone: scalar,
    email: scalar,
    comment: scalar,
    own: fc.jsonValue({ maxDepth: 3 }),
  });
  const any = fc.jsonValue({ maxDepth: 5 });
  const parts = fc.record({
    client: person,
    delivery: fc.record({ deliveryType: any, adress: any, flat: any, own: any }),
    additional: fc.record({ comment: scalar, managerComment: scalar, cardText: scalar }),
  });
  const check = async (sent: object): Promise<void> => {
    // Passes the sent values through JSON before the comparison, because JSON turns -0 into 0.
    const told = JSON.parse(JSON.stringify(sent));
    const { client, delivery, additional } = await read(await made(sent as Record<string, unknown>));
    expect({ client, delivery: { ...delivery, price: undefined }, additional }).toEqual({
      ...told,
      delivery: { ...told.delivery, price: undefined },
    });
  };
  await fc.assert(fc.asyncProperty(parts, check), { numRuns: 60 });
});

test('an update that changes only the type of a value is a change', async () => {
  const id = await made({ delivery: { flat: 12 }, client: { phone: 79123456789 } });
  expectOk(await post('update', { id, data: { delivery: { flat: 12 }, client: { phone: 79123456789, id: null } } }));
  expect(eventTypes(shop, id)).toEqual(['order.created']);
  expectOk(await post('update', { id, data: { delivery: { flat: '12' } } }));
  expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated']);
  expect(await read(id)).toMatchObject({ delivery: { flat: '12' }, client: { phone: 79123456789 } });
});
