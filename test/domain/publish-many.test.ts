import { expect, test } from 'bun:test';
import { listOpenImports, workOff } from '../../src/imports/index.ts';
import { makeOrder } from '../../src/inquiries/index.ts';
import { type CreateOrderInput, createOrder } from '../../src/orders/index.ts';
import { deliveries, type InPieces, type Storage, type Tx, webhookEndpoints } from '../../src/storage/index.ts';
import { EVENT_TYPES } from '../../src/webhooks/index.ts';
import { statementsOf } from '../support/count-work.ts';
import { openImportShop, readOrders } from '../support/imports.ts';
import { rowsIn } from '../support/raw-database.ts';
import { addInquiry, openTestStore, type TestStore } from '../support/store.ts';

type Store = Pick<TestStore, 'storage' | 'workspace' | 'ctx'>;
type Endpoint = Partial<typeof webhookEndpoints.$inferInsert>;

const addEndpoints = ({ storage, workspace }: Store, all: readonly Endpoint[]): Promise<void> =>
  storage.write((tx) => {
    const plain = { workspaceSeq: workspace.seq, url: 'https://203.0.113.9/', secret: 'whsec_', enabled: true };
    for (const one of all) {
      const times = { createdAt: 0, updatedAt: 0 };
      tx.db
        .insert(webhookEndpoints)
        .values({ ...plain, ...times, id: tx.newId(), events: EVENT_TYPES.join(' '), ...one })
        .run();
    }
  });

const crowd = (size: number, one: Endpoint = {}): Endpoint[] => Array.from({ length: size }, () => one);

let made = 0;
const orderWith = (payments: number): CreateOrderInput => {
  made += 1;
  return {
    requestKey: `order-${made}`,
    date: '2026-05-20T10:00:00Z',
    products: [{ name: 'Rose', quantity: 1, price: 100 }],
    payments: Array.from({ length: payments }, () => ({ amount: 1 })),
  };
};

const countDeliveries = ({ storage }: Store): number => storage.read.select().from(deliveries).all().length;

/**
 * Creates two orders, and counts the statements about deliveries or endpoints for the second. The first order only
 * prepares these statements.
 */
async function deliveryStatements(store: Store, payments: number): Promise<number> {
  await createOrder(store.ctx(), orderWith(payments));
  const all = await statementsOf(() => createOrder(store.ctx(), orderWith(payments)));
  return all.filter((text) => /insert into "deliveries"|from "webhook_endpoints"/.test(text)).length;
}

test.each([
  [1, 1, 3],
  [100, 1, 3],
  [100, 100, 7],
])(
  'with %i endpoints, the deliveries of an order with %i payments take %i statements',
  async (endpoints, payments, n) => {
    await using store = await openTestStore();
    await addEndpoints(store, crowd(endpoints));
    expect(await deliveryStatements(store, payments)).toBe(n);
  },
);

const lookingAt = (storage: Storage, look: () => void): Storage =>
  Object.assign(Object.create(storage) as Storage, {
    writeInPieces: <T>(change: (tx: Tx) => InPieces<T>) =>
      storage.writeInPieces(function* (tx) {
        const pieces = change(tx);
        let piece = pieces.next();
        for (; piece.done !== true; piece = pieces.next()) {
          look();
          yield;
        }
        return piece.value;
      }),
  });

test.each([
  [1, 0],
  [10, 0],
  [100, 5],
])(
  'with 100 endpoints, creating an order with %i payments pauses %i times, and no delivery is visible during a pause',
  async (payments, pauses) => {
    await using store = await openTestStore();
    await addEndpoints(store, crowd(100));
    const seen: number[] = [];
    const storage = lookingAt(store.storage, () => seen.push(countDeliveries(store)));
    await createOrder({ ...store.ctx(), storage }, orderWith(payments));
    expect(seen).toEqual(Array.from({ length: pauses }, () => 0));
    expect(countDeliveries(store)).toBe(100 * (1 + payments));
  },
);

