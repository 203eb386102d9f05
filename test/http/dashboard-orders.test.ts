import { expect, test } from 'bun:test';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { startReceiver, verify } from '../support/receiver.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop(['--allow-private-webhooks', '--environment', 'dev']);

const filterOf = (filter: Record<string, string | string[]>): string => {
  const params = new URLSearchParams();
  for (const [key, values] of Object.entries(filter)) for (const one of [values].flat()) params.append(key, one);
  return `?filter=${encodeURIComponent(params.toString())}`;
};
const list = async (filter: Record<string, string | string[]>): Promise<{ id: string; num: string }[]> =>
  expectOk(await owner.get(`${shop.base}/orders${filterOf(filter)}`)).orders;
const make = async (extra: Record<string, unknown> = {}): Promise<string> => (await placeOrder(shop.api, extra)).id;
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;
const manual = (extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  date: '2026-03-08',
  products: [{ name: 'Роза', quantity: 3, price: 120.5 }],
  ...extra,
});

test('an order made by hand exists once, however often its form is sent', async () => {
  const form = manual({
    timeStart: '10:00',
    timeEnd: '12:00',
    client: { name: 'Ольга', phone: '+7 921 111-22-33', vip: true },
    delivery: { price: 200, adress: 'Невский, 1' },
  });
  const sentUnder = { 'idempotency-key': crypto.randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => owner.post(`${shop.base}/orders`, form, sentUnder)));
  const ids = new Set(answers.map((answer) => expectOk(answer).id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;
  const read = expectOk(await shop.api.get(`/api/v1/orders/${id}`));
  expect(read).toMatchObject({
    date: '2026-03-08',
    timeStart: '10:00',
    price: 561.5,
    paymentStatus: 'unpaid',
    statusId: 'status-new',
    client: { name: 'Ольга', vip: true },
    source: '@dashboard',
    requestKey: null,
  });
  const order = await pageOf(id);
  expect(order).toMatchObject({ source: '@dashboard', version: 1 });
  expect(order.timeline).toMatchObject([{ kind: 'created', actorType: 'person', actorName: 'owner@example.com' }]);
  expect(order.timeline[0].requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  [{ products: [] }, 'products'],
  [{ products: [{ name: '', quantity: 1, price: 1 }] }, 'products.0.name'],
  [{ products: [{ name: 'A', quantity: 0, price: 1 }] }, 'products.0.quantity'],
  [{ date: '2026-02-30' }, 'date'],
  [{ timeStart: '25:00' }, 'timeStart'],
  [{ client: { name: 'x'.repeat(501) } }, 'client.name'],
])('an order form with %j is refused with the name of the field', async (change, path) => {
  const details = expectFailure(await owner.post(`${shop.base}/orders`, manual(change)), 422, 'validation_failed');
  expect(details.map((issue: { path: string }) => issue.path)).toContain(path);
});

test('an invalid form id is refused without creating an order', async () => {
  const answer = await owner.post(`${shop.base}/orders`, manual({ platform: 'no-id' }), { 'idempotency-key': 'x' });
  expect(expectFailure(answer, 422, 'validation_failed')).toMatchObject([{ path: 'Idempotency-Key', rule: 'form_id' }]);
  expect(await list({ platform: 'no-id' })).toEqual([]);
});

test('an owner’s changes in the dashboard send the same webhook events as API calls', async () => {
  using receiver = startReceiver();
  const added = expectOk(
    await owner.post(`${shop.base}/webhooks`, {
      url: receiver.url,
      events: ['order.created', 'order.updated', 'order.status.changed', 'order.payment.created', 'order.deleted'],
    }),
  );
  const { id } = expectOk(await owner.post(`${shop.base}/orders`, manual()));
  expectOk(
    await owner.post(`${shop.base}/orders/${id}/status`, {
      statusId: 'status-closed',
      expectedStatusId: 'status-new',
    }),
  );
  const payment = { pending: false, amount: 100.25, paymentMethod: 'cash' };
  const sentUnder = { 'idempotency-key': crypto.randomUUID() };
  const paid = await Promise.all(
    [1, 2].map(() => owner.post(`${shop.base}/orders/${id}/payments`, payment, sentUnder)),
  );
  const orders = paid.map((answer) => expectOk(answer).order);
  expect(orders).toMatchObject([1, 2].map(() => ({ id, paidAmount: 100.25, payments: [{ amount: 100.25 }] })));
  const paymentId = orders[0].payments[0].id;
  let { version } = await pageOf(id);
  expectOk(await owner.post(`${shop.base}/orders/${id}/payments/${paymentId}/refund`, { version, amount: 50 }));
  ({ version } = await pageOf(id));
  expectOk(
    await owner.post(`${shop.base}/orders/${id}/update`, {
      version,
      data: { platform: 'phone', date: '2026-03-09' },
    }),
  );
  expectOk(await owner.post(`${shop.base}/orders/${id}/remove`, {}));
  expectOk(await owner.post(`${shop.base}/orders/${id}/restore`, {}));
  await receiver.count(7);
  for (const received of receiver.received) verify(added.secret, received);
  expect(receiver.received.map(({ type }) => type).toSorted()).toEqual([
    'order.created',
    'order.deleted',
    'order.payment.created',
    'order.status.changed',
    'order.updated',
    'order.updated',
    'order.updated',
  ]);
  const timeline = await until('seven deliveries', async () => {
    const found = (await pageOf(id)).timeline;
    const deliveries = found.flatMap(({ events }: { events: { deliveries: unknown[] }[] }) =>
      events.flatMap((event) => event.deliveries),
    );
    return deliveries.filter((one: { state: string }) => one.state === 'delivered').length === 7 && found;
  });
  expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
    'created',
    'status_changed',
    'payment_recorded',
    'payment_refunded',
    'updated',
    'deleted',
    'restored',
  ]);
  expect(timeline[0]).toMatchObject({
    events: [
      { type: 'order.created', deliveries: [{ endpointId: added.id, url: receiver.url, httpCode: 200, reason: null }] },
    ],
  });
  expectOk(await owner.post(`${shop.base}/webhooks/${added.id}/remove`, {}));
});

