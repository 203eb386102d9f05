import { expect, test } from 'bun:test';
import { AppError, DAY_MS } from '../../src/base/index.ts';
import { findClients } from '../../src/clients/index.ts';
import { createApiKey } from '../../src/keys/index.ts';
import {
  type CreateOrderInput,
  changeStatus,
  changeStatuses,
  countByStatus,
  countDesk,
  type DeskFilter,
  deleteOrder,
  deleteOrders,
  findLastPrices,
  findUsual,
  getDeskOrder,
  getOrder,
  listDesk,
  listHistory,
  listOrders,
  listOrigins,
  listSavedViews,
  recordPayment,
  removeView,
  restoreOrder,
  restoreOrders,
  saveView,
  sumDesk,
  undoStatuses,
  updateOrder,
} from '../../src/orders/index.ts';
import { events } from '../../src/storage/index.ts';
import { writeAudit } from '../../src/workspaces/index.ts';
import { allPages } from '../support/all-pages.ts';
import { addOrder, openTestStore, rowsOf, TEST_ACTOR, type TestStore } from '../support/store.ts';
import { START_MS } from '../support/world.ts';

const make = async (store: TestStore, more: Partial<CreateOrderInput> = {}, source = 'shop'): Promise<string> => {
  store.world.clock.advance(1);
  return addOrder(store.ctx(source), more);
};
const find = (store: TestStore, filter: DeskFilter): string[] =>
  listDesk(store.ctx(), { filter, limit: 100 }).orders.map(({ id }) => id);
const typesOf = (store: TestStore): string[] => rowsOf(store.storage, events).map(({ type }) => type);

test('an order is found by number, name or phone digits, however they are written', async () => {
  await using store = await openTestStore();
  const id = await make(store, {
    requestKey: null,
    num: 'A-1001',
    client: { name: 'Пётр  Ёлкин', phone: '+7 (912) 345-67-89' },
    recipient: { name: 'Anna Smith', phone: '8 921 000 11 22' },
  });
  await make(store, { client: { name: 'Другая', phone: '+7 999 000-00-00' } });
  for (const text of [
    'a-1001',
    '1001',
    'петр',
    'ЁЛКИН пётр',
    'елк',
    'SMITH',
    '6789',
    '345-67',
    '+7 912 345 67 89',
    '89123456789',
    '912 345',
    '+7 921',
    '8(921)000-11-22',
  ]) {
    expect({ text, found: find(store, { text }) }).toEqual({ text, found: [id] });
  }
  for (const text of ['1002', 'петров', 'елкин anna bob', '%', '_', "' OR 1=1 --"]) {
    expect({ text, found: find(store, { text }) }).toEqual({ text, found: [] });
  }
  await updateOrder(store.ctx(), { id, data: { client: { name: 'Смена', phone: '111' } } });
  expect(find(store, { text: 'елкин' })).toEqual([]);
  expect(find(store, { text: 'смена' })).toEqual([id]);
});

test('the desk lists the origins and statuses in use, counts orders only up to a limit and refuses another filter’s cursor', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < 12; at += 1) {
    const id = await make(store, { platform: at % 2 === 0 ? 'site' : 'till' }, at % 5 === 0 ? 'bot' : 'shop');
    if (at % 4 === 0) await changeStatus(store.ctx(), { id, statusId: 'status-closed' });
  }
  const asker = { signal: new AbortController().signal };
  expect(await countDesk(store.ctx(), { filter: {}, most: 7, asker })).toBe(7);
  expect(listOrigins(store.ctx())).toEqual({ platforms: ['site', 'till'], sources: ['bot', 'shop'] });
  expect(Object.fromEntries(countByStatus(store.ctx()))).toEqual({ 'status-closed': 3, 'status-new': 9 });
  const first = listDesk(store.ctx(), { filter: {}, limit: 7 }).nextCursor ?? '';
  expect(() => listDesk(store.ctx(), { filter: { platforms: ['site'] }, limit: 7, cursor: first })).toThrow('cursor');
  expect(() => listDesk(store.ctx(), { filter: { dateFrom: '2026-02-30' }, limit: 7 })).toThrow();
});

