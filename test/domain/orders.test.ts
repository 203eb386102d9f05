import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { JsonObject } from '../../src/base/index.ts';
import { type CreateOrderInput, createOrder, listOrders, recordPayment, updateOrder } from '../../src/orders/index.ts';
import { orderHistory, orders } from '../../src/storage/index.ts';
import { allPages } from '../support/all-pages.ts';
import { openTestStore, TEST_ACTOR, type TestStore } from '../support/store.ts';
import { START_MS } from '../support/world.ts';

const ROSE = { name: 'Rose', quantity: 1, price: 100 };
let keys = 0;
const draft = (more: Partial<CreateOrderInput> = {}): CreateOrderInput => {
  keys += 1;
  return { requestKey: `key-${keys}`, date: '2026-05-20T10:00:00+03:00', products: [ROSE], ...more };
};
const product = fc.record({
  name: fc.constant('Rose'),
  quantity: fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000),
  price: fc.integer({ min: 0, max: 1_000_000 }).map((kopecks) => kopecks / 100),
});
const products = fc.array(product, { minLength: 1, maxLength: 5 });
const productsSum = (items: readonly { quantity: number; price: number }[]): number =>
  items.reduce((sum, { quantity, price }) => {
    const line = (BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(price * 100)) + 500n) / 1000n;
    return sum + Number(line);
  }, 0);
const rowOf = (store: TestStore, id: string) => {
  const row = store.storage.read.select().from(orders).where(eq(orders.id, id)).get();
  if (row === undefined) throw new Error(`no order ${id}`);
  return row;
};

test('productsAmount is the sum of the lines, each rounded half up, and price adds the delivery', async () => {
  await using store = await openTestStore();
  await fc.assert(
    fc.asyncProperty(products, fc.integer({ min: 0, max: 100_000 }), async (items, delivery) => {
      const { order } = await createOrder(store.ctx(), draft({ products: items, delivery: { price: delivery / 100 } }));
      expect(order.productsAmount).toBe(productsSum(items));
      expect(order.price).toBe(productsSum(items) + delivery);
    }),
    { numRuns: 50 },
  );
});

test('after any payments and updates, the sums and the status match the stored rows', async () => {
  await using store = await openTestStore();
  const step = fc.record({
    pay: fc.boolean(),
    amount: fc.constantFrom(1, 50, 100, 200),
    jumpMs: fc.integer({ min: -100_000, max: 100_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const ctx = store.ctx('shop', 'request-7');
      const { order } = await createOrder(ctx, draft());
      let paid = 0;
      let price = 10_000;
      let updatedAt = order.updatedAt;
      for (const { pay, amount, jumpMs } of steps) {
        store.world.clock.set(START_MS + jumpMs);
        if (pay) {
          keys += 1;
          await recordPayment(ctx, { id: order.id, paymentId: `pay-${keys}`, amount });
          paid += amount * 100;
        } else {
          await updateOrder(ctx, { id: order.id, data: { products: [{ ...ROSE, price: amount }] } });
          price = amount * 100;
        }
        const row = rowOf(store, order.id);
        expect([row.paidAmount, row.price]).toEqual([paid, price]);
        const expected = paid < price ? 'partial' : paid === price ? 'paid' : 'overpaid';
        expect(row.paymentStatus).toBe(paid === 0 ? 'unpaid' : expected);
        expect(row.updatedAt).toBeGreaterThanOrEqual(updatedAt);
        updatedAt = row.updatedAt;
      }
      const row = rowOf(store, order.id);
      const history = store.storage.read.select().from(orderHistory).where(eq(orderHistory.orderSeq, row.seq)).all();
      expect(history.map((entry) => entry.version)).toEqual(
        Array.from({ length: row.version }, (_, index) => index + 1),
      );
      for (const entry of history) {
        expect(entry).toMatchObject({ actorType: TEST_ACTOR.type, actorId: TEST_ACTOR.id, requestId: 'request-7' });
      }
    }),
    { numRuns: 25 },
  );
});

async function walk(store: TestStore, limit: number, between: () => Promise<unknown>): Promise<string[]> {
  const pages = await allPages(async (cursor) => {
    const page = listOrders(store.ctx(), { limit, cursor });
    await between();
    return page;
  });
  return pages.flatMap(({ orders }) => orders.map((order) => order.id));
}

test('pages neither repeat nor hide an order while others are created', async () => {
  const count = fc.integer({ min: 0, max: 12 });
  await fc.assert(
    fc.asyncProperty(count, fc.integer({ min: 1, max: 5 }), async (before, limit) => {
      await using store = await openTestStore();
      const made: string[] = [];
      for (let index = 0; index < before; index += 1) {
        if (index % 2 === 0) store.world.clock.advance(1);
        made.unshift((await createOrder(store.ctx(), draft())).order.id);
      }
      const seen = await walk(store, limit, async () => {
        store.world.clock.advance(1);
        await createOrder(store.ctx(), draft());
      });
      expect(seen).toEqual(made);
    }),
    { numRuns: 15 },
  );
});

test('pages neither hide nor repeat an existing order if the clock steps back between one page and the next', async () => {
  const limits = fc.integer({ min: 1, max: 4 });
  await fc.assert(
    fc.asyncProperty(limits, fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 10 }), async (limit, jumps) => {
      await using store = await openTestStore();
      const made = new Set<string>();
      for (const jump of jumps) {
        store.world.clock.set(START_MS + jump);
        made.add((await createOrder(store.ctx(), draft())).order.id);
      }
      // Each order added during the walk is older than all others, so it comes last in the list. Only five are added,
      // because the walk would otherwise never end.
      let late = 0;
      const seen = await walk(store, limit, async () => {
        store.world.clock.set(START_MS - 10);
        late += 1;
        if (late <= 5) await createOrder(store.ctx(), draft());
      }).then((ids) => ids.filter((id) => made.has(id)));
      expect(new Set(seen)).toEqual(made);
      expect(seen.length).toBe(made.size);
    }),
    { numRuns: 15, examples: [[2, [0, 1, 2, -3, 4]]] },
  );
});

const reversed = (value: JsonObject): JsonObject =>
  Object.fromEntries([['unknown', null], ...Object.entries(value).reverse()]);

test('a repeated create is replayed if it differs only in nulls or in the sequence of fields, and is a conflict otherwise', async () => {
  await using store = await openTestStore();
  const extra = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean()), {
    minKeys: 1,
    maxKeys: 5,
  });
  await fc.assert(
    fc.asyncProperty(extra, fc.nat(), async (fields, pick) => {
      const client: JsonObject = Object.fromEntries(Object.entries(fields).map(([key, value]) => [`x-${key}`, value]));
      const first = draft({ client });
      const { order } = await createOrder(store.ctx(), first);
      const again = await createOrder(store.ctx(), { platform: null, ...first, client: reversed(client) });
      expect([again.replayed, again.order.id]).toEqual([true, order.id]);
      const names = Object.keys(client);
      const changed = { ...client, [names[pick % names.length] ?? 'x']: 'another value altogether' };
      const refused = await createOrder(store.ctx(), { ...first, client: changed }).catch((error: unknown) => error);
      expect(refused).toHaveProperty('kind', 'order_key_conflict');
    }),
    { numRuns: 40 },
  );
});