test('a concurrent change is detected by version and status, without overwriting anything', async () => {
  const id = await make();
  const { version } = await pageOf(id);
  expectOk(await shop.api.post('/api/v1/orders/status', { id, statusId: 'status-in-progress' }));
  const stale = await owner.post(`${shop.base}/orders/${id}/update`, { version, data: { platform: 'x' } });
  expectFailure(stale, 412, 'precondition_failed');
  const change = { statusId: 'status-closed', expectedStatusId: 'status-new' };
  expectFailure(await owner.post(`${shop.base}/orders/${id}/status`, change), 409, 'order_status_conflict');
  expectOk(await owner.post(`${shop.base}/orders/${id}/update`, { data: { platform: 'x' } }));
  expect(await pageOf(id)).toMatchObject({ platform: 'x', statusId: 'status-in-progress' });
});

test('an edit keeps all digits of the fields that it does not change, even if a browser would round them', async () => {
  const own = '"crmId":12345678901234567891,"huge":1e400,"list":[0.12345678901234567891]';
  const item = (name: string, vendor: string) => `{"name":"${name}","quantity":1,"price":100,"vendor":${vendor}}`;
  const text = JSON.stringify(orderBody({ client: 'CLIENT', products: 'ITEMS', additional: 'CLIENT', delivery: null }))
    .replaceAll('"CLIENT"', `{"comment":"c",${own}}`)
    .replace('"ITEMS"', `[${item('a', '98765432109876543210')},${item('b', '98765432109876543211')}]`);
  const { id } = expectOk(await shop.api.post('/api/v1/orders/create', text));
  const page = await pageOf(id);
  expect(page.client).toMatchObject({ crmId: '12345678901234567891', huge: '1e400', list: ['0.12345678901234567891'] });
  // A page of an earlier version sends rounded numbers, and null for a number above the limit of a double.
  const rounded = { crmId: 12345678901234567000, huge: null, list: [0.12345678901234568] };
  const data = {
    client: { ...page.client, ...rounded, phone: '1' },
    additional: { ...page.additional, comment: null },
    products: page.products.slice(1),
  };
  expectOk(await owner.post(`${shop.base}/orders/${id}/update`, { version: page.version, data }));
  const read = await ordersOf(shop).textOf(id);
  expect(read.split(own)).toHaveLength(3);
  expect(read).toContain('"vendor":98765432109876543211');
  expect(read).toContain('"phone":"1"');
  const changed = { client: { ...data.client, crmId: 7 } };
  expectOk(await owner.post(`${shop.base}/orders/${id}/update`, { data: changed }));
  expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`)).client.crmId).toBe(7);
});

test('the filters in an address narrow the list of orders, and invalid or ineffective filters are refused', async () => {
  const platform = `only-${crypto.randomUUID()}`;
  const early = await make({
    platform,
    date: '2026-01-01T10:00:00+03:00',
    client: { name: 'Ёжик', phone: '+79991234567' },
  });
  const late = await make({ platform, date: '2026-01-31T10:00:00+03:00', payments: [{ amount: 1 }] });
  const idsOf = async (filter: Record<string, string | string[]>) =>
    (await list({ platform, ...filter })).map(({ id }) => id);
  expect(await idsOf({})).toEqual([late, early]);
  expect(await idsOf({ q: 'ежик' })).toEqual([early]);
  expect(await idsOf({ q: '8 (999) 123' })).toEqual([early]);
  expect(await idsOf({ payment: ['partial', 'paid'] })).toEqual([late]);
  expect(await idsOf({ from: '2026-01-31', to: '2026-01-31' })).toEqual([late]);
  expect(await idsOf({ when: 'past' })).toEqual([late, early]);
  expect(await idsOf({ source: '@dashboard' })).toEqual([]);
  for (const [filter, path] of [
    [{ stauts: 'x' }, 'stauts'],
    [{ when: 'someday' }, 'when'],
    [{ sort: 'client' }, 'sort'],
    [{ sort: 'total', deleted: '1' }, 'sort'],
    [{ from: '2026-02-30' }, 'dateFrom'],
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ status: Array.from({ length: 51 }, (_, at) => `s${at}`) }, 'status'],
  ] as const) {
    const answer = await owner.get(`${shop.base}/orders${filterOf(filter as Record<string, string | string[]>)}`);
    const details = expectFailure(answer, 422, 'validation_failed');
    expect(details.map((issue: { path: string }) => issue.path)).toContain(path);
  }
  const { columns } = expectOk(await owner.get(`${shop.base}/orders/board${filterOf({ platform })}`));
  expect(columns.map(({ id, count }: { id: string; count: number }) => [id, count])).toEqual([
    ['status-new', 2],
    ['status-in-progress', 0],
    ['status-closed', 0],
    ['status-cancelled', 0],
  ]);
  expect(columns[0].cards.map(({ id }: { id: string }) => id)).toEqual([early, late]);
  // Search results are not sorted by date, because that would read all orders of the shop.
  const searched = expectOk(await owner.get(`${shop.base}/orders/board${filterOf({ platform, q: 'букет' })}`));
  expect(searched.columns[0].cards.map(({ id }: { id: string }) => id)).toEqual([late, early]);
  const day = expectOk(
    await owner.get(`${shop.base}/orders/day${filterOf({ platform, from: '2026-01-31', to: '2026-01-31' })}`),
  );
  expect(day).toMatchObject({ day: '2026-01-31', complete: true, orders: [{ id: late }] });
  const choices = expectOk(await owner.get(`${shop.base}/orders/choices`));
  expect(choices.platforms).toContain(platform);
  const without = await make();
  expect((await list({ platform: '' })).map(({ id }) => id)).toContain(without);
  expect(expectOk(await owner.get(`${shop.base}/orders/choices`)).platforms).toContain('');
  expect(choices.statuses[0]).toMatchObject({ id: 'status-new', active: true });
});

test('a sort parameter in the address sorts the list, and without one a single day is sorted by delivery slot', async () => {
  const platform = `sorted-${crypto.randomUUID()}`;
  const at = (date: string, timeStart: string | null, price: number) =>
    make({ platform, date: `${date}T10:00:00+03:00`, timeStart, products: [{ name: 'Роза', quantity: 1, price }] });
  const late = await at('2026-05-04', '18:00', 20);
  const early = await at('2026-05-04', '09:00', 30);
  const timeless = await at('2026-05-04', null, 10);
  const before = await at('2026-05-03', '20:00', 40);
  const sorted = async (filter: Record<string, string>) => {
    const { orders, sort } = expectOk(await owner.get(`${shop.base}/orders${filterOf({ platform, ...filter })}`));
    return { sort, ids: orders.map(({ id }: { id: string }) => id) };
  };
  const may4 = { from: '2026-05-04', to: '2026-05-04' };
  expect(await sorted({})).toEqual({ sort: null, ids: [before, timeless, early, late] });
  expect(await sorted(may4)).toEqual({ sort: 'date', ids: [early, late, timeless] });
  expect(await sorted({ sort: 'date' })).toEqual({ sort: 'date', ids: [before, early, late, timeless] });
  expect(await sorted({ ...may4, sort: '-total' })).toEqual({ sort: '-total', ids: [early, late, timeless] });
  expect(await sorted({ sort: 'total' })).toEqual({ sort: 'total', ids: [timeless, late, early, before] });
  expectOk(await shop.api.post('/api/v1/orders/status', { id: before, statusId: 'status-closed' }));
  expect((await sorted({ sort: '-status' })).ids[0]).toBe(before);
  const { counts } = expectOk(await owner.get(`${shop.base}/orders/choices`));
  expect(counts.made).toBeGreaterThanOrEqual(4);
});

test('a delivery slot for 0 orders is refused, and the error states the allowed range', async () => {
  const slot = { timeStart: '10:00', timeEnd: '12:00', capacity: 0 };
  const answer = await owner.post(`${shop.base}/orders/slots`, { slots: [slot] });
  expect(expectFailure(answer, 422, 'validation_failed')).toMatchObject([
    { path: 'slots.0.capacity', rule: 'shape_number_between', least: 1, most: 999 },
  ]);
});

test('the exported CSV opens safely in a spreadsheet of the reader’s language', async () => {
  const platform = `csv-${crypto.randomUUID()}`;
  await make({
    platform,
    client: { name: '=HYPERLINK("http://evil","x")', phone: '+79123456789' },
    recipient: { name: '@SUM(1)' },
    products: [{ name: '-2+3;"quoted"\nline', quantity: 1.5, price: 10.1 }],
    delivery: { adress: '\t=1+1' },
  });
  const fetchCsv = async (): Promise<Response> => owner.fetch(`${shop.base}/orders/export${filterOf({ platform })}`);
  const response = await fetchCsv();
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text).toStartWith('Number,Date,');
  expect(text).toContain(`,"'=HYPERLINK(""http://evil"",""x"")",+79123456789,'@SUM(1),'\t'=1+1,`);
  expect(text).toContain(`,"'-2+3;""quoted""\nline ×1.5",15.15,15.15,0.00,unpaid,New,${platform},site,`);
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  const russian = await (await fetchCsv()).text();
  expectOk(await owner.post('/app/api/account', { language: 'en' }));
  expect(russian).toContain('Номер;Дата;');
  expect(russian).toContain(';15,15;15,15;0,00;не оплачен;');
});