test('a deleted order is listed separately, and its restore within 30 days sends one order.updated', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  await deleteOrder(store.ctx(), { id });
  expect(find(store, {})).toEqual([]);
  expect(find(store, { deleted: true })).toEqual([id]);
  store.world.clock.advance(30 * DAY_MS);
  await restoreOrder(store.ctx(), id);
  await restoreOrder(store.ctx(), id);
  expect(typesOf(store)).toEqual(['order.created', 'order.deleted', 'order.updated']);
  expect(getOrder(store.ctx(), id).order.version).toBe(3);
  expect(listOrders(store.ctx(), { limit: 10 }).orders.map((order) => order.id)).toEqual([id]);
  await deleteOrder(store.ctx(), { id });
  store.world.clock.advance(30 * DAY_MS + 1);
  await expect(restoreOrder(store.ctx(), id)).rejects.toMatchObject({ kind: 'too_late' });
  await expect(restoreOrder(store.ctx(), crypto.randomUUID())).rejects.toMatchObject({ kind: 'order_not_found' });
});

test('a bulk change changes each order separately and reports each result', async () => {
  await using store = await openTestStore();
  const [one, two, gone] = [await make(store), await make(store), await make(store)];
  await changeStatus(store.ctx(), { id: two, statusId: 'status-closed' });
  await deleteOrder(store.ctx(), { id: gone });
  const { outcomes } = await changeStatuses(store.ctx(), { ids: [one, two, gone, one], statusId: 'status-closed' });
  expect(outcomes).toEqual(
    new Map([
      [one, 'changed'],
      [two, 'same'],
      [gone, 'gone'],
    ]),
  );
  expect(typesOf(store).filter((type) => type === 'order.status.changed')).toHaveLength(2);
  await expect(changeStatuses(store.ctx(), { ids: [one, two], statusId: 'no-such' })).rejects.toMatchObject({
    kind: 'invalid_status',
  });
});

test('another person can write between two portions of a bulk change', async () => {
  await using store = await openTestStore();
  const ids: string[] = [];
  for (let count = 0; count < 120; count += 1) ids.push(await make(store));
  let done = false;
  const many = changeStatuses(store.ctx(), { ids, statusId: 'status-closed' }).then(() => {
    done = true;
  });
  const [first] = ids.map((id) => getDeskOrder(store.ctx(), id).order.statusId);
  await make(store);
  expect({ first, done }).toEqual({ first: 'status-new', done: false });
  await many;
  expect(countByStatus(store.ctx()).get('status-closed')).toBe(120);
});

test('a bulk change stops when its author loses the right, and reports that it stopped', async () => {
  await using store = await openTestStore();
  const ids: string[] = [];
  for (let count = 0; count < 120; count += 1) ids.push(await make(store));
  let asked = 0;
  const stillMay = (): void => {
    asked += 1;
    if (asked === 2) throw new AppError({ rule: 'signed_out' });
  };
  const ctx = { ...store.ctx(), stillMay };
  await expect(deleteOrders(ctx, ids)).rejects.toMatchObject({ kind: 'signed_out' });
  expect(listOrders(store.ctx(), { limit: 100 }).orders).toHaveLength(70);
});

test('undoing a bulk change restores each order’s earlier status and keeps later changes', async () => {
  await using store = await openTestStore();
  const [one, two, theirs, gone, off] = [
    await make(store),
    await make(store),
    await make(store),
    await make(store),
    await make(store),
  ];
  await changeStatus(store.ctx(), { id: two, statusId: 'status-in-progress' });
  const { before } = await changeStatuses(store.ctx(), {
    ids: [one, two, theirs, gone, off],
    statusId: 'status-closed',
  });
  expect([...before.values()]).toEqual(['status-new', 'status-in-progress', 'status-new', 'status-new', 'status-new']);
  await changeStatus(store.ctx(), { id: theirs, statusId: 'status-cancelled' });
  await deleteOrder(store.ctx(), { id: gone });
  const orders = [...before].map(([id, statusId]) => ({ id, statusId: id === off ? 'switched-off' : statusId }));
  const { outcomes } = await undoStatuses(store.ctx(), { statusId: 'status-closed', orders });
  expect(outcomes).toEqual(
    new Map([
      [one, 'changed'],
      [two, 'changed'],
      [theirs, 'kept'],
      [gone, 'gone'],
      [off, 'off'],
    ]),
  );
  const statusOf = (id: string) => getDeskOrder(store.ctx(), id).order.statusId;
  expect([one, two, theirs, off].map(statusOf)).toEqual([
    'status-new',
    'status-in-progress',
    'status-cancelled',
    'status-closed',
  ]);
  const again = await undoStatuses(store.ctx(), {
    statusId: 'status-closed',
    orders: [{ id: one, statusId: 'status-new' }],
  });
  expect([...again.outcomes.values()]).toEqual(['kept']);
});

