/** The server keeps the whole answer to a read in memory. So only a few reads by one person may run at once. */

import { expect, test } from 'bun:test';
import { expectOk } from '../support/http-answers.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const CALLS = 12;
const MOST = 4;

test('four simultaneous reads by the same person run, and the person’s other reads wait', async () => {
  let [asked, most] = [0, 0];
  const waiting: (() => void)[] = [];
  await using shop = await openTimedShop(async () => {
    asked += 1;
    most = Math.max(most, waiting.length + 1);
    await new Promise<void>((go) => waiting.push(go));
    return undefined;
  });
  const owner = await shop.owner();
  const paths = ['orders/day', 'orders', 'clients', 'payments'];
  const calls = Array.from({ length: CALLS }, (_, at) => owner.get(`${shop.base}/${paths[at % paths.length]}`));
  while (asked < CALLS) {
    // This pause lets every call reach the server. If more than four calls ran at once, `most` would show it.
    await Bun.sleep(50);
    waiting.shift()?.();
  }
  for (const go of waiting) go();
  for (const answer of await Promise.all(calls)) expectOk(answer);
  expect(most).toBe(MOST);
});
