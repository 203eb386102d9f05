import { beforeAll, expect, test } from 'bun:test';
import { bringTable, sendTable } from '../support/await-import.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
beforeAll(async () => {
  const packed = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true };
  expectOk(await owner.post(`${shop.base}/flows/orders`, packed));
});

let names = 0;
/** A separate product, so that no test counts another's movements. */
async function addProduct(quantity: number): Promise<{ id: string; externalId: string }> {
  names += 1;
  const externalId = `product-${names}`;
  const product = { id: externalId, name: `Product ${names}`, sku: null, quantity };
  const { id } = expectOk(await owner.post(`${shop.base}/stock`, product));
  return { id, externalId };
}
const itemOf = (id: string, quantity: number) => [{ id, name: 'Goods', quantity, price: 10 }];
const make = async (id: string, quantity: number): Promise<string> =>
  (await placeOrder(shop.api, { products: itemOf(id, quantity) })).id;
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/stock/${id}`));
const look = async (text: string) => expectOk(await sendTable(owner, `${shop.base}/stock/import?dryRun=1`, text));
const textOf = async (path: string): Promise<string> => {
  const response = await owner.fetch(path);
  // text() is not used, because it would remove the byte order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
};

test('simultaneous requests by the API and the dashboard take an order’s goods from stock only once', async () => {
  const { id, externalId } = await addProduct(100);
  for (let round = 1; round <= 10; round += 1) {
    const order = await make(externalId, 2);
    const answers = await Promise.all([
      shop.api.post('/api/v1/orders/status', { id: order, statusId: 'packed' }),
      owner.post(`${shop.base}/orders/${order}/status`, { statusId: 'packed' }),
      owner.post(`${shop.base}/orders/statuses`, { ids: [order], statusId: 'packed' }),
      shop.api.post('/api/v1/orders/status', { id: order, statusId: 'packed' }),
    ]);
    for (const answer of answers) expectOk(answer);
    const { product, movements } = await pageOf(id);
    expect(product.quantity).toBe(100 - 2 * round);
    expect(movements.filter(({ order: of }: { order: unknown }) => of !== null).length).toBe(round);
  }
});

test('the ledger names order, person and request, and the order shows the goods it took', async () => {
  const { id, externalId } = await addProduct(1);
  const order = await make(externalId, 2.5);
  expect(expectOk(await owner.get(`${shop.base}/orders/${order}`)).order.writeOff).toBeNull();
  const changed = await shop.api.post('/api/v1/orders/status', { id: order, statusId: 'packed' });
  expectOk(changed);
  const { product, movements } = await pageOf(id);
  expect(product).toMatchObject({ externalId, quantity: -1.5 });
  expect(movements).toMatchObject([
    { delta: -2.5, quantityAfter: -1.5, kind: 'write_off', order: { id: order }, actorType: 'key' },
    { delta: 1, quantityAfter: 1, kind: 'opening', order: null, actorType: 'person', actorName: 'owner@example.com' },
  ]);
  expect(movements[0].requestId).toBe(changed.headers.get('x-request-id'));
  const before = expectOk(await owner.get(`${shop.base}/orders/${order}`)).order.writeOff;
  expect(before).toMatchObject({
    statusId: 'packed',
    changedSince: false,
    movements: [{ productId: id, delta: -2.5 }],
  });
  expectOk(await shop.api.post('/api/v1/orders/update', { id: order, data: { products: itemOf(externalId, 50) } }));
  const after = expectOk(await owner.get(`${shop.base}/orders/${order}`)).order.writeOff;
  expect(after).toEqual({ ...before, changedSince: true });
  expect((await pageOf(id)).product.quantity).toBe(-1.5);
  const low = expectOk(await owner.get(`${shop.base}/stock?below=1`)).products;
  expect(low.map((one: { externalId: string }) => one.externalId)).toEqual([externalId]);
});

test.each([crypto.randomUUID(), 'zzzzzzzzzzzzzzzz', '----------------', '0123456789abcdef'])(
  'a manual correction that is sent twice under %s counts once',
  async (formId) => {
    const { id } = await addProduct(5);
    const correction = { way: 'by', quantity: 0.5, reason: 'Delivery' };
    const sentUnder = { 'idempotency-key': formId };
    const correct = () => owner.post(`${shop.base}/stock/${id}/correct`, correction, sentUnder);
    await Promise.all([1, 2].map(async () => expectOk(await correct())));
    const { product, movements } = await pageOf(id);
    expect(product.quantity).toBe(5.5);
    expect(movements[0]).toMatchObject({ kind: 'correction', reason: 'Delivery', delta: 0.5 });
    expect(movements[0].id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const wrong = { ...correction, reason: '' };
    const refused = await owner.post(`${shop.base}/stock/${id}/correct`, wrong);
    const [issue] = expectFailure(refused, 422, 'validation_failed');
    expect(issue).toMatchObject({ path: 'reason', rule: 'empty' });
    expectFailure(await owner.post(`${shop.base}/stock/${crypto.randomUUID()}/correct`, correction), 404, 'not_found');
  },
);

const LISTED = { price: 2990.05, category: '=Roses', warnBelow: 0.5 };

test('a stock export contains no formulas that a spreadsheet would run, and importing the export changes nothing', async () => {
  const formula = {
    id: '=1+1',
    name: '=HYPERLINK("http://evil")',
    sku: '@x',
    quantity: -2.5,
    ...LISTED,
    barcode: '4600123456789',
  };
  expectOk(await owner.post(`${shop.base}/stock`, formula));
  // These values already begin with an apostrophe.
  expectOk(await owner.post(`${shop.base}/stock`, { id: "'=1+1", name: "''-1", sku: "'@x", quantity: 1 }));
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'a,=1', name: 'Rose|@SUM(1)', sku: '＝1', quantity: 1 }));
  const text = await textOf(`${shop.base}/stock/export`);
  expect(text).toContain(`"a,'=1",Rose|'@SUM(1),'＝1,1,,,,\r\n`);
  expect(text).toStartWith('\uFEFFid,name,sku,quantity,price,category,warn below,barcode\r\n');
  expect(text).toContain(`'=1+1,"'=HYPERLINK(""http://evil"")",'@x,-2.5,2990.05,'=Roses,0.5,4600123456789\r\n`);
  const looked = await look(text);
  expect(looked).toMatchObject({ problemCount: 0, outcome: { new: 0, changed: 0 } });
  expect(looked.outcome.same).toBeGreaterThan(3);
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  const russian = await textOf(`${shop.base}/stock/export`);
  expect(russian).toStartWith('\uFEFFid;название;артикул;количество;цена;категория;предупреждать ниже;штрихкод\r\n');
  expect(russian).toContain("'@x;-2,5;2990,05;'=Roses;0,5;4600123456789\r\n");
  expect(await look(russian)).toMatchObject({ problemCount: 0, outcome: looked.outcome });
});

