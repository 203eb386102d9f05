import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { AppError } from '../../src/base/index.ts';
import { addStep, ORDER_FLOW, updateStep } from '../../src/flows/index.ts';
import { type Choice, findImport } from '../../src/imports/index.ts';
import {
  changeStatus,
  changeStatuses,
  createOrder,
  deleteOrder,
  getDeskOrder,
  listHistory,
  restoreOrder,
  updateOrder,
} from '../../src/orders/index.ts';
import {
  addProduct,
  correctStock,
  findForItem,
  findScanned,
  listMovements,
  listPriced,
  listProducts,
  searchProducts,
  updateProduct,
} from '../../src/stock/index.ts';
import { products, stockMovements } from '../../src/storage/index.ts';
import { openImports, readProducts } from '../support/imports.ts';
import { addOrder, openTestStore, refusalOf, secondWorkspace, type TestStore } from '../support/store.ts';

const OF = { flow: ORDER_FLOW, language: 'en' } as const;
const item = (id: string | null, quantity: number) => ({
  ...(id === null ? {} : { id }),
  name: 'X',
  quantity,
  price: 0,
});
const make = (store: TestStore, items = [item('rose', 3)], statusId?: string): Promise<string> =>
  addOrder(store.ctx(), { statusId, products: items });
const put = (store: TestStore, id: string, statusId: string) => changeStatus(store.ctx(), { id, statusId });
const onHand = (store: TestStore): Readonly<Record<string, number>> =>
  Object.fromEntries(
    listProducts({ storage: store.storage, workspace: store.workspace }, { limit: 100 }).products.map((one) => [
      one.externalId,
      one.quantity / 1000,
    ]),
  );
const idsFound = async (store: TestStore, text: string, limit = 10): Promise<string[]> =>
  (await searchProducts(store.ctx(), { filter: { text }, limit })).products.map(({ externalId }) => externalId);
const idOfRose = async (store: TestStore): Promise<string> =>
  (await searchProducts(store.ctx(), { filter: { text: 'rose' }, limit: 1 })).products[0]?.id ?? '';
const ledger = (store: TestStore) => store.storage.read.select().from(stockMovements).all();
const writeOffs = (store: TestStore) => ledger(store).filter(({ kind }) => kind === 'write_off');

async function openStocked(): Promise<TestStore> {
  const store = await openTestStore();
  const packed = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true } as const;
  await addStep(store.ctx(), { ...OF, ...packed });
  await addProduct(store.ctx(), { externalId: 'rose', name: 'Rose', sku: 'R1', pieces: 10 });
  await addProduct(store.ctx(), { externalId: 'ribbon', name: 'Ribbon', sku: null, pieces: 2.5 });
  return store;
}

test('an order’s first change to the write-off status deducts its total quantity of each product in the stock list', async () => {
  await using store = await openStocked();
  const id = await make(store, [
    item('rose', 3),
    item('ribbon', 1.125),
    item('rose', 2),
    item('vase', 7),
    item(null, 9),
  ]);
  expect(writeOffs(store)).toEqual([]);
  expect(getDeskOrder(store.ctx(), id).writeOff).toBeUndefined();
  await put(store, id, 'packed');
  expect(onHand(store)).toEqual({ rose: 5, ribbon: 1.375 });
  expect(writeOffs(store).map(({ delta }) => delta)).toEqual([-5_000, -1_125]);
  expect(writeOffs(store)[0]).toMatchObject({ actorType: 'key', requestId: 'request-1', quantityAfter: 5_000 });
  expect(getDeskOrder(store.ctx(), id).writeOff).toMatchObject({
    statusId: 'packed',
    changedSince: false,
    movements: [
      { externalId: 'rose', delta: -5_000 },
      { externalId: 'ribbon', delta: -1_125 },
    ],
  });
});

test('an order made before its product got the shop’s id still takes stock from that product', async () => {
  await using store = await openStocked();
  const id = await addProduct(store.ctx(), { name: 'Vase', sku: null, pieces: 5 });
  const order = await make(store, [item(id, 2), item('V-1', 1)]);
  await updateProduct(store.ctx(), { id, externalId: 'V-1' });
  expect(findForItem(store.ctx(), { name: 'Vase', id }).tied).toMatchObject({ id, externalId: 'V-1' });
  await put(store, order, 'packed');
  expect(writeOffs(store).map(({ delta }) => delta)).toEqual([-3_000]);
  expect(onHand(store)).toMatchObject({ 'V-1': 2 });
});

