import { expect, test } from 'bun:test';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { createText, ordersOf } from '../support/orders-api.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev']);

const PLATFORM = 'numbers';
const create = (extra: Record<string, unknown>) => placeOrder(shop.api, { platform: PLATFORM, ...extra });
const { read, textOf: orderText } = ordersOf(shop);
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;
const filterOf = (filter: Record<string, string>) =>
  `filter=${encodeURIComponent(new URLSearchParams(filter).toString())}`;
const found = async (q: string): Promise<string[]> =>
  expectOk(await owner.get(`${shop.base}/orders?${filterOf({ q, platform: PLATFORM })}`)).orders.map(
    ({ id }: { id: string }) => id,
  );
const textOf = async (path: string): Promise<string> => (await owner.fetch(path)).text();

const AS_FORMS_SEND = {
  client: { id: 55, name: 1812, phone: 79123456789, email: true, comment: 5 },
  recipient: { name: 'Анна', phone: 79990001122 },
  delivery: { deliveryType: { id: 3, name: 'Курьер' }, price: 10, adress: ['Москва', 'Ленина', 1], flat: 12 },
  products: [{ id: 55, sku: 700, name: 'Роза', quantity: 2, price: 15, comment: false }],
  additional: { comment: 1, managerComment: true, cardText: 2026 },
};

test('an order is found by a phone and a name that were sent as numbers', async () => {
  const { id } = await create(AS_FORMS_SEND);
  for (const q of ['79123456789', '8 (912) 345', '+7 999 000 11 22', '1812']) {
    expect({ q, found: await found(q) }).toEqual({ q, found: [id] });
  }
  expectOk(await shop.api.post('/api/v1/orders/update', { id, data: { client: { phone: 79167778899 } } }));
  expect([await found('9123456789'), await found('916 777-88-99')]).toEqual([[], [id]]);
});

test('fields sent as numbers or objects appear as text in the order list, the order and item exports, and the courier sheet', async () => {
  const { id, num } = await create({
    ...AS_FORMS_SEND,
    platform: 'shown',
    client: { ...AS_FORMS_SEND.client, name: 77 },
  });
  const [row] = expectOk(await owner.get(`${shop.base}/orders?${filterOf({ platform: 'shown' })}`)).orders;
  expect(row).toMatchObject({
    clientName: '77',
    clientPhone: '79123456789',
    recipientName: 'Анна',
    address: 'Москва, Ленина, 1',
  });
  const table = await textOf(`${shop.base}/orders/export?${filterOf({ platform: 'shown' })}`);
  expect(table).toContain(',77,79123456789,Анна,"Москва, Ленина, 1",');
  const items = await textOf(`${shop.base}/orders/export?rows=items&${filterOf({ platform: 'shown' })}`);
  expect(items).toContain(`${num},2026-03-08,,,Роза,700,2,15.00,30.00,10.00,40.00,0.00,New,77,79123456789,true,`);
  expect(items).toContain(',Анна,79990001122,"3, Курьер","Москва, Ленина, 1",12,shown,1,true,2026');
  expect(`${table}${items}`).not.toContain('[object');
  const [parcel] = expectOk(await owner.get(`${shop.base}/orders/couriers?ids=${id}`)).orders;
  expect(parcel).toMatchObject({
    address: 'Москва, Ленина, 1',
    flat: '12',
    name: 'Анна',
    phone: '79990001122',
    comments: ['1'],
  });
});

test('an object of nearly a megabyte in place of an address is stored, but truncated on display', async () => {
  const adress = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, at) => [`k${at}`, `value ${at} ${'x'.repeat(200)}`]),
  );
  const { id } = await create({ platform: 'huge', delivery: { adress } });
  expect((await read(id)).delivery.adress).toEqual(adress);
  const [row] = expectOk(await owner.get(`${shop.base}/orders?${filterOf({ platform: 'huge' })}`)).orders;
  expect(row.address).toStartWith('value 0 xxx');
  expect(row.address.length).toBeLessThanOrEqual(1_000);
  expect((await textOf(`${shop.base}/orders/export?rows=items&${filterOf({ platform: 'huge' })}`)).length).toBeLessThan(
    5_000,
  );
});