test('the matched columns of a file from another program are remembered', async () => {
  const file = (quantity: number) =>
    `Прайс-лист;;\n\nОсталось;Наш код;Что это\n${quantity};peony;Гвоздика\n4;lilac;Сирень\n;;\nИтого: ${quantity + 4};;\n`;
  const looked = await look(file(3));
  expect(looked).toMatchObject({ head: 1, mapping: [null, null, null], missing: ['name'], outcome: { new: 0 } });
  const at = '?head=3&mapping=quantity,id,name';
  const matched = expectOk(await sendTable(owner, `${shop.base}/stock/import${at}&dryRun=1`, file(3)));
  expect(matched).toMatchObject({
    head: 3,
    headings: ['Осталось', 'Наш код', 'Что это'],
    missing: [],
    rows: 2,
    problemCount: 0,
    outcome: { new: 2, changed: 0, same: 0 },
    skipped: [
      { line: 1, cells: ['Прайс-лист', '', ''] },
      { line: 7, cells: ['Итого: 7', '', ''] },
    ],
  });
  await bringTable(owner, shop.base, `stock/import${at}`, file(3));
  expect(await look(file(5))).toMatchObject({
    head: 3,
    mapping: ['quantity', 'id', 'name'],
    outcome: { new: 0, changed: 1, same: 1 },
    preview: [{ line: 4, changes: [{ field: 'quantity', from: 3, to: 5 }] }],
  });
  expect(await look('Наш код;Что это;Осталось\npeony;Гвоздика;9')).toMatchObject({
    mapping: ['id', 'name', 'quantity'],
  });
  const orders = expectOk(await sendTable(owner, `${shop.base}/orders/import?dryRun=1`, file(3)));
  expect(orders.mapping).toEqual([null, null, null]);
});

