/**
 * Two sources, or an update, may give two orders the same number. The desk says so, because people refer to orders by
 * it.
 */

import { expect, test } from 'bun:test';
import { client } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev']);

const make = async (num: string, api = shop.api): Promise<string> =>
  (await placeOrder(api, { requestKey: undefined, num })).id;
const sharedBy = async (id: string): Promise<{ id: string }[]> =>
  expectOk(await owner.get(`${shop.base}/orders/${id}`)).order.sameNumber;
const idsOf = async (id: string) => (await sharedBy(id)).map((one) => one.id);

test('an order’s page lists the other orders that share its order number, each with its date, client and price', async () => {
  const bank = client(shop.url, await shop.newKey('bank'));
  const [first, second] = [await make('S-1'), await make('S-1', bank)];
  const alone = await make('S-2');
  expect(await sharedBy(first)).toEqual([
    { id: second, date: '2026-03-08', clientName: 'Мария Иванова', price: 3350.5 } as { id: string },
  ]);
  expect([await idsOf(second), await idsOf(alone)]).toEqual([[first], []]);
  expectOk(await shop.api.post('/api/v1/orders/update', { id: alone, data: { num: 'S-1' } }));
  expect(await idsOf(first)).toEqual([alone, second]);
  expectOk(await shop.api.post('/api/v1/orders/delete', { id: second }));
  expect([await idsOf(first), await idsOf(second)]).toEqual([[alone], [alone, first]]);
  expectOk(await shop.api.post('/api/v1/orders/update', { id: alone, data: { num: 'S-2' } }));
  expect(await idsOf(first)).toEqual([]);
});

test('an order’s page lists only the five newest orders that share its order number', async () => {
  const ids = [await make('S-3')];
  for (let at = 0; at < 7; at += 1) {
    ids.push(await make('S-3', client(shop.url, await shop.newKey(`till-${at}`))));
  }
  expect(await idsOf(ids[0] ?? '')).toEqual(ids.slice(3).toReversed());
});
