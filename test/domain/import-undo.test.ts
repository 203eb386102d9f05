import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { previewUndo as previewOf, refuseDuringUndo, undoImport } from '../../src/imports/index.ts';
import {
  changeStatus,
  deleteOrder,
  endSchedule,
  IMPORTED_ORDERS,
  keepSchedule,
  restoreOrder,
} from '../../src/orders/index.ts';
import { auditLog, events, importMade, importRows, orderHistory, orders } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop, readOrders, readProducts } from '../support/imports.ts';
import { turnsWithin } from '../support/until.ts';

const numbered = (count: number): string =>
  ['number;date;item;price', ...Array.from({ length: count }, (_, at) => `U-${at};2026-03-08;Роза;100`)].join('\n');
const bring = async (store: ImportShop, text: string): Promise<string> => {
  const { orders: found } = await readOrders(store.importing, text);
  const id = await store.accept(found);
  await store.imports.finish();
  return id;
};
const all = (store: ImportShop) => store.storage.read.select().from(orders).orderBy(orders.seq).all();
const alive = (store: ImportShop) => all(store).filter(({ deletedAt }) => deletedAt === null);
const previewUndo = (ctx: ImportShop['importing'], id: string) => previewOf(ctx, { id, rows: IMPORTED_ORDERS });
const left = (store: ImportShop) => store.storage.read.select().from(importMade).all().length;

test('an undo deletes only its import’s orders, each with a history entry and an event', async () => {
  await using store = await openImportShop();
  const other = await bring(store, 'number;date;item;price\nO-1;2026-03-08;Роза;100');
  const id = await bring(store, numbered(3));
  expect(store.stateOf(id)).toMatchObject({ mayUndo: true, undo: null });
  expect(await previewUndo(store.importing, id)).toEqual({ deleted: 3, reverted: 0, kept: 0, keptRows: [] });
  await undoImport(store.importing, id);
  // The undo is requested twice and begins once.
  await store.undo(id);
  expect(alive(store).map(({ num }) => num)).toEqual(['O-1']);
  expect(store.stateOf(id)).toMatchObject({ mayUndo: false, undo: { isDone: true, counts: { deleted: 3 } } });
  expect(store.stateOf(other)).toMatchObject({ mayUndo: true, undo: null });
  const deleted = store.storage.read.select().from(orderHistory).where(eq(orderHistory.kind, 'deleted')).all();
  expect(deleted.map(({ actorId }) => actorId)).toEqual(Array(3).fill(store.importing.actor.id));
  expect(store.storage.read.select({ type: events.type }).from(events).all()).toEqual(
    Array(3).fill({ type: 'order.deleted' }),
  );
  const audit = store.storage.read.select().from(auditLog).where(sql`action = 'orders.import_undone'`).all();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? '{}'))).toEqual([
    { orders: { from: null, to: 3 }, kept: { from: null, to: 0 } },
  ]);
});

test('an order that changed after its import stays, even if it changes during the undo', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(200));
  const [first, second, third] = all(store);
  const last = all(store).at(-1);
  await changeStatus(store.importing, { id: first?.id ?? '', statusId: 'status-closed' });
  await deleteOrder(store.importing, { id: second?.id ?? '' });
  await deleteOrder(store.importing, { id: third?.id ?? '' });
  await restoreOrder(store.importing, third?.id ?? '');
  expect(await previewUndo(store.importing, id)).toEqual({
    deleted: 197,
    reverted: 0,
    kept: 2,
    keptRows: [first, third].map((order) => ({ id: order?.id ?? '', name: order?.num ?? '' })),
  });
  await undoImport(store.importing, id);
  await store.imports.step();
  expect(left(store)).toBeGreaterThan(0);
  await changeStatus(store.importing, { id: last?.id ?? '', statusId: 'status-closed' });
  await store.imports.finish();
  expect(alive(store).map(({ num }) => num)).toEqual(['U-0', 'U-2', 'U-199']);
  expect(store.stateOf(id).undo).toEqual({ isDone: true, counts: { deleted: 196, kept: 3, gone: 1 } });
  expect(left(store)).toBe(0);
});

test('undoing an import keeps an imported order with an active repeat schedule', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(2));
  const [first, second] = all(store).map((order) => order.id);
  const every = { every: 'week', next: '2026-06-03', last: null, daysBefore: 2 } as const;
  for (const orderId of [first ?? '', second ?? '']) await keepSchedule(store.importing, { orderId, ...every });
  await endSchedule(store.importing, { orderId: second ?? '' });
  expect(await previewUndo(store.importing, id)).toMatchObject({ deleted: 1, kept: 1, keptRows: [{ id: first }] });
  await store.undo(id);
  expect(alive(store).map((order) => order.id)).toEqual([first ?? '']);
});