test('an imported row with thousands of deliveries lets other requests run while the deliveries are written', async () => {
  await using shop = await openImportShop();
  await addEndpoints(shop, crowd(100));
  const money = Array.from({ length: 100 }, () => '2026-03-08 10:00 1.00 Card').join('; ');
  const text = `number;date;item;price;payments by date\nA;2026-03-08;Rose;100;"${money}"`;
  const { orders } = await readOrders(shop.importing, text);
  await shop.accept(orders, { tell: true });
  const [job] = listOpenImports(shop.storage.read);
  const looksAt: number[] = [];
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (countDeliveries(shop) === 0) setImmediate(count);
  };
  setImmediate(count);
  // Each reading of this clock is two milliseconds later. So the import lets other requests run after each piece of the
  // row.
  const clock = { monotonic: () => 2 * looksAt.push(turns) };
  await workOff({ storage: shop.storage, clock, kinds: shop.imports.kinds }, job?.seq ?? 0);
  expect(countDeliveries(shop)).toBe(10_100);
  expect((looksAt.at(-1) ?? 0) - (looksAt[0] ?? 0)).toBeGreaterThanOrEqual(5);
});

test('for a large order, each endpoint gets exactly its selected types of events and the right count of waiting deliveries', async () => {
  await using store = await openTestStore();
  const groups = [
    { size: 15, events: 'order.created', each: 1 },
    { size: 40, events: 'order.updated order.payment.created', each: 100 },
    { size: 15, events: 'order.deleted', each: 0 },
    { size: 20, events: EVENT_TYPES.join(' '), each: 101 },
    { size: 3, enabled: false, each: 0 },
    { size: 3, suspendedAt: 1, each: 0 },
    { size: 3, removedAt: 1, each: 0 },
  ];
  for (const { size, each: _, ...one } of groups) await addEndpoints(store, crowd(size, one));
  await createOrder(store.ctx(), orderWith(100));
  const sql = `SELECT e.seq, count(d.event_seq) AS n, count(DISTINCT d.event_seq) AS "different",
    sum(d.state = 'pending' AND d.attempts = 0 AND d.due_at = 0 AND instr(e.events, v.type) > 0) AS proper,
    coalesce((SELECT deliveries FROM waiting_deliveries WHERE endpoint_seq = e.seq), 0) AS waiting
    FROM webhook_endpoints AS e LEFT JOIN deliveries AS d ON d.endpoint_seq = e.seq
    LEFT JOIN events AS v ON v.seq = d.event_seq GROUP BY e.seq ORDER BY e.seq`;
  const rows = rowsIn<Record<'n' | 'different' | 'waiting', number> & { proper: number | null }>(
    store.storage.path,
    sql,
  );
  const found = rows.map(({ n, different, proper, waiting }) => [n, different, proper ?? 0, waiting]);
  expect(found).toEqual(
    groups.flatMap(({ size, each }) => Array.from({ length: size }, () => [each, each, each, each])),
  );
});

test('a large order that is refused after its deliveries were written leaves no order, payment, event or delivery', async () => {
  await using store = await openTestStore();
  await addEndpoints(store, crowd(100));
  const inquiryId = await addInquiry(store.ctx(), { name: 'Anna' });
  await makeOrder(store.ctx(), { ...orderWith(0), inquiryId });
  const counts = () =>
    rowsIn(
      store.storage.path,
      `SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM payments) AS payments,
      (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM deliveries) AS deliveries,
      (SELECT sum(deliveries) FROM waiting_deliveries) AS waiting`,
    );
  const before = counts();
  expect(before).toMatchObject([{ orders: 1, payments: 0, events: 1, deliveries: 100, waiting: 100 }]);
  await expect(makeOrder(store.ctx(), { ...orderWith(100), inquiryId })).rejects.toThrow();
  expect(counts()).toEqual(before);
});