test('a bulk deletion sends an event for each order, and its undo restores exactly those orders', async () => {
  await using store = await openTestStore();
  const [one, two, before] = [await make(store), await make(store), await make(store)];
  await deleteOrder(store.ctx(), { id: before });
  const unknown = crypto.randomUUID();
  const removed = await deleteOrders(store.ctx(), [one, two, before, unknown, one]);
  expect([...removed.outcomes.values()]).toEqual(['changed', 'changed', 'same', 'gone']);
  expect([...removed.before.keys()]).toEqual([one, two]);
  expect(find(store, {})).toEqual([]);
  const restored = await restoreOrders(store.ctx(), [...removed.before.keys()]);
  expect([...restored.outcomes.values()]).toEqual(['changed', 'changed']);
  expect(find(store, {}).toSorted()).toEqual([one, two].toSorted());
  expect(find(store, { deleted: true })).toEqual([before]);
  expect(typesOf(store).filter((type) => type === 'order.deleted')).toHaveLength(3);
});

test('an order’s timeline shows each change with its author and its published events', async () => {
  await using store = await openTestStore();
  const { id: keyId } = await createApiKey(
    { ...store.ctx(), random: store.world.random },
    { name: 'Site', source: 'shop', scopes: ['svc:orders:create'] },
  );
  const ctx = { ...store.ctx('shop', 'req-create'), actor: { type: 'key' as const, id: keyId } };
  const id = await addOrder(ctx, { payments: [{ amount: 10, paymentId: 'a' }, { amount: 20 }] });
  await make(store);
  await recordPayment(store.ctx('shop', 'req-pay'), { id, paymentId: 'b', amount: 30 });
  await changeStatus(store.ctx(), { id, statusId: 'status-closed' });
  await deleteOrder(store.ctx(), { id });
  const { order: shown, payments, timeline } = getDeskOrder(store.ctx(), id);
  expect(shown.deletedAt).not.toBeNull();
  expect(payments.map(({ amount }) => amount)).toEqual([1_000, 2_000, 3_000]);
  expect(
    timeline.map(({ kind, actorName, requestId, events: told }) => [
      kind,
      actorName,
      requestId,
      told.map(({ type }) => type),
    ]),
  ).toEqual([
    ['created', 'Site', 'req-create', ['order.created', 'order.payment.created', 'order.payment.created']],
    ['payment_recorded', null, 'req-pay', ['order.payment.created']],
    ['status_changed', null, 'request-1', ['order.status.changed']],
    ['deleted', null, 'request-1', ['order.deleted']],
  ]);
  expect(() => getDeskOrder(store.ctx(), crypto.randomUUID())).toThrow();
});

test('an event appears under the change that published it, even if another change follows at once', async () => {
  await using store = await openTestStore();
  // All changes are in one transaction and one millisecond, without another order's events in between.
  const id = await addOrder(store.ctx(), { payments: [{ amount: 10 }] });
  await Promise.all([
    recordPayment(store.ctx(), { id, paymentId: 'later', amount: 30 }),
    recordPayment(store.ctx(), { id, paymentId: 'last', amount: 40 }),
  ]);
  const { timeline } = getDeskOrder(store.ctx(), id);
  expect(timeline.map(({ kind, version, events: told }) => [kind, version, told.map(({ type }) => type)])).toEqual([
    ['created', 1, ['order.created', 'order.payment.created']],
    ['payment_recorded', 2, ['order.payment.created']],
    ['payment_recorded', 3, ['order.payment.created']],
  ]);
  const told = timeline.flatMap(({ events: own }) => own.map(({ id }) => id));
  expect(new Set(told).size).toBe(4);
});

test('the history merges changes of orders and settings by time, even within one millisecond', async () => {
  await using store = await openTestStore();
  const audit = (subject: string): Promise<void> =>
    store.storage.write((tx) =>
      writeAudit(tx, {
        workspaceSeq: store.workspace.seq,
        actor: TEST_ACTOR,
        action: 'workspace.updated',
        subject,
        requestId: 'r',
      }),
    );
  for (let at = 0; at < 12; at += 1) {
    store.world.clock.set(START_MS + Math.floor(at / 4) * 1_000);
    if (at % 2 === 0) await addOrder(store.ctx());
    else await audit(`thing ${at}`);
  }
  const whole = (await listHistory(store.ctx(), { filter: {}, limit: 100 })).rows;
  expect(whole).toHaveLength(13);
  expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).sort((a, b) => b - a));
  for (const limit of [1, 2, 3, 5]) {
    const pages = await allPages((cursor) => listHistory(store.ctx(), { filter: {}, limit, cursor }));
    expect(pages.flatMap(({ rows }) => rows)).toEqual([...whole]);
  }
  expect(
    (await listHistory(store.ctx(), { filter: { kind: 'orders' }, limit: 100 })).rows.every(
      ({ action }) => action === 'order.created',
    ),
  ).toBe(true);
  expect((await listHistory(store.ctx(), { filter: { kind: 'settings' }, limit: 100 })).rows).toHaveLength(7);
});

