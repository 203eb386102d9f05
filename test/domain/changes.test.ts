import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  changeStatus,
  deleteOrder,
  listChanges,
  recordPayment,
  restoreOrder,
  updateOrder,
} from '../../src/orders/index.ts';
import { sweep } from '../../src/retention/index.ts';
import { events, openForServe, orderFeed, orders } from '../../src/storage/index.ts';
import { createWorkspace, findWorkspace } from '../../src/workspaces/index.ts';
import { countWork } from '../support/count-work.ts';
import { openImportShop, readOrders } from '../support/imports.ts';
import { counting } from '../support/old-rows.ts';
import { alter } from '../support/raw-database.ts';
import { DAY, HOUR } from '../support/scheduling.ts';
import { slowSyncs } from '../support/slow-syncs.ts';
import {
  addOrder,
  HOLDER,
  openTestStore,
  refusalFrom,
  secondWorkspace,
  TEST_ACTOR,
  type TestStore,
  tempDir,
} from '../support/store.ts';
import { until } from '../support/until.ts';
import { fakeWorld } from '../support/world.ts';

type Ctx = ReturnType<TestStore['ctx']>;
const make = (ctx: Ctx, payments: number[] = []): Promise<string> =>
  addOrder(ctx, { payments: payments.map((amount) => ({ amount })) });
const say = (ctx: Ctx, id: string, platform: string) => updateOrder(ctx, { id, data: { platform } });

function follow(ctx: Ctx, from: string | undefined, limit = 3) {
  const changes: ReturnType<typeof listChanges>['changes'][number][] = [];
  let after = from;
  for (;;) {
    const page = listChanges(ctx, { after, limit });
    changes.push(...page.changes);
    after = page.nextCursor;
    if (!page.hasMore) return { changes, after };
  }
}
const told = (ctx: Ctx, from?: string) => follow(ctx, from).changes.map(({ type, version }) => `${type} ${version}`);
const kindOf = (act: () => unknown): string => refusalFrom(act)?.kind ?? 'taken';
const cursorNow = (ctx: Ctx): string => listChanges(ctx, { after: 'now', limit: 1 }).nextCursor;
const sweepNow = (store: TestStore) => {
  const nowMs = store.world.clock.now();
  return sweep(store.storage, { times: { judgedAt: nowMs, nowMs }, goOn: counting().goOn });
};

const act = fc.record({
  what: fc.constantFrom('create', 'update', 'status', 'pay', 'delete', 'restore', 'refused'),
  which: fc.nat(9),
  jumpMs: fc.constantFrom(0, 0, 0, 1, 2 * HOUR, -2 * HOUR, -400 * DAY),
  /** True if more changes follow in the same transaction. */
  together: fc.boolean(),
  /** The number of times that a follower reads before this change. */
  look: fc.nat(4),
});

test('a reader of the change feed gets each change exactly once, whatever the clock does', async () => {
  await using store = await openTestStore();
  const other = { ...store.ctx(), workspace: await secondWorkspace(store) };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
      const ctx = store.ctx();
      const start = cursorNow(ctx);
      const before = store.storage.read.select().from(events).all().length;
      const ids = [await make(ctx), await make(ctx)];
      const seen: string[] = [];
      let cursor = start;
      let waiting: Promise<unknown>[] = [make(other)];
      for (const { what, which, jumpMs, together, look } of acts) {
        const id = ids[which % ids.length] ?? '';
        store.world.clock.set(store.world.clock.now() + jumpMs);
        const run: Record<typeof what, () => Promise<unknown>> = {
          create: () => make(ctx, which > 5 ? [1, 2] : []).then((made) => ids.push(made)),
          update: () => say(ctx, id, `p${which}`),
          status: () => changeStatus(ctx, { id, statusId: which > 4 ? 'status-closed' : 'status-in-progress' }),
          pay: () => recordPayment(ctx, { id, paymentId: `x${ids.length}-${which}`, amount: 1 }),
          delete: () => deleteOrder(ctx, { id }),
          restore: () => restoreOrder(ctx, id),
          refused: () => changeStatus(ctx, { id, statusId: 'status-closed', expectedStatusId: 'nowhere' }),
        };
        waiting.push(run[what]().catch(() => undefined));
        if (!together) {
          await Promise.all(waiting);
          waiting = [];
        }
        if (look === 0) continue;
        const page = listChanges(ctx, { after: cursor, limit: look });
        seen.push(...page.changes.map((change) => JSON.stringify(change)));
        cursor = page.nextCursor;
      }
      await Promise.all(waiting);
      const { changes } = follow(ctx, cursor, 2);
      seen.push(...changes.map((change) => JSON.stringify(change)));
      expect(seen).toEqual(follow(ctx, start, 1_000).changes.map((change) => JSON.stringify(change)));
      expect(new Set(seen).size).toBe(seen.length);
      const published = store.storage.read.select().from(events).all().slice(before);
      const own = published.filter(({ workspaceSeq }) => workspaceSeq === store.workspace.seq);
      expect(seen.map((text) => JSON.parse(text).type)).toEqual(own.map(({ type }) => type));
      const versions = new Map<string, number>();
      for (const { orderId, version } of seen.map((text) => JSON.parse(text))) {
        expect(version).toBeGreaterThanOrEqual(versions.get(orderId) ?? 0);
        versions.set(orderId, version);
      }
      const now = store.storage.read.select().from(orders).all();
      for (const [id, version] of versions) expect(now.find((order) => order.id === id)?.version).toBe(version);
    }),
    { numRuns: 40 },
  );
});

