import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  changeStatus,
  createOrder,
  deleteOrder,
  recordPayment,
  refundPayment,
  restoreOrder,
  updateOrder,
} from '../../src/orders/index.ts';
import { clientKeys } from '../../src/storage/index.ts';
import { removeSearch, searchPath } from '../../src/storage/store/search-file.ts';
import { orderBody } from '../support/docket.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

const PHONES = ['+7 912 345-67-89', '8 (912) 345-67-89', '89217654321', '+44 20 7946 0958', '', 'ask'];
const EMAILS = ['', 'Anna@example.com', 'anna@example.com ', 'boris@example.com'];

const person = fc.record({
  name: fc.constantFrom('Anna', 'Анна', ''),
  phone: fc.constantFrom(...PHONES),
  email: fc.constantFrom(...EMAILS),
  // The index stores a large client's text separately.
  about: fc.constantFrom('', 'x'.repeat(3_000)),
});
const nth = fc.nat({ max: 30 });
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      client: person,
      price: fc.integer({ min: 1, max: 99_999 }),
    }),
  },
  fc.record({ do: fc.constant('client' as const), nth, client: person }),
  fc.record({ do: fc.constant('price' as const), nth, price: fc.integer({ min: 1, max: 99_999 }) }),
  fc.record({
    do: fc.constant('status' as const),
    nth,
    statusId: fc.constantFrom('status-closed', 'status-cancelled'),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay' as const), nth, amount: fc.integer({ min: 1, max: 99_999 }) }),
  },
  fc.record({ do: fc.constant('refund' as const), nth }),
  fc.record({ do: fc.constant('delete' as const), nth }),
  fc.record({ do: fc.constant('restore' as const), nth }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('index' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface MadeRows {
  readonly ids: string[];
  readonly payments: Map<string, string>;
}

/** Performs the drawn actions, and skips impossible ones, such as a payment of a deleted order. */
async function play(store: TestStore, acts: readonly Act[]): Promise<void> {
  const made: MadeRows = { ids: [], payments: new Map() };
  for (const [at, one] of acts.entries()) {
    await doOne(store, { one, at, made }).catch((error) => expect(error).toHaveProperty('kind'));
  }
}

const goods = (price: number) => [{ name: 'Lily', quantity: 1, price: price / 100 }];

async function doOne(store: TestStore, { one, at, made }: { one: Act; at: number; made: MadeRows }): Promise<void> {
  const { ids, payments } = made;
  const ctx = store.ctx();
  const id = 'nth' in one ? (ids[one.nth % Math.max(ids.length, 1)] ?? '') : '';
  switch (one.do) {
    case 'create': {
      const order = { date: '2026-05-20T10:00:00+03:00', client: one.client, products: goods(one.price) };
      ids.push((await createOrder(ctx, { requestKey: `key-${at}`, ...order })).order.id);
      return;
    }
    case 'pay': {
      const paid = await recordPayment(ctx, { id, paymentId: `paid-${at}`, amount: one.amount / 100 });
      payments.set(id, paid.paymentId);
      return;
    }
    case 'client':
      return void (await updateOrder(ctx, { id, data: { client: one.client } }));
    case 'price':
      return void (await updateOrder(ctx, { id, data: { products: goods(one.price) } }));
    case 'status':
      return void (await changeStatus(ctx, { id, statusId: one.statusId }));
    case 'refund':
      return void (await refundPayment(ctx, { orderId: id, paymentId: payments.get(id) ?? '', roubles: 0.01 }));
    case 'delete':
      return void (await deleteOrder(ctx, { id }));
    case 'restore':
      return void (await restoreOrder(ctx, id));
    case 'index':
      return indexAllOrders(store.storage.path);
    default:
      return one satisfies never;
  }
}

interface Sums {
  orders: number;
  paid: number;
  owed: number;
}

interface StoredOrder {
  readonly client: string | null;
  readonly price: number;
  readonly paid: number;
  readonly payment: string;
  readonly status: string;
}

function summed(path: string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  const rows = rowsIn<StoredOrder>(
    path,
    `SELECT client, price, paid_amount AS paid, payment_status AS payment, status_id AS status
      FROM orders WHERE deleted_at IS NULL`,
  );
  for (const { client, price, paid, payment, status } of rows) {
    const keys = clientKeys(client);
    if (keys === undefined) continue;
    const sum = sums.get(`${keys.key} ${status}`) ?? { orders: 0, paid: 0, owed: 0 };
    sum.orders += 1;
    sum.paid += paid;
    if (['unpaid', 'partial'].includes(payment)) sum.owed += price - paid;
    sums.set(`${keys.key} ${status}`, sum);
  }
  return sums;
}

function kept(path: string): Map<string, Sums> {
  const rows = rowsIn<Sums & { key: string; status: string }>(
    searchPath(path),
    `SELECT key, status_id AS status, orders, paid, owed
      FROM client_sums JOIN order_clients ON order_clients.seq = client_seq`,
  );
  return new Map(rows.map(({ key, status, ...sums }) => [`${key} ${status}`, sums]));
}

const sorted = (map: ReadonlyMap<string, Sums>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

const clientsIn = (path: string) =>
  rowsIn(
    searchPath(path),
    `SELECT o.seq, key, o.workspace_seq, o.email, live, status_id, paid, owed, large_text, last_seq, text
      FROM client_orders o JOIN order_clients ON order_clients.seq = client_seq ORDER BY o.seq`,
  );

test('an index updated after any changes of orders equals a new index of these orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      await using store = await openTestStore();
      const { path } = store.storage;
      await play(store, acts);
      await indexAllOrders(path);
      const updated = clientsIn(path);
      removeSearch(path);
      await indexAllOrders(path);
      expect(updated).toEqual(clientsIn(path));
    }),
    { numRuns: 40 },
  );
});

