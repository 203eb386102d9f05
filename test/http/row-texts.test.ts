/** A day's view has up to 500 rows, so a row shows only the beginning of a long text. The order's page shows all of it. */

import { expect, test } from 'bun:test';
import { createOrder, keepSchedule } from '../../src/orders/index.ts';
import { expectOk } from '../support/http-answers.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const ADDRESS = 'street '.repeat(1_400).trim();
const NAME = 'n'.repeat(500);
const PHONE = '+79123456789';
const MOST = 301;

/** The lengths of the texts of each row in an answer. */
const lengthsIn = (answer: unknown): number[] => {
  if (typeof answer !== 'object' || answer === null) return [];
  const rowed = 'firstProduct' in answer ? Object.values(answer).filter((one) => typeof one === 'string') : [];
  return [...rowed.map(({ length }) => length), ...Object.values(answer).flatMap(lengthsIn)];
};

test('the rows of lists, days, boards, schedules, clients and the overview cut long texts', async () => {
  await using shop = await openTimedShop();
  const today = new Date(shop.store.world.clock.now()).toISOString();
  const person = { name: NAME, phone: PHONE };
  const products = [{ name: NAME, quantity: 1, price: 1 }];
  const order = { num: '1', date: today, products, client: person, recipient: person, delivery: { adress: ADDRESS } };
  const { id } = (await createOrder(shop.store.ctx(), order)).order;
  const schedule = { every: 'week', next: '2030-01-01', last: null, daysBefore: 3 } as const;
  await keepSchedule(shop.store.ctx(), { ...schedule, orderId: id });
  const owner = await shop.owner();
  const read = async (path: string) => expectOk(await owner.get(`${shop.base}/${path}`));
  await indexAllOrders(shop.store.storage.path);
  const whole = await read(`orders/${id}`);
  expect(whole.order).toMatchObject({ delivery: { adress: ADDRESS }, address: ADDRESS, clientName: NAME });
  const paths = ['orders', 'orders/day', 'orders/board', 'orders/schedules', 'orders/find?q=street', 'overview'];
  for (const path of [...paths, `clients/${whole.clientId}`]) {
    const lengths = lengthsIn(await read(path));
    expect([path, lengths.length > 0, Math.max(...lengths)]).toEqual([path, true, MOST]);
  }
});