test('an id that Docket made is never given to another product', async () => {
  await using store = await openStocked();
  const id = await idOfRose(store);
  const taken = { refusal: { rule: 'fields' }, details: [{ path: 'id', rule: 'product_id_taken' }] };
  const vase = { name: 'Vase', sku: null, pieces: 0 };
  await expect(addProduct(store.ctx(), { ...vase, externalId: id })).rejects.toMatchObject(taken);
  const other = await addProduct(store.ctx(), vase);
  await expect(updateProduct(store.ctx(), { id: other, externalId: id })).rejects.toMatchObject(taken);
  // Only the product itself may use the id that Docket made for it.
  await updateProduct(store.ctx(), { id, externalId: id });
});

test('any way into the write-off status takes an order’s goods from stock', async () => {
  await using store = await openStocked();
  await make(store, [item('rose', 1)], 'packed');
  const [one, two] = [await make(store, [item('rose', 1)]), await make(store, [item('rose', 1)])];
  await put(store, one, 'packed');
  await changeStatuses(store.ctx(), { ids: [one, two], statusId: 'packed' });
  expect(onHand(store)['rose']).toBe(7);
  const change = (id: string, writesOffStock: boolean) => updateStep(store.ctx(), { ...OF, id, writesOffStock });
  const away = await make(store, [item('rose', 1)], 'status-closed');
  await deleteOrder(store.ctx(), { id: away });
  await change('status-closed', true);
  await restoreOrder(store.ctx(), away);
  expect(onHand(store)['rose']).toBe(6);
  await change('status-new', true);
  await make(store, [item('rose', 1)]);
  expect(onHand(store)['rose']).toBe(5);
});

test('turning on the write-off for a status takes no stock for orders that already have that status', async () => {
  await using store = await openStocked();
  await make(store);
  await updateStep(store.ctx(), { ...OF, id: 'status-new', writesOffStock: true });
  expect(onHand(store)['rose']).toBe(10);
});

test('no change of an order moves stock after its write-off', async () => {
  await using store = await openStocked();
  const id = await make(store);
  await updateOrder(store.ctx(), { id, data: { products: [item('rose', 4)] } });
  await put(store, id, 'packed');
  expect(getDeskOrder(store.ctx(), id).writeOff?.changedSince).toBe(false);
  await updateOrder(store.ctx(), { id, data: { platform: 'phone' } });
  expect(getDeskOrder(store.ctx(), id).writeOff?.changedSince).toBe(false);
  await updateOrder(store.ctx(), { id, data: { products: [item('rose', 1), item('ribbon', 1)] } });
  expect(getDeskOrder(store.ctx(), id).writeOff?.changedSince).toBe(true);
  await put(store, id, 'status-new');
  await put(store, id, 'packed');
  await deleteOrder(store.ctx(), { id });
  await restoreOrder(store.ctx(), id);
  expect(onHand(store)).toEqual({ rose: 6, ribbon: 2.5 });
  expect(writeOffs(store).length).toBe(1);
});

test('stock never blocks an order, and may fall below zero instead', async () => {
  await using store = await openStocked();
  await make(store, [item('rose', 999_999_999.999)], 'packed');
  expect(onHand(store)['rose']).toBe(-999_999_989.999);
});

test('a repeated or refused create takes no more stock', async () => {
  await using store = await openStocked();
  const body = {
    requestKey: 'twice',
    date: '2026-05-20T10:00:00+03:00',
    statusId: 'packed',
    products: [item('rose', 1)],
  };
  await Promise.all([1, 2, 3].map(() => createOrder(store.ctx(), body)));
  await expect(createOrder(store.ctx(), { ...body, products: [item('rose', 2)] })).rejects.toMatchObject({
    kind: 'order_key_conflict',
  });
  expect(onHand(store)['rose']).toBe(9);
});

