import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import { countWork } from '../support/count-work.ts';
import { expectFailure } from '../support/http-answers.ts';
import { fillOrders } from '../support/many-orders.ts';
import { openTimedShop, type TimedShop } from '../support/timed-shop.ts';

const SOME = { bytes: new TextEncoder().encode('read aside'), isLast: true };
const pathOf = (shop: TimedShop, filter: string): string =>
  `${shop.base}/orders/export?filter=${encodeURIComponent(filter)}`;

test('an export reads orders only in the reading thread, and a HEAD request for an export reads no orders', async () => {
  await using shop = await openTimedShop(async () => SOME);
  await fillOrders(shop.store, 100, () => ({}));
  const headers = { cookie: (await shop.owner()).cookie() };
  const url = `${shop.url}${pathOf(shop, 'status=status-new&sort=date&q=zq')}`;
  using counter = await countWork(shop.store.storage.path);
  for (const [method, text] of [
    ['GET', 'read aside'],
    ['HEAD', ''],
  ] as const) {
    const { statements } = await counter.of(async () => {
      const answer = await fetch(url, { method, headers });
      expect([answer.status, await answer.text()]).toEqual([200, text]);
    });
    const searched = statements.map(({ sql }) => sql).filter((sql) => /\b(?:orders|order_kinds)\b/.test(sql));
    expect(searched).toEqual([]);
  }
});

test('an export with an invalid filter is refused as JSON, and failed exports do not count against the limit', async () => {
  await using shop = await openTimedShop(async () => {
    throw new AppError({ rule: 'clients_uncounted' });
  });
  const owner = await shop.owner();
  for (const [filter, path] of [
    ['from=2026-02-30', 'dateFrom'],
    ['sort=client', 'sort'],
  ] as const) {
    const details = expectFailure(await owner.get(pathOf(shop, filter)), 422, 'validation_failed');
    expect(details.map((issue: { path: string }) => issue.path)).toEqual([path]);
  }
  const answers = [];
  for (let at = 0; at < 5; at += 1) answers.push((await owner.get(pathOf(shop, ''))).status);
  expect(new Set(answers).size).toBe(1);
  expect(answers).not.toContain(429);
});
