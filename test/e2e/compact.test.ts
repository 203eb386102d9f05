import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { docket, docketJson, openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';

test('compact returns unused space to the disk and keeps every row', async () => {
  await using shop = await openShop();
  for (let made = 0; made < 3; made += 1) await placeOrder(shop.api);
  const beside = await docket(['compact', '--data', shop.dir]);
  expect([beside.status, beside.stderr]).toEqual([1, expect.stringContaining('is in use')]);
  await shop.server[Symbol.asyncDispose]();
  const path = join(shop.dir, 'docket.db');
  {
    using db = new Database(path, { readwrite: true });
    db.run('CREATE TABLE much (text TEXT)');
    const fill = db.prepare('INSERT INTO much VALUES (?)');
    db.transaction(() => {
      for (let row = 0; row < 500; row += 1) fill.run('x'.repeat(8_000));
    })();
    db.run('DROP TABLE much');
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  }
  const large = statSync(path).size;
  expect(large).toBeGreaterThan(4_000_000);
  const sizes = await docketJson(['compact', '--data', shop.dir]);
  expect(sizes).toEqual({ before: large, after: statSync(path).size });
  expect(statSync(path).size).toBeLessThan(2_000_000);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  using db = new Database(path, { readonly: true });
  expect(db.query('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 3 });
  expect(db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});