test('a change appears in the feed only after it is on the disk', async () => {
  const disk = slowSyncs();
  await using store = await openTestStore('UTC', disk.sync);
  const ctx = store.ctx();
  const start = cursorNow(ctx);
  disk.slow();
  const making = make(ctx);
  await until('the sync', () => disk.underWay() > 0);
  expect(listChanges(ctx, { after: start, limit: 10 })).toMatchObject({ changes: [], hasMore: false });
  const between = cursorNow(ctx);
  disk.quick();
  await making;
  expect(told(ctx, start)).toEqual(['order.created 1']);
  expect(told(ctx, between)).toEqual(['order.created 1']);
});

test('the change feed contains the orders of an import that sends no events', async () => {
  await using store = await openImportShop();
  const ctx = store.ctx();
  const start = cursorNow(ctx);
  const lines = ['Number;Date;Item;Quantity;Price;Paid', 'A-1;08.03.2026;Rose;1;100;40', 'A-2;08.03.2026;Rose;1;100;0'];
  const { orders: found } = await readOrders(store.importing, lines.join('\r\n'));
  await store.accept(found, { tell: false });
  await store.imports.finish();
  expect(follow(ctx, start).changes.map(({ type, orderNumber }) => [type, orderNumber])).toEqual([
    ['order.created', 'A-1'],
    ['order.payment.created', 'A-1'],
    ['order.created', 'A-2'],
  ]);
  expect(store.storage.read.select().from(events).all()).toEqual([]);
});

test('changes are deleted together with their events, and only cursors from before a deleted change expire', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const { clock } = store.world;
  const beginning = cursorNow(ctx);
  const second = { ...ctx, workspace: await secondWorkspace(store) };
  const idle = { ...second };
  await make(idle);
  const idleCursor = cursorNow(idle);
  const id = await make(ctx);
  const first = cursorNow(ctx);
  for (let nth = 0; nth < 450; nth += 1) await say(ctx, id, `old ${nth}`);
  const old = cursorNow(ctx);
  clock.set(clock.now() + 800 * DAY);
  await say(ctx, id, 'ahead');
  clock.set(clock.now() - 800 * DAY);
  await say(ctx, id, 'old too');
  const lastOld = cursorNow(ctx);
  clock.advance(170 * DAY);
  expect(await sweepNow(store)).toMatchObject({ changes: 0 });
  expect(kindOf(() => listChanges(ctx, { after: beginning, limit: 1 }))).toBe('taken');
  await say(ctx, id, 'young');
  await say(ctx, id, 'younger');
  clock.advance(11 * DAY);
  expect(await sweepNow(store)).toMatchObject({ changes: 452 });
  const kept = ['order.updated 453', 'order.updated 454', 'order.updated 455'];
  expect(told(ctx)).toEqual(kept);
  for (const after of [beginning, first, old]) {
    expect(kindOf(() => listChanges(ctx, { after, limit: 1 }))).toBe('cursor_expired');
  }
  expect(told(ctx, lastOld)).toEqual(kept.slice(1));
  const younger = cursorNow(ctx);
  expect(told(ctx, listChanges(ctx, { limit: 2 }).nextCursor)).toEqual(['order.updated 455']);
  // The newest change stays whatever its age, so that an idle shop's follower can continue.
  clock.advance(400 * DAY);
  await sweepNow(store);
  expect(told(ctx, younger)).toEqual([]);
  expect(told(idle, idleCursor)).toEqual([]);
  await say(ctx, id, 'again');
  expect(told(ctx, younger)).toEqual(['order.updated 456']);
  const numbers = store.storage.read.select().from(orderFeed).all();
  expect(numbers.map(({ number }) => number)).toEqual([455, 456, 1]);
});

test('changes are kept forever if events are kept forever', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const start = cursorNow(ctx);
  await make(ctx);
  await make(ctx);
  alter(store.storage.path, 'UPDATE retention SET events_days = NULL');
  store.world.clock.advance(4_000 * DAY);
  expect(await sweepNow(store)).toMatchObject({ changes: 0 });
  expect(told(ctx, start)).toEqual(['order.created 1', 'order.created 1']);
});

/**
 * Opens a copy of the database file in another folder. This simulates a restore without Docket's own command, for
 * example with Litestream.
 */
