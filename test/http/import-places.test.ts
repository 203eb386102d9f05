import { expect, test } from 'bun:test';
import type { ReadingRequest } from '../../src/dashboard/index.ts';
import { sendTable } from '../support/await-import.ts';
import { expectOk } from '../support/http-answers.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const TABLE = 'number;date;item;price\nA-1;2026-03-08;Rose;100';
/** The limit on slow reads of one person at the same time, as set in src/wiring/dashboard-deps.ts. */
const PLACES = 4;

test('the preview of an import does not wait for slow lists that the same person is loading', async () => {
  const asked: ReadingRequest[] = [];
  const lists = Promise.withResolvers<undefined>();
  await using shop = await openTimedShop(async (request) => {
    asked.push(request);
    return request.name === 'orders' ? lists.promise : undefined;
  });
  const owner = await shop.owner();
  const slow = Array.from({ length: PLACES }, () => owner.get(`${shop.base}/orders`));
  await until('slow lists in all places', () => asked.length === PLACES);
  expect(expectOk(await sendTable(owner, `${shop.base}/orders/import?dryRun=1`, TABLE)).records).toBe(1);
  expect(asked.slice(PLACES)).toMatchObject([{ name: 'preview of a file' }]);
  lists.resolve(undefined);
  for (const one of slow) expectOk(await one);
});