test('a correction counts once however often its form is sent, and leaves a ledger line with its reason', async () => {
  await using store = await openStocked();
  const id = await idOfRose(store);
  const by = { formId: crypto.randomUUID(), way: 'by', pieces: -1.5, reason: ' withered ' } as const;
  await Promise.all([1, 2].map(() => correctStock(store.ctx(), { id, ...by })));
  expect(onHand(store)['rose']).toBe(8.5);
  await correctStock(store.ctx(), { id, ...by, formId: crypto.randomUUID(), way: 'to', pieces: 20 });
  const { movements } = listMovements(
    { storage: store.storage, workspace: store.workspace },
    { productId: id, limit: 10 },
  );
  expect(movements.map(({ kind, delta, quantityAfter, reason }) => [kind, delta, quantityAfter, reason])).toEqual([
    ['correction', 11_500, 20_000, 'withered'],
    ['correction', -1_500, 8_500, 'withered'],
    ['opening', 10_000, 10_000, null],
  ]);
  for (const bad of [{ reason: ' ' }, { pieces: 0.0001 }, { pieces: Number.NaN }, { pieces: 1e12 }]) {
    const wrong = { ...by, formId: crypto.randomUUID(), ...bad };
    await expect(correctStock(store.ctx(), { id, ...wrong })).rejects.toMatchObject({
      kind: 'validation_failed',
    });
  }
  const { rows } = await listHistory(store.ctx(), { filter: { kind: 'settings' }, limit: 3 });
  const actions = rows.map(({ action }) => action);
  expect(actions).toEqual(['product.corrected', 'product.corrected', 'product.added']);
});

test('a second correction from the same form is refused if its values differ', async () => {
  await using store = await openStocked();
  const id = await idOfRose(store);
  const formId = crypto.randomUUID();
  const correct = (input: object) =>
    correctStock(store.ctx(), { id, formId, way: 'by', pieces: 2, reason: 'found', ...input });
  await correct({});
  for (const other of [{ pieces: 3 }, { reason: 'lost' }, { way: 'to' }])
    await expect(correct(other)).rejects.toMatchObject({ kind: 'made_already' });
  await correct({});
  expect(onHand(store)['rose']).toBe(12);
  const other = await secondWorkspace(store);
  const theirs = { ...store.ctx(), workspace: other };
  const tulip = { externalId: 'tulip', name: 'Tulip', sku: null, pieces: 1 };
  const tulipId = await addProduct(theirs, tulip);
  const input = { formId, way: 'by', pieces: 4, reason: 'counted' } as const;
  await correctStock(theirs, { id: tulipId, ...input });
  expect(listProducts({ storage: store.storage, workspace: other }, { limit: 10 }).products[0]?.quantity).toBe(5_000);
});

test('a line of the ledger can be neither deleted nor changed', async () => {
  await using store = await openStocked();
  await expect(store.storage.write((tx) => void tx.db.delete(stockMovements).run())).rejects.toThrow('never deleted');
  for (const patch of [{ delta: 1 }, { reason: 'another' }, { reason: null, at: 1 }]) {
    await expect(store.storage.write((tx) => void tx.db.update(stockMovements).set(patch).run())).rejects.toThrow(
      'never changed',
    );
  }
});