test('an exported CSV says that an order was entered by hand, and contains the phone as it was typed', async () => {
  const platform = `hand-${crypto.randomUUID()}`;
  const products = [{ name: 'Rose', quantity: 1, price: 1 }];
  const order = { date: '2026-05-20', platform, products };
  expectOk(await owner.post(`${shop.base}/orders`, { ...order, client: { name: 'Anna', phone: '89120001122' } }));
  const address = `${shop.url}${shop.base}/orders/export${filterOf({ platform })}`;
  const fetchCsv = async (): Promise<string> => (await fetch(address, { headers: { cookie: owner.cookie() } })).text();
  expect(await fetchCsv()).toMatch(/,Anna,89120001122,.*,By hand,/);
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  const russian = await fetchCsv();
  expectOk(await owner.post('/app/api/account', { language: 'en' }));
  expect(russian).toMatch(/;Anna;89120001122;.*;Вручную;/);
});

test('a CSV of several pages of orders has each order once', async () => {
  const platform = `many-${crypto.randomUUID()}`;
  for (let at = 0; at < 12; at += 1) await Promise.all(Array.from({ length: 100 }, () => make({ platform })));
  const response = await owner.fetch(`${shop.base}/orders/export${filterOf({ platform })}`);
  const lines = (await response.text()).trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(1_200);
  expect(new Set(lines.map((line) => line.split(',').at(0))).size).toBe(1_200);
});