test('a change of status does not make the index read the order’s client', async () => {
  await using store = await openTestStore();
  const { path } = store.storage;
  const client = { name: 'Anna', phone: PHONES[0] };
  const { order } = await createOrder(store.ctx(), orderBody({ client }));
  await indexAllOrders(path);
  alter(path, `UPDATE orders SET client = '{"name":"Boris","phone":"89217654321"}'`);
  const before = clientsIn(path);
  await changeStatus(store.ctx(), { id: order.id, statusId: 'status-closed' });
  await indexAllOrders(path);
  expect(clientsIn(path)).toEqual(before.map((row) => Object.assign({}, row, { status_id: 'status-closed' })));
  expect(before).toHaveLength(1);
});

test('the index does not read an earlier order’s large client when the client’s last order is deleted', async () => {
  await using store = await openTestStore();
  const { path } = store.storage;
  const phone = PHONES[0];
  await createOrder(store.ctx(), orderBody({ client: { name: 'Anna', phone, about: 'x'.repeat(3_000) } }));
  const last = await createOrder(store.ctx(), orderBody({ client: { name: 'Vera', phone } }));
  await indexAllOrders(path);
  alter(path, `UPDATE orders SET client = '{"name":"Boris","phone":"89217654321"}'`);
  expect(clientsIn(path)).toMatchObject([{ text: 'vera\n79123456789' }, { text: 'vera\n79123456789' }]);
  await deleteOrder(store.ctx(), { id: last.order.id });
  await indexAllOrders(path);
  expect(clientsIn(path)).toMatchObject([{ text: 'anna\n79123456789' }, { text: 'anna\n79123456789' }]);
});

test('the number of a client in the index is never used again, not even for a client of another workspace', async () => {
  await using store = await openTestStore();
  const { path } = store.storage;
  const other = { ...store.ctx(), workspace: await secondWorkspace(store) };
  const numbers = (): number[] =>
    rowsIn<{ seq: number }>(searchPath(path), 'SELECT seq FROM order_clients').map(({ seq }) => seq);
  const { order } = await createOrder(store.ctx(), orderBody({ client: { name: 'Anna', phone: PHONES[0] } }));
  await indexAllOrders(path);
  const [first = 0] = numbers();
  await updateOrder(store.ctx(), { id: order.id, data: { client: null } });
  await indexAllOrders(path);
  expect(numbers()).toEqual([]);
  await createOrder(other, orderBody({ client: { name: 'Boris', phone: PHONES[2] } }));
  await indexAllOrders(path);
  expect(numbers()).toEqual([first + 1]);
});

test('each client’s sums match their orders to the kopeck after any change of orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      await using store = await openTestStore();
      await play(store, acts);
      await indexAllOrders(store.storage.path);
      expect(sorted(kept(store.storage.path))).toEqual(sorted(summed(store.storage.path)));
    }),
    { numRuns: 40 },
  );
});