test('products are found by name, SKU and id, page by page', async () => {
  await using store = await openStocked();
  const ids = (text: string) => idsFound(store, text);
  expect(await ids('RIB')).toEqual(['ribbon']);
  expect(await ids('r1 rose')).toEqual(['rose']);
  expect(await ids('nothing')).toEqual([]);
  const first = listProducts({ storage: store.storage, workspace: store.workspace }, { limit: 1 });
  const second = listProducts(
    { storage: store.storage, workspace: store.workspace },
    { limit: 1, cursor: first.nextCursor ?? '' },
  );
  expect([...first.products, ...second.products].map(({ name }) => name)).toEqual(['Ribbon', 'Rose']);
  expect(second.nextCursor).toBeNull();
  const again = { externalId: 'rose', name: 'Another', sku: null, pieces: 0 };
  await expect(addProduct(store.ctx(), again)).rejects.toMatchObject({ kind: 'validation_failed' });
  const ribbon = first.products[0]?.id ?? '';
  await expect(updateProduct(store.ctx(), { id: ribbon, externalId: 'rose' })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  await updateProduct(store.ctx(), { id: ribbon, name: 'Лента', sku: 'Ё-1' });
  expect(await ids('е-1')).toEqual(['ribbon']);
});

test('the price list has the products with a price, sorted by category and name', async () => {
  await using store = await openStocked();
  const add = (name: string, price: number | null, category: string | null) =>
    addProduct(store.ctx(), { externalId: name, name, sku: null, price, category, pieces: 0 });
  await add('Б', 1, 'Розы');
  await add('А', 1, 'Розы');
  await add('Без цены', null, 'Розы');
  await add('Я', 1, 'Букеты');
  await add('Открытка', 0, null);
  const listed = (limit: number) => {
    const { products: found, more } = listPriced(store.ctx(), limit);
    return [...found.map(({ name }) => name), more];
  };
  expect(listed(4)).toEqual(['Я', 'А', 'Б', 'Открытка', false]);
  expect(listed(3)).toEqual(['Я', 'А', 'Б', true]);
  expect(listed(1)).toEqual(['Я', true]);
});

const rowsOf = (store: TestStore, text: string, choice?: Choice) => readProducts(store.ctx(), text, choice);
/** @returns the id of the import, once it is completed */
async function bring(store: TestStore, text: string, choice?: Choice): Promise<string> {
  const imports = openImports(store.storage);
  const file = await rowsOf(store, text, choice);
  const id = await file.begin({ staging: imports, id: store.world.newId(store.world.clock.now()), tell: false });
  await imports.finish();
  return id;
}

test('a product file without errors creates new products, updates existing products, and records stock changes in the ledger', async () => {
  await using store = await openStocked();
  const good = '\uFEFFid;name;sku;quantity\r\nrose;"Rose; red";R2;4,5\r\nvase;Vase;;-1\r\nribbon;Ribbon;;\r\n';
  const looked = await rowsOf(store, good);
  expect(looked.table.problems.shown).toEqual([]);
  expect(await looked.plan()).toEqual({ changed: 1, new: 1, same: 1, byName: 0, unclear: 0 });
  expect(looked.preview.map(({ line, known, changes }) => [line, known, changes])).toEqual([
    [
      2,
      'id',
      [
        { field: 'name', from: 'Rose', to: 'Rose; red' },
        { field: 'sku', from: 'R1', to: 'R2' },
        { field: 'quantity', from: 10_000, to: 4_500 },
      ],
    ],
    [3, null, []],
  ]);
  expect(onHand(store)).toEqual({ rose: 10, ribbon: 2.5 });
  const { table } = await rowsOf(store, `${good}x;;;1\r\nrose;Twice;;1\r\ny;Y;;many\r\n`);
  expect(table.problems.shown).toMatchObject([
    { line: 5, column: 1, code: 'missing' },
    { line: 6, column: 0, code: 'id_again', value: 'rose', than: '2' },
    { line: 7, column: 3, code: 'other', broken: { rule: 'on_hand' } },
  ]);
  for (const counts of [{ changed: 1, new: 1, same: 1 }, { same: 3 }]) {
    const id = await bring(store, good);
    expect(findImport(store, id)).toMatchObject({ isDone: true, done: 3, counts });
  }
  expect(onHand(store)).toEqual({ rose: 4.5, ribbon: 2.5, vase: -1 });
  expect(ledger(store).filter(({ kind }) => kind === 'import').length).toBe(2);
  expect((await searchProducts(store.ctx(), { filter: { text: 'r2' }, limit: 9 })).products[0]?.name).toBe('Rose; red');
});

const BARE = { head: 0, mapping: 'id,name,sku,quantity' };

test.each([
  ['a,Rose,R,"1,5"\nb,Vase', [1_500, 0], BARE],
  ['Название;ID;Остаток\nРоза;a;1 200,5', [1_200_500], {}],
  ["'=a;Rose;'-s;−3\r\n\r\n", [-3_000], BARE],
  ['id;name;sku;quantity\na;Rose;s;2;;\n', [2_000], {}],
  ['a;Rose;s;"1,234,567.5"', [1_234_567_500], BARE],
  // The name of this product begins like a totals line.
  ['id;name;quantity\na;Total look;3', [3_000], {}],
] as const)('a product file %j is accepted', async (text, quantities, choice) => {
  await using store = await openTestStore();
  expect((await rowsOf(store, text, choice)).table.problems.shown).toEqual([]);
  await bring(store, text, choice);
  expect(Object.values(onHand(store)).map((pieces) => pieces * 1_000)).toEqual([...quantities]);
});

test.each([
  ['', { refused: 'no_rows' }],
  ['id;sku\na;b', { missing: ['name'] }],
  // The import does not guess that `Что это` means the name, so the user must choose the column.
  ['Артикул;Что это\nR1;Роза', { missing: ['name'] }],
  // A row of totals is not a product, although it has a name and a quantity.
  ['Наименование;Остаток\nИтого;5', { refused: 'no_rows' }],
] as const)('a product file %j is reported as incomplete', async (text, lack) => {
  await using store = await openTestStore();
  expect((await rowsOf(store, text)).table).toMatchObject(lack);
});

const HEAD = 'id;name;sku;quantity\n';
test.each([
  ['a;Rose\nb;"Vase', { line: 3, code: 'open_quote' }],
  ['a;b;c;1;more', { line: 2, code: 'too_many_cells' }],
  [`a;${'x'.repeat(501)}`, { line: 2, column: 1, code: 'other', broken: { rule: 'line_at_most', most: 500 } }],
  ['a;', { line: 2, column: 1, code: 'missing' }],
  ['a;Rose;;1.2345', { line: 2, column: 3, code: 'other', broken: { rule: 'on_hand' } }],
  ['a;Rose;;12 3', { line: 2, column: 3, code: 'other', broken: { rule: 'on_hand' } }],
  ['a;Rose;"4,60001E+12";1', { line: 2, column: 2, code: 'rounded_digits' }],
  ['4.60001E+12;Rose;;1', { line: 2, column: 0, code: 'rounded_digits' }],
] as const)('a product file with the row %j is refused with the line of that row', async (row, problem) => {
  await using store = await openTestStore();
  expect((await rowsOf(store, HEAD + row)).table.problems.shown).toMatchObject([problem]);
});

const STATUSES = ['status-new', 'status-closed', 'packed', 'sent'] as const;
const step = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    status: fc.constantFrom(...STATUSES),
    n: fc.integer({ min: 1, max: 3000 }),
  }),
  fc.record({ do: fc.constant('status' as const), at: fc.nat(5), status: fc.constantFrom(...STATUSES) }),
  fc.record({ do: fc.constant('race' as const), at: fc.nat(5), status: fc.constantFrom(...STATUSES) }),
  fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const, 'edit' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('correct' as const), n: fc.integer({ min: -5000, max: 5000 }) }),
  fc.record({ do: fc.constant('switch' as const), status: fc.constantFrom(...STATUSES), on: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * The expected state of the shop: the statuses that write off goods, and the orders that have entered such a status.
 */
interface Model {
  readonly ids: string[];
  readonly flagged: Set<string>;
  readonly entered: Set<string>;
}

async function run(store: TestStore, model: Model, one: Step): Promise<void> {
  const ctx = store.ctx();
  const entered = (id: string): void => {
    if (model.flagged.has(getDeskOrder(ctx, id).order.statusId)) model.entered.add(id);
  };
  if (one.do === 'create') {
    const id = await make(store, [item('rose', one.n / 1000), item('ribbon', 1)], one.status);
    model.ids.push(id);
    return entered(id);
  }
  if (one.do === 'correct') {
    const rose = await idOfRose(store);
    const input = { formId: crypto.randomUUID(), way: 'by', pieces: one.n / 1000, reason: 'counted' } as const;
    await correctStock(ctx, { id: rose, ...input });
    return;
  }
  if (one.do === 'switch') {
    await updateStep(store.ctx(), { ...OF, id: one.status, writesOffStock: one.on });
    model.flagged[one.on ? 'add' : 'delete'](one.status);
    return;
  }
  const id = model.ids[one.at % Math.max(model.ids.length, 1)];
  if (id === undefined) return;
  const { statusId, deletedAt } = getDeskOrder(ctx, id).order;
  if (one.do === 'delete') await deleteOrder(ctx, { id });
  else if (one.do === 'edit') await updateOrder(ctx, { id, data: { products: [item('rose', 7)] } });
  else if (one.do === 'restore') {
    await restoreOrder(ctx, id);
    if (deletedAt !== null) entered(id);
  } else if ('status' in one) {
    const racing = () => [
      changeStatuses(ctx, { ids: [id], statusId: one.status }),
      changeStatus(ctx, { id, statusId: one.status }),
    ];
    const changes = [changeStatus(ctx, { id, statusId: one.status }), ...(one.do === 'race' ? racing() : [])];
    // Waits until all changes have ended, so that no change runs during the next step. Then the first refusal is
    // thrown.
    await Promise.allSettled(changes);
    await Promise.all(changes);
    if (statusId !== one.status) entered(id);
  }
}

test('the stock of a product is the sum of its ledger entries, whatever the sequence of the changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await using store = await openStocked();
      const sent = { id: 'sent', name: 'Sent', tone: 'pink', group: 'done', writesOffStock: true } as const;
      await addStep(store.ctx(), { ...OF, ...sent });
      const model: Model = { ids: [], flagged: new Set(['packed', 'sent']), entered: new Set() };
      for (const one of steps) await run(store, model, one).catch(isRefusal);
      const lines = ledger(store);
      for (const product of store.storage.read.select().from(products).all()) {
        const own = lines.filter(({ productSeq }) => productSeq === product.seq);
        expect(product.quantity).toBe(own.reduce((sum, { delta }) => sum + delta, 0));
        expect(own.at(-1)?.quantityAfter).toBe(product.quantity);
      }
      const taken = writeOffs(store).map(({ orderSeq, productSeq }) => `${orderSeq} ${productSeq}`);
      expect(new Set(taken).size).toBe(taken.length);
      const marked = model.ids.filter((id) => getDeskOrder(store.ctx(), id).writeOff !== undefined);
      expect(new Set(marked)).toEqual(model.entered);
      expect(new Set(writeOffs(store).map(({ orderSeq }) => orderSeq)).size).toBe(marked.length);
    }),
    { numRuns: 60 },
  );
});

function isRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

test('a barcode belongs to one product, which a search by barcode finds', async () => {
  await using store = await openStocked();
  const vase = { externalId: 'vase', name: 'Vase', sku: null, pieces: 1, barcode: ' 4 600123 456789 ' };
  const vaseId = await addProduct(store.ctx(), vase);
  expect(findScanned(store.ctx(), '4600123456789')?.name).toBe('Vase');
  expect(await idsFound(store, '0123456')).toEqual(['vase']);
  const taken = { kind: 'validation_failed', details: { fields: [{ path: 'barcode', rule: 'barcode_taken' }] } };
  const again = await refusalOf(addProduct(store.ctx(), { ...vase, externalId: 'other' }));
  expect(again?.kind).toBe(taken.kind as never);
  expect(again?.message).toContain('Vase');
  const rose = await idOfRose(store);
  expect((await refusalOf(updateProduct(store.ctx(), { id: rose, barcode: '4600123456789' })))?.message).toContain(
    'Vase',
  );
  // A UPC-A is an EAN-13 that begins with 0.
  await updateProduct(store.ctx(), { id: rose, barcode: '0036000291452' });
  for (const code of ['036000291452', '0036000291452']) expect(findScanned(store.ctx(), code)?.externalId).toBe('rose');
  await updateProduct(store.ctx(), { id: vaseId, barcode: ' ' });
  expect(findScanned(store.ctx(), '4600123456789')).toBeUndefined();
  await updateProduct(store.ctx(), { id: rose, barcode: '4600123456789' });
  const theirs = { ...store.ctx(), workspace: await secondWorkspace(store) };
  await addProduct(theirs, vase);
  expect(findScanned(store.ctx(), '4600123456789')?.externalId).toBe('rose');
});