test('an item is matched to stock by its id or else by its whole name', async () => {
  const add = async (id: string, name: string, sku: string | null = null) =>
    expectOk(await owner.post(`${shop.base}/stock`, { id, name, sku, quantity: 1 })).id;
  const red = await add('tie-1', 'Пион  «Ёлка» красный', 'П-1');
  await add('tie-2', 'Пион «Ёлка» красный, большой');
  const asked = async (name: string, id?: string) => {
    const query = new URLSearchParams({ name, ...(id === undefined ? {} : { id }) });
    const { tied, named } = expectOk(await owner.get(`${shop.base}/stock/for-item?${query}`));
    return { tied: tied?.id ?? null, named: named.map((product: { id: string }) => product.id) };
  };
  for (const name of ['Пион «Ёлка» красный', ' пион «елка»  КРАСНЫЙ ', 'Пион«Ёлка»красный']) {
    expect(await asked(name)).toEqual({ tied: null, named: [red] });
  }
  for (const name of ['Пион', 'Пион «Ёлка» красн', 'П-1', 'tie-1', '%', '']) {
    expect({ name, ...(await asked(name)) }).toEqual({ name, tied: null, named: [] });
  }
  expect(await asked('Что угодно', 'tie-1')).toEqual({ tied: red, named: [] });
  // The stock list has no product with this id. An item with an id is matched only by its id, so no product is offered
  // by name.
  expect(await asked('Пион «Ёлка» красный', 'of-the-site')).toEqual({ tied: null, named: [] });
  const twin = await add('tie-3', 'ПИОН «ЕЛКА» КРАСНЫЙ');
  expect((await asked('Пион «Ёлка» красный')).named.toSorted()).toEqual([red, twin].toSorted());
});