test('an edit keeps the type and the digits of a field that it does not change', async () => {
  const long = '{"id":12345678901234567890,"name":"Мария","phone":79123456789,"email":false}';
  const body = createText({ ...AS_FORMS_SEND, client: 'HERE' }, long);
  const { id } = expectOk(await shop.api.post('/api/v1/orders/create', body));
  const { version, client, delivery, products, additional } = await pageOf(id);
  expect(client).toMatchObject({ id: '12345678901234567890', phone: 79123456789, email: false });
  const data = {
    client: { ...client, name: 'Анна' },
    delivery: { ...delivery, price: 20 },
    products: products.map((product: object) => ({ ...product, quantity: 3 })),
    additional: { ...additional, comment: 'Позвонить' },
  };
  expectOk(await owner.post(`${shop.base}/orders/${id}/update`, { version, data }));
  const after = await read(id);
  expect(after.delivery).toEqual({ ...AS_FORMS_SEND.delivery, price: 20 });
  expect(after.products).toEqual([{ ...AS_FORMS_SEND.products[0], quantity: 3 }]);
  expect(after.additional).toEqual({ ...AS_FORMS_SEND.additional, comment: 'Позвонить' });
  expect(await orderText(id)).toContain('"id":12345678901234567890,"name":"Анна","phone":79123456789,"email":false');
});

test('the desk refuses an object in place of a text, number or boolean', async () => {
  const products = [{ name: 'Роза', quantity: 1, price: 1 }];
  const form = (extra: object) => ({ date: '2026-03-08', products, ...extra });
  const wrong = [
    ...['client', 'recipient'].flatMap((part) => ['id', 'phone'].map((field) => [part, field])),
    ...['comment', 'cardText'].map((field) => ['additional', field]),
  ] as [string, string][];
  for (const [part, field] of wrong) {
    const answer = await owner.post(`${shop.base}/orders`, form({ [part]: { [field]: { a: 1 } } }));
    expect(expectFailure(answer, 422, 'validation_failed')).toMatchObject([{ path: `${part}.${field}` }]);
  }
  const listed = await owner.post(`${shop.base}/orders`, form({ products: [{ ...products[0], id: [5] }] }));
  expect(expectFailure(listed, 422, 'validation_failed')).toMatchObject([{ path: 'products.0.id' }]);
  expectOk(await owner.post(`${shop.base}/orders`, form({ client: { id: 5, phone: 79123456789 } })));
});

test('the ids 55 and "55" belong to the same product of the stock list, even if the number is written as 5.5e1', async () => {
  const packed = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true };
  expectOk(await owner.post(`${shop.base}/flows/orders`, packed));
  const add = async (id: string) =>
    expectOk(await owner.post(`${shop.base}/stock`, { id, name: `№ ${id}`, sku: null, quantity: 100 })).id;
  const onHand = async (id: string) => expectOk(await owner.get(`${shop.base}/stock/${id}`)).product.quantity;
  const [small, hundred, long] = [await add('55'), await add('100'), await add('12345678901234567890')];
  const items = (...ids: string[]) =>
    `[${ids.map((id) => `{"id":${id},"name":"x","quantity":1,"price":1}`).join(',')}]`;
  const order = async (...ids: string[]) => {
    const body = createText({ products: 'HERE', statusId: 'packed' }, items(...ids));
    return expectOk(await shop.api.post('/api/v1/orders/create', body)).id;
  };
  const id = await order('55', '"55"', '55.0', '5.5e1', '55.00000000000000000000');
  expect((await pageOf(id)).writeOff.movements).toMatchObject([{ externalId: '55', delta: -5 }]);
  await order('1e2', '"100"', '100', '"1e2"', 'true', 'null', '""');
  await order('12345678901234567890', '12345678901234567891', '1.234567890123456789e19');
  expect([await onHand(small), await onHand(hundred), await onHand(long)]).toEqual([95, 97, 98]);
});

test('an order’s history shows a change from a number to text, and every digit of a long number', async () => {
  const { id } = await create({ delivery: { flat: 12 } });
  const flats = ['"12"', '12345678901234567890', '12345678901234567891'];
  for (const flat of flats) {
    const update = `{"id":"${id}","data":{"delivery":{"flat":${flat}}}}`;
    expectOk(await shop.api.post('/api/v1/orders/update', update));
  }
  const told = [12, '12', '12345678901234567890', '12345678901234567891'];
  const steps = told.slice(1).map((to, at) => ({ from: { flat: told[at] }, to: { flat: to } }));
  const { timeline } = await pageOf(id);
  expect(timeline.slice(1).map(({ changes }: { changes: Record<string, unknown> }) => changes['delivery'])).toEqual(
    steps,
  );
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=orders`));
  const own = rows.filter(
    ({ subject, action }: Record<string, string>) => subject === id && action === 'order.updated',
  );
  expect(own.map(({ changes }: { changes: Record<string, unknown> }) => changes['delivery'])).toEqual(
    steps.toReversed(),
  );
});