test('a barcode that another row or product has is reported with its line in the file', async () => {
  await using store = await openStocked();
  await addProduct(store.ctx(), { externalId: 'vase', name: 'Vase', sku: null, pieces: 1, barcode: '4600000000017' });
  const head = 'id;name;Штрихкод\n';
  const problems = async (rows: string) => (await rowsOf(store, head + rows)).table.problems.shown;
  expect(await problems('rose;Rose;4600000000017')).toMatchObject([
    { line: 2, column: 2, code: 'other', broken: { rule: 'barcode_taken', name: 'Vase' } },
  ]);
  expect(await problems('rose;Rose;46000000\nlily;Lily;46000000')).toMatchObject([
    { line: 3, column: 2, code: 'id_again', than: '2' },
  ]);
  expect(await problems('rose;Rose;4,6E+12')).toMatchObject([{ line: 2, column: 2, code: 'rounded_digits' }]);
  const imports = openImports(store.storage);
  const file = await rowsOf(store, `${head}rose;Rose;46000000\nvase;Vase;\n`);
  await file.begin({ staging: imports, id: store.world.newId(store.world.clock.now()), tell: false });
  // Meanwhile the ribbon is given the rose's barcode by hand, and keeps it.
  const ribbon = (await searchProducts(store.ctx(), { filter: { text: 'ribbon' }, limit: 1 })).products[0]?.id ?? '';
  await updateProduct(store.ctx(), { id: ribbon, barcode: '46000000' });
  await imports.finish();
  expect(findScanned(store.ctx(), '46000000')?.externalId).toBe('ribbon');
  expect(findScanned(store.ctx(), '4600000000017')?.externalId).toBe('vase');
});