test('a person saves, lists and removes a filter, and an invalid filter is refused', async () => {
  const view = expectOk(await owner.post(`${shop.base}/views`, { name: 'Долги', query: 'payment=unpaid' }));
  expect(expectOk(await owner.get(`${shop.base}/views`)).views).toEqual([view]);
  expectFailure(await owner.post(`${shop.base}/views`, { name: 'Bad', query: 'nothing=1' }), 422, 'validation_failed');
  expectOk(await owner.post(`${shop.base}/views/${view.id}/remove`, {}));
  expect(expectOk(await owner.get(`${shop.base}/views`)).views).toEqual([]);
});

test('an order’s page shows whether a courier carries the order', async () => {
  const carried = async (delivery: object): Promise<boolean> => {
    const { id } = await placeOrder(shop.api, { delivery });
    return expectOk(await owner.get(`${shop.base}/orders/${id}`)).order.carried;
  };
  expect(await carried({ deliveryType: 'Courier' })).toBe(true);
  expect(await carried({ adress: 'Ленина 5' })).toBe(true);
  expect(await carried({ deliveryType: 'Самовывоз', adress: 'Ленина 5' })).toBe(false);
  expect(await carried({ deliveryType: 'Забирает сам' })).toBe(false);
  expect(await carried({ deliveryType: 'Takeaway' })).toBe(false);
  expect(await carried({})).toBe(false);
});