test('other requests are served while a preview of an undo reads a few rows at a time', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(200));
  const none = await turnsWithin(() => previewUndo(store.importing, store.world.newId(0)));
  expect(await turnsWithin(() => previewUndo(store.importing, id))).toBeGreaterThan(none + 10);
  expect(await previewUndo(store.importing, id)).toEqual({ deleted: 200, reverted: 0, kept: 0, keptRows: [] });
});

test('after an undo the same file creates its orders again, and the deleted orders can be restored', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(2));
  await store.undo(id);
  const again = await bring(store, numbered(2));
  expect(store.outcomeOf(again)).toMatchObject({ created: 2, known: 0, deleted: 0 });
  await restoreOrder(store.importing, all(store)[0]?.id ?? '');
  expect(alive(store).map(({ num }) => num)).toEqual(['U-0', 'U-0', 'U-1']);
});

test('importing the same file again recognizes an order that was restored after an undo', async () => {
  await using store = await openImportShop();
  const unnumbered = 'date;item;price\n2026-03-08;Роза;100';
  const id = await bring(store, unnumbered);
  await store.undo(id);
  await restoreOrder(store.importing, all(store)[0]?.id ?? '');
  expect(store.outcomeOf(await bring(store, unnumbered))).toMatchObject({ created: 0, known: 1 });
  expect(alive(store)).toHaveLength(1);
});

test('an import cannot be undone if it is running, created nothing or belongs to another workspace', async () => {
  await using store = await openImportShop();
  const { orders: found } = await readOrders(store.importing, numbered(2));
  const id = await store.accept(found);
  await expect(undoImport(store.importing, id)).rejects.toMatchObject({ refusal: { rule: 'import_fixed' } });
  await store.imports.finish();
  const same = await bring(store, numbered(2));
  await expect(undoImport(store.importing, same)).rejects.toMatchObject({ refusal: { rule: 'import_fixed' } });
  const elsewhere = { ...store.importing, workspace: { ...store.workspace, seq: 99 } };
  await expect(undoImport(elsewhere, id)).rejects.toMatchObject({ refusal: { rule: 'no_import' } });
  expect(await previewUndo(elsewhere, id)).toEqual({ deleted: 0, reverted: 0, kept: 0, keptRows: [] });
  expect(alive(store)).toHaveLength(2);
});

test('no import starts while an undo is running', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(200));
  await undoImport(store.importing, id);
  await store.imports.step();
  const refusal = { rule: 'undo_running', kind: 'orders' };
  expect(() => refuseDuringUndo(store.storage.read, store.workspace.seq)).toThrow(
    expect.objectContaining({ refusal, details: { import: id } }),
  );
  await expect(bring(store, numbered(200))).rejects.toMatchObject({ kind: 'import_busy', refusal });
  const product = await readProducts(store.importing, 'name\nVase');
  await expect(store.begin(product)).rejects.toMatchObject({
    refusal,
  });
  await store.imports.finish();
  expect(() => refuseDuringUndo(store.storage.read, store.workspace.seq)).not.toThrow();
  expect(store.outcomeOf(await bring(store, numbered(200)))).toMatchObject({ created: 200, known: 0 });
});

test('staging an import file fails and leaves no rows if an undo begins meanwhile', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(2));
  let begun: Promise<void> | undefined;
  const rows = function* () {
    for (let at = 0; at < 120; at += 1) {
      if (at === 60) begun = undoImport(store.importing, id);
      yield { body: '{}', reserves: null };
    }
  };
  const { workspace, actor, requestId } = store.importing;
  const wish = { id: crypto.randomUUID(), kind: 'orders', workspace, actor, requestId, options: '{}' } as const;
  await expect(store.imports.stage({ ...wish, rows: rows(), total: 120 })).rejects.toMatchObject({
    refusal: { rule: 'undo_running', kind: 'orders' },
  });
  await begun;
  expect(store.storage.read.select().from(importRows).all()).toEqual([]);
  await store.imports.finish();
  expect(alive(store)).toEqual([]);
});

test('accepting the same file again returns its first import id, even while another import is being undone', async () => {
  await using store = await openImportShop();
  const id = await bring(store, numbered(2));
  const { orders: found } = await readOrders(store.importing, 'number;date;item;price\nO-1;2026-03-08;Роза;100');
  const other = await store.accept(found);
  await undoImport(store.importing, id);
  expect(await store.accept(found, { id: other })).toBe(other);
});