test('a product without an id gets an id, and each change of its fields is recorded', async () => {
  const fields = { price: 120.5, category: ' Розы ', warnBelow: 2.5 };
  const added = await owner.post(`${shop.base}/stock`, { name: 'Priced', sku: null, quantity: 2, ...fields });
  const { id } = expectOk(added);
  const product = async () => (await pageOf(id)).product;
  expect(await product()).toMatchObject({ externalId: id, price: 120.5, category: 'Розы', warnBelow: 2.5 });
  const change = (body: object) => owner.post(`${shop.base}/stock/${id}/update`, body);
  expectOk(await change({ price: 99.99 }));
  expect(await product()).toMatchObject({ name: 'Priced', price: 99.99, category: 'Розы', warnBelow: 2.5 });
  expectOk(await change({ warnBelow: 3 }));
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=settings`));
  const told = rows.filter(({ subject }: { subject: string }) => subject === id);
  expect(told.map((row: { subjectName: string }) => row.subjectName)).toEqual(['Priced', 'Priced', 'Priced']);
  expect(told.map(({ changes }: { changes: unknown }) => changes)).toMatchObject([
    { warnBelow: { from: 2.5, to: 3 } },
    { price: { from: 12_050, to: 9_999 } },
    { price: { from: null, to: 12_050 }, category: { from: null, to: 'Розы' }, warnBelow: { from: null, to: 2.5 } },
  ]);
  for (const [body, path, rule] of [
    [{ price: 0.001 }, 'price', 'two_decimals'],
    [{ price: -1 }, 'price', 'roubles_negative'],
    [{ category: 'x'.repeat(501) }, 'category', 'line_at_most'],
    [{ warnBelow: 0.0001 }, 'warnBelow', 'on_hand'],
    [{ warnBelow: -0.5 }, 'warnBelow', 'pieces_negative'],
  ] as const) {
    expect(expectFailure(await change(body), 422, 'validation_failed')).toMatchObject([{ path, rule }]);
  }
  expectOk(await change({ price: null, category: ' ', warnBelow: null }));
  expect(await product()).toMatchObject({ price: null, category: null, warnBelow: null });
});

test('the stock list counts and filters the products that run low', async () => {
  const add = async (name: string, quantity: number, warnBelow: number | null) =>
    expectOk(
      await owner.post(`${shop.base}/stock`, { name, sku: null, quantity, warnBelow, category: 'Дважды', price: 5 }),
    ).id;
  const before = expectOk(await owner.get(`${shop.base}/stock`)).low;
  const low = await add('Low one', 2.999, 3);
  await add('Just enough', 3, 3);
  await add('Never warned of', -4, null);
  const list = expectOk(await owner.get(`${shop.base}/stock?low=1&q=Low`));
  expect(list.low).toBe(before + 1);
  expect(list.products.map(({ id }: { id: string }) => id)).toEqual([low]);
  const { categories } = expectOk(await owner.get(`${shop.base}/stock/categories`));
  expect(categories.filter((name: string) => name === 'Дважды')).toEqual(['Дважды']);
  expect(categories).toEqual(categories.toSorted());
});

test('an import of a price list leaves a value unchanged if its cell is empty, and changes no order', async () => {
  const { id, externalId } = await addProduct(1);
  const bring = async (text: string) => (await bringTable(owner, shop.base, 'stock/import', text)).counts;
  const order = await make(externalId, 1);
  const file = (price: string, rest: string) =>
    `Код;Название;Цена;Категория;Минимум\n${externalId};P;${price};${rest}\n`;
  expect(await bring(file('1 250,50 ₽', 'Розы;4'))).toMatchObject({ changed: 1 });
  const listed = { price: 1250.5, category: 'Розы', warnBelow: 4, quantity: 1 };
  expect((await pageOf(id)).product).toMatchObject(listed);
  expect(await bring(file('', ';'))).toMatchObject({ same: 1 });
  expect((await look(file('1300', ';'))).preview).toMatchObject([
    { known: 'id', changes: [{ field: 'price', from: 1250.5, to: 1300 }] },
  ]);
  expect(await bring(file('1300', ';'))).toMatchObject({ changed: 1 });
  expect((await pageOf(id)).product).toMatchObject({ ...listed, price: 1300 });
  expect(expectOk(await shop.api.get(`/api/v1/orders/${order}`)).products).toMatchObject([{ price: 10 }]);
  const { problems } = await look(file('1.250', ';'));
  expect(problems).toMatchObject([{ line: 2, column: 2, code: 'two_readings' }]);
  const offers = expectOk(await owner.get(`${shop.base}/orders/products?q=${externalId}`)).products;
  expect(offers).toMatchObject([{ externalId, lastPrice: 1300 }]);
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=settings`));
  expect(rows[0]).toMatchObject({ action: 'product.imported' });
});

test('a product search finds categories, but no id that Docket made', async () => {
  const fields = { name: 'Sought', sku: null, quantity: 1, category: 'Луковичные' };
  const { id } = expectOk(await owner.post(`${shop.base}/stock`, fields));
  const found = async (q: string): Promise<string[]> =>
    expectOk(await owner.get(`${shop.base}/stock?q=${encodeURIComponent(`sought ${q}`)}`)).products.map(
      (product: { id: string }) => product.id,
    );
  expect(await found('луковичн')).toEqual([id]);
  expect(await found(id.slice(-4))).toEqual([]);
  expect(await found(id)).toEqual([]);
  const change = (body: object) => owner.post(`${shop.base}/stock/${id}/update`, body);
  expectOk(await change({ category: 'Срезка' }));
  expect(await found('луковичн')).toEqual([]);
  expect(await found('срезка')).toEqual([id]);
  expectOk(await change({ id: 'bulb-7' }));
  expect(await found('bulb-7')).toEqual([id]);
});