test('a person has at most twenty saved views, and saving under a used name replaces that view', async () => {
  await using store = await openTestStore();
  const { storage, workspace } = store;
  storage.write((tx) =>
    tx.db.run(
      "INSERT INTO people (seq, id, email, email_key, created_at) VALUES (1, x'01', 'a@b', 'a@b', 0), (2, x'02', 'c@d', 'c@d', 0)",
    ),
  );
  const view = await saveView({ storage, workspace, personSeq: 1 }, { name: ' Mine ', query: 'status=a' });
  await saveView({ storage, workspace, personSeq: 1 }, { name: 'Mine', query: 'status=b' });
  expect(listSavedViews({ storage, workspace, personSeq: 1 })).toEqual([
    { id: view.id, name: 'Mine', query: 'status=b' },
  ]);
  expect(listSavedViews({ storage, workspace, personSeq: 2 })).toEqual([]);
  await expect(removeView({ storage, workspace, personSeq: 2 }, view.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(saveView({ storage, workspace, personSeq: 1 }, { name: ' ', query: '' })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  for (let at = 1; at < 20; at += 1)
    await saveView({ storage, workspace, personSeq: 1 }, { name: `v${at}`, query: '' });
  await expect(saveView({ storage, workspace, personSeq: 1 }, { name: 'more', query: '' })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  await removeView({ storage, workspace, personSeq: 1 }, view.id);
  expect(listSavedViews({ storage, workspace, personSeq: 1 })).toHaveLength(19);
});

const NOBODY = new AbortController();
const clientsLike = async (store: TestStore, text: string) => findClients(store.ctx(), { text, asker: NOBODY });

test('a client search lists each client once with their newest orders, and lists no recipients', async () => {
  await using store = await openTestStore();
  const client = { name: 'Зоя Ким', phone: '+7 900 111-22-33', email: 'z@example.com' };
  const delivery = { adress: 'Lake 5', flat: 7, deliveryType: 'courier' };
  await make(store, {
    client,
    products: [
      { name: 'Rose', quantity: 1, price: 100, id: 55, sku: 'R' },
      { name: 'Vase', quantity: 1, price: 0, listPrice: 220 },
    ],
  });
  await make(store, { client: { name: 'Зоя', phone: '8 (900) 1112233' }, delivery });
  await make(store, { client: { name: 'Олег', phone: '+7 911 000-00-00' }, recipient: client });
  for (const text of ['зоя', '9001112', '+7 900 111', '8900111']) {
    const found = await clientsLike(store, text);
    expect({ text, names: found.map(({ name }) => name) }).toEqual({ text, names: ['Зоя'] });
  }
  const [zoya] = await clientsLike(store, 'зоя');
  expect(zoya).toMatchObject({ phone: '8 (900) 1112233', address: 'Lake 5', flat: '7', deliveryType: 'courier' });
  expect(zoya?.orders.map(({ num, price, moreItems }) => [num, price, moreItems])).toEqual([
    ['2', 10_000, 0],
    ['1', 10_000, 0],
  ]);
  expect(zoya?.orders[1]?.items).toEqual([
    { id: '55', sku: 'R', name: 'Rose', quantity: 1, price: 100, listPrice: null },
    { id: '', sku: '', name: 'Vase', quantity: 1, price: 0, listPrice: 220 },
  ]);
  for (const text of ['', 'зо', 'никто', '%%%']) expect(await clientsLike(store, text)).toEqual([]);
});

test('the address of a gift is not taken for the address of the client who paid for it', async () => {
  await using store = await openTestStore();
  const client = { name: 'Mary Baker', phone: '+7 900 111-22-33' };
  const gift = { client, recipient: { name: 'Olga', phone: '+7 900 444-55-66' }, delivery: { adress: 'Rose 7' } };
  await make(store, gift);
  expect(await clientsLike(store, 'mary')).toMatchObject([{ address: '', flat: '' }]);
  await make(store, { client, recipient: client, delivery: { adress: 'Lake 5', flat: '7', deliveryType: 'courier' } });
  await make(store, { ...gift, delivery: { adress: 'Oak 9', flat: '1', deliveryType: 'by bicycle' } });
  expect(await clientsLike(store, 'mary')).toMatchObject([
    { address: 'Lake 5', flat: '7', deliveryType: 'by bicycle' },
  ]);
});

test('the suggested platforms, delivery types and item prices come from the newest orders', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  expect(await findUsual(ctx)).toEqual({ platforms: [], deliveryTypes: [] });
  const item = (price: number) => ({ products: [{ id: 'r-1', name: 'Rose', quantity: 1, price }] });
  await make(store, { ...item(90), platform: 'old', timeStart: '08:00', timeEnd: '09:00' });
  await Promise.all(Array.from({ length: 298 }, (_, at) => make(store, { platform: at % 3 === 0 ? 'site' : 'phone' })));
  const way = (deliveryType: string | { a: number }) => ({ delivery: { deliveryType } });
  await make(store, { ...item(110), timeStart: '14:00', timeEnd: '16:00', ...way('courier') });
  expect(await findUsual(ctx)).toEqual({
    platforms: ['phone', 'site', 'old'],
    deliveryTypes: [{ name: 'courier', price: null }],
  });
  expect(await findLastPrices(ctx, ['r-1', 'r-2'])).toEqual(new Map([['r-1', 110]]));
  // A delivery type that is not a text is not suggested, nor is a platform that is far too long. The platform 'old' is
  // no longer suggested, because its order is not among the newest 300.
  await make(store, { timeStart: '22:00', timeEnd: '02:00', ...way({ a: 1 }) });
  const long = { cardText: 'x'.repeat(9_000) };
  await make(store, { ...way('pickup'), additional: long, platform: 'x'.repeat(100) });
  expect(await findUsual(ctx)).toEqual({
    platforms: ['phone', 'site'],
    deliveryTypes: [
      { name: 'pickup', price: null },
      { name: 'courier', price: null },
    ],
  });
  // The suggested price is the most frequent price with this delivery method. Among equally frequent prices, the newest
  // is suggested.
  for (const price of [900, 350, 350.5, 350]) await make(store, { delivery: { deliveryType: ' courier ', price } });
  await make(store, { delivery: { deliveryType: 'Courier', price: 350 } });
  expect((await findUsual(ctx)).deliveryTypes).toEqual([
    { name: 'courier', price: 350 },
    { name: 'pickup', price: null },
  ]);
  await make(store, { products: [{ id: 'r-1', name: 'Rose', quantity: 1, price: 5, comment: 'x'.repeat(9_000) }] });
  expect(await findLastPrices(ctx, ['r-1'])).toEqual(new Map([['r-1', 110]]));
  // A discount belongs to one order, not to the next one.
  await make(store, { products: [{ id: 'r-3', name: 'Vase', quantity: 1, price: 90, listPrice: 100 }] });
  expect(await findLastPrices(ctx, ['r-3'])).toEqual(new Map([['r-3', 100]]));
});

test('a filter that matches more orders than the limit gets no sum', async () => {
  await using store = await openTestStore();
  const asker = { signal: new AbortController().signal };
  for (let n = 1; n <= 4; n += 1) await make(store, { client: { name: n === 4 ? 'Boris' : 'Anna' } });
  const sum = (filter: DeskFilter, most: number) => sumDesk(store.ctx(), { filter, most, asker });
  const three = { orders: 3, total: 30_000, paid: 0, left: 30_000, over: 0, notOwed: 0, item: null };
  expect(await sum({ text: 'anna' }, 3)).toEqual(three);
  expect(await sum({ text: 'anna' }, 2)).toBeUndefined();
  expect(await sum({}, 4)).toMatchObject({ orders: 4, total: 40_000 });
  expect(await sum({}, 3)).toBeUndefined();
  expect(await sum({ dateFrom: '2026-05-20', dateTo: '2026-05-20' }, 3)).toBeUndefined();
  expect(await sum({ text: 'nobody' }, 3)).toEqual({
    orders: 0,
    total: 0,
    paid: 0,
    left: 0,
    over: 0,
    notOwed: 0,
    item: null,
  });
  // Nothing is left to pay on a cancelled order, as in the overview.
  await make(store, { client: { name: 'Boris' }, statusId: 'status-cancelled' });
  expect(await sum({ text: 'boris' }, 3)).toMatchObject({ orders: 2, total: 20_000, left: 10_000, notOwed: 10_000 });
});
