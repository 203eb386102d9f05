import { expect, spyOn, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { ImportKind } from '../../src/imports/index.ts';
import { importOrders } from '../../src/orders/index.ts';
import { importRows, orders } from '../../src/storage/index.ts';
import { ImportKeeper } from '../../src/worker/index.ts';
import { type ImportShop, openImportShop, readOrders } from '../support/imports.ts';
import { until } from '../support/until.ts';

const fileOf = (letter: string, count: number): string =>
  ['number;date;item;price', ...Array.from({ length: count }, (_, at) => `${letter}${at};2026-03-08;Роза;100`)].join(
    '\n',
  );

async function stage(store: ImportShop, keeper: ImportKeeper, letter: string, count: number) {
  const { orders: found } = await readOrders(store.importing, fileOf(letter, count));
  return importOrders({ ...store.importing, staging: keeper }, { id: crypto.randomUUID(), tell: false, orders: found });
}
const countOrders = ({ storage }: ImportShop): number => storage.read.select().from(orders).all().length;
const done = (store: ImportShop, id: string) => until('the import', () => store.stateOf(id).isDone);
const keep = ({ storage, imports, world }: ImportShop) =>
  new ImportKeeper({ storage, kinds: imports.kinds, log: world.log, clock: world.clock });

test('an import that was stopped halfway is completed after the next start', async () => {
  await using store = await openImportShop();
  const first = keep(store);
  first.start();
  const id = await stage(store, first, 'a', 800);
  await until('some orders', () => countOrders(store) > 0);
  await first.stop();
  const there = countOrders(store);
  expect(store.stateOf(id)).toMatchObject({ isDone: false, done: there });
  const second = keep(store);
  second.start();
  await done(store, id);
  await second.stop();
  expect([store.outcomeOf(id).created, countOrders(store)]).toEqual([800, 800]);
});

test('a server error during an import stops only that import, and the next start continues it without loss', async () => {
  await using store = await openImportShop();
  const keeper = keep(store);
  const broken = await stage(store, keeper, 'a', 150);
  await keeper.stop();
  const last = sql`seq = (SELECT max(seq) FROM import_rows)`;
  const [row] = store.storage.read.select().from(importRows).where(last).all();
  const setBody = (body: string) =>
    store.storage.write((tx) => void tx.db.update(importRows).set({ body }).where(last).run());
  await setBody('{"fingerprint":"ab"}');
  const held = keep(store);
  held.start();
  const other = await stage(store, held, 'b', 50);
  await done(store, other);
  const { total, done: taken } = store.stateOf(broken);
  expect([held.trouble(broken), held.trouble(other), taken > 0, taken < total]).toEqual(['fault', null, true, true]);
  await held.stop();
  await store.storage.write(
    (tx) =>
      void tx.db
        .update(importRows)
        .set({ body: row?.body ?? '' })
        .where(sql`import_seq = 1 AND body = '{"fingerprint":"ab"}'`)
        .run(),
  );
  const mended = keep(store);
  mended.start();
  await done(store, broken);
  await mended.stop();
  expect([store.outcomeOf(broken).created, countOrders(store)]).toEqual([150, 200]);
});

test('an import pauses after slow rows for as long as they took', async () => {
  await using store = await openImportShop();
  const { clock } = store.world;
  const slow: ImportKind = {
    ...store.imports.kinds.orders,
    takeIn(tx, job, body) {
      // The last of the six orders takes no time.
      if (!body.includes('"a5"')) clock.advance(15);
      return store.imports.kinds.orders.takeIn(tx, job, body);
    },
  };
  const kinds = { ...store.imports.kinds, orders: slow };
  const keeper = new ImportKeeper({ storage: store.storage, kinds, log: store.world.log, clock });
  using waits = spyOn(globalThis, 'setTimeout');
  const id = await stage(store, keeper, 'a', 6);
  keeper.start();
  await done(store, id);
  await keeper.stop();
  expect(waits.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 30)).toEqual([30, 30]);
});