async function reopened(store: TestStore, at: Uint8Array, nowMs: number) {
  const dir = tempDir();
  await Bun.write(join(dir.path, 'docket.db'), at);
  const world = fakeWorld(7, nowMs);
  const storage = openForServe({ dataDir: dir.path, now: () => world.clock.now(), newId: world.newId }, HOLDER);
  const workspace = findWorkspace(storage, store.workspace.id);
  if (workspace === undefined) throw new Error('the workspace is gone');
  return {
    ctx: { ...store.ctx(), storage, workspace },
    async [Symbol.asyncDispose]() {
      await storage.close();
      dir[Symbol.dispose]();
    },
  };
}

function copyOf(store: TestStore): Uint8Array {
  const dir = tempDir();
  const path = join(dir.path, 'copy.db');
  using db = new Database(store.storage.path, { readonly: true });
  db.run('VACUUM INTO ?', [path]);
  const bytes = Uint8Array.from(readFileSync(path));
  dir[Symbol.dispose]();
  return bytes;
}

test('after a restore, cursors from before the backup still work, but later cursors have expired', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const empty = cursorNow(ctx);
  const id = await make(ctx);
  const before = cursorNow(ctx);
  await say(ctx, id, 'in the backup');
  const atBackup = cursorNow(ctx);
  const copy = copyOf(store);
  store.world.clock.advance(HOUR);
  await say(ctx, id, 'lost');
  const lost = cursorNow(ctx);
  await say(ctx, id, 'lost too');
  await make(ctx);
  const far = cursorNow(ctx);
  await using again = await reopened(store, copy, store.world.clock.now() + HOUR);
  const restored = again.ctx;
  const all = ['order.created 1', 'order.updated 2'];
  expect(told(restored, empty)).toEqual(all);
  expect(told(restored, before)).toEqual(all.slice(1));
  expect(told(restored, atBackup)).toEqual([]);
  for (const after of [lost, far]) expect(kindOf(() => follow(restored, after))).toBe('cursor_expired');
  // The numbers of the lost changes are reused for other changes.
  for (let nth = 0; nth < 6; nth += 1) await say(restored, id, `anew ${nth}`);
  for (const after of [lost, far]) expect(kindOf(() => follow(restored, after))).toBe('cursor_expired');
  expect(told(restored, atBackup)).toEqual([3, 4, 5, 6, 7, 8].map((version) => `order.updated ${version}`));
});

test('a page of the feed costs the same at any position, however many other changes there are', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const ids = await Promise.all(Array.from({ length: 50 }, () => make(ctx)));
  for (let nth = 0; nth < 40; nth += 1) await Promise.all(ids.map((id) => say(ctx, id, `p${nth}`)));
  const other = { ...ctx, workspace: await secondWorkspace(store) };
  await Promise.all(Array.from({ length: 50 }, () => make(other)));
  const [begin, end] = [listChanges(ctx, { limit: 1 }).nextCursor, listChanges(ctx, { limit: 1_000 }).nextCursor];
  using counter = await countWork(store.storage.path);
  const first = await counter.of(() => listChanges(ctx, { after: begin, limit: 50 }));
  const later = await counter.of(() => listChanges(ctx, { after: end, limit: 50 }));
  const none = await counter.of(() => listChanges(ctx, { after: 'now', limit: 50 }));
  expect([first.sorts, later.sorts, none.sorts]).toEqual([0, 0, 0]);
  expect(Math.abs(first.steps - later.steps)).toBeLessThan(20);
  expect(first.steps).toBeLessThan(60 * 40);
  expect(none.steps).toBeLessThan(100);
});

test('another workspace of the installation affects no cursor or page of the feed', async () => {
  const cursors = [];
  for (const busy of [0, 30]) {
    await using store = await openTestStore();
    alter(store.storage.path, 'UPDATE installation SET cursor_key = zeroblob(32)');
    const { id } = await createWorkspace(
      { storage: store.storage, actor: TEST_ACTOR },
      { name: 'Busy', plan: 'pro', timeZone: 'UTC' },
    );
    const workspace = findWorkspace(store.storage, id);
    if (workspace === undefined) throw new Error('the workspace is gone');
    const other = { ...store.ctx(), workspace };
    await make(store.ctx());
    for (let nth = 0; nth < busy; nth += 1) await make(other);
    cursors.push(
      listChanges(store.ctx(), { limit: 10 }).changes.map(({ orderNumber, version }) => [orderNumber, version]),
    );
    expect(told(store.ctx(), cursorNow(store.ctx()))).toEqual([]);
  }
  expect(cursors[0]).toEqual(cursors[1] ?? []);
});

test('order ids from one transaction increase in each workspace, but do not reveal how many ids another workspace got', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const other = { ...ctx, workspace: await secondWorkspace(store) };
  const count = (id: string): number => Number.parseInt(id.slice(15, 18), 16);
  const alone = [await make(ctx), await make(ctx)];
  store.world.clock.advance(5);
  const busy = [make(ctx), ...Array.from({ length: 40 }, () => make(other, [1, 2])), make(ctx)];
  const ids = await Promise.all(busy);
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  const [before = '', after = ''] = alone;
  expect([count(last) - count(first)]).toEqual([count(after) - count(before)]);
  expect(last > first && first > after).toBe(true);
});
