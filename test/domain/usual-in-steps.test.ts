import { expect, test } from 'bun:test';
import { findLastPrices, findUsual } from '../../src/orders/index.ts';
import { workOf } from '../support/count-work.ts';
import { fillOrders } from '../support/many-orders.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

/**
 * Each keystroke in an order's form may request the usual values. They come from the newest 300 orders, each of which
 * may have 8 KB of texts.
 */
const ORDERS = 300;
/** The maximum number of orders that one step reads. Their texts take 160 KB at most. */
const AT_ONCE = 20;

const store = shared(async () => {
  const opened = await openTestStore();
  const filling = 'x'.repeat(3_000);
  await fillOrders(opened, ORDERS, (n) => ({
    products: JSON.stringify([{ id: `item-${n}`, name: filling, quantity: 1, price: n }]),
    delivery: JSON.stringify({ deliveryType: 'courier', price: 5, note: filling }),
  }));
  return opened;
});

const LOOKS = {
  'usual values': () => findUsual(store.ctx()),
  'the last price of a product that was never ordered': () => findLastPrices(store.ctx(), ['none']),
} as const;

for (const [name, look] of Object.entries(LOOKS)) {
  test(`the search for ${name} lets other requests run after every few orders`, async () => {
    const { statements } = await workOf(store, look);
    const texts = statements.filter(({ sql }) => /products|delivery/.test(sql));
    expect(texts.reduce((sum, { rows }) => sum + rows, 0)).toBe(ORDERS);
    expect(Math.max(...texts.map(({ rows }) => rows))).toBeLessThanOrEqual(AT_ONCE);
    expect(await turnsMeanwhile(async () => look())).toBeGreaterThanOrEqual(ORDERS / AT_ONCE);
  });
}

test('the search for last prices ends when all requested prices are found', async () => {
  const { statements } = await workOf(store, () =>
    findLastPrices(store.ctx(), [`item-${ORDERS - 1}`, `item-${ORDERS - 3}`]),
  );
  expect(statements.filter(({ sql }) => sql.includes('products')).map(({ rows }) => rows)).toEqual([AT_ONCE]);
});
