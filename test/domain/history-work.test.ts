import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { nameSubjects } from '../../src/dashboard/history/subjects.ts';
import { type HistoryFilter, type HistoryRow, listHistory } from '../../src/orders/index.ts';
import { type AuditAction, auditLog, orderHistory, webhookEndpoints } from '../../src/storage/index.ts';
import { countMissed, listEndpoints } from '../../src/webhooks/index.ts';
import { allPages } from '../support/all-pages.ts';
import { countWork, workOf } from '../support/count-work.ts';
import { oldEndpoint, oldEvents } from '../support/old-rows.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

const PAGE = 50;
/** The maximum number of index ranges that one SQL statement may combine with UNION ALL. */
const RANGES_AT_ONCE = 250;
const FIRST = 60;
/** The number of rows in each lot of later actions by others. */
const LOT = 1_000;
const LATER_MS = 1_000_000;
const COLUMNS_AT_ONCE = 500;

type Actor = Pick<typeof auditLog.$inferInsert, 'actorType' | 'actorId'>;
const BUSY: readonly Actor[] = [
  { actorType: 'key', actorId: 'busy key' },
  { actorType: 'person', actorId: 'busy person' },
];
const RARE: readonly Actor[] = [
  { actorType: 'key', actorId: 'a key of long ago' },
  { actorType: 'person', actorId: 'one who left' },
  { actorType: 'command', actorId: null },
];
const RARE_ACTIONS = ['person.role_changed', 'api_key.created', 'webhook_endpoint.added', 'workspace.updated'] as const;

interface Lot {
  readonly fromMs: number;
  readonly rows: number;
  readonly actors: readonly Actor[];
  readonly actions: readonly AuditAction[];
  readonly fromVersion: number;
}

async function happen(store: TestStore, lot: Lot): Promise<void> {
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  const rows = Array.from({ length: lot.rows }, (_, at) => ({
    workspaceSeq: store.workspace.seq,
    at: lot.fromMs + at,
    ...pick(lot.actors, at),
    orderSeq: 1,
    version: lot.fromVersion + at,
    kind: 'updated' as const,
    action: pick(lot.actions, at),
    subject: 'it',
  }));
  for (let from = 0; from < rows.length; from += COLUMNS_AT_ONCE) {
    const some = rows.slice(from, from + COLUMNS_AT_ONCE);
    await store.storage.write((tx) => {
      tx.db.insert(orderHistory).values(some).run();
      tx.db.insert(auditLog).values(some).run();
    });
  }
}

async function openHistory(): Promise<TestStore> {
  const store = await openTestStore();
  await addOrder(store.ctx());
  const rows = FIRST * RARE.length;
  await happen(store, { fromMs: 1_000, rows, actors: RARE, actions: RARE_ACTIONS, fromVersion: 2 });
  return store;
}

const beginLater = (store: TestStore, lots: number, from = 0): Promise<void> =>
  happen(store, {
    fromMs: LATER_MS + from * LOT,
    rows: lots * LOT,
    actors: BUSY,
    actions: ['inquiry.moved'],
    fromVersion: 10_000 + from * LOT,
  });

const FILTERS: readonly HistoryFilter[] = [
  {},
  { kind: 'orders' },
  { kind: 'inquiries' },
  { kind: 'settings' },
  { kind: 'people' },
  { kind: 'workspace' },
  { actor: { type: 'person', id: 'one who left' } },
  { actor: { type: 'key', id: 'a key of long ago' } },
  { actor: { type: 'command', id: null } },
  { actor: { type: 'person', id: null }, kind: 'keys' },
  { actor: { type: 'person', id: 'nobody' } },
  { kind: 'people', actor: { type: 'person', id: 'one who left' }, fromMs: 1_000, beforeMs: 1_100 },
  { fromMs: 1_000, beforeMs: 1_100 },
  { fromMs: LATER_MS * 9 },
];

test('a page of the history costs no more after many later changes, whatever the filter', async () => {
  await using store = await openHistory();
  await beginLater(store, 1);
  const work = async () => {
    using counter = await countWork(store.storage.path);
    const found = [];
    for (const filter of FILTERS) {
      const read = async () => {
        const { nextCursor } = await listHistory(store.ctx(), { filter, limit: PAGE });
        if (nextCursor !== null) await listHistory(store.ctx(), { filter, limit: PAGE, cursor: nextCursor });
      };
      found.push({ filter, ...(await counter.of(read)) });
    }
    return found;
  };
  const few = await work();
  await beginLater(store, 10, 1);
  const many = await work();
  const dearer = many.filter(({ steps, pages }, at) => {
    const before = few[at];
    return before === undefined || steps > before.steps * 1.1 + 100 || pages > before.pages * 1.5 + 50;
  });
  expect(dearer.map(({ filter }) => filter)).toEqual([]);
});

test('a page of the history finds the few actors of its rows among thousands in bounded steps', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx());
  const actors = Array.from(
    { length: 3_000 },
    (_, at): Actor => ({
      actorType: 'key',
      actorId: `key ${(at * 7) % 3_000}`,
    }),
  );
  await happen(store, { fromMs: 1_000, rows: 6_000, actors, actions: RARE_ACTIONS, fromVersion: 2 });
  for (const filter of [{}, { actor: { type: 'key', id: null } }] as const) {
    using counter = await countWork(store.storage.path);
    const turns = await turnsMeanwhile(async () => {
      const { statements } = await counter.of(() => listHistory(store.ctx(), { filter, limit: PAGE }));
      const longest = Math.max(...statements.map(({ sql }) => sql.split('UNION ALL').length));
      expect(longest).toBeLessThanOrEqual(RANGES_AT_ONCE);
      expect(Math.max(...statements.map(({ steps }) => steps))).toBeLessThan(40_000);
    });
    expect(turns).toBeGreaterThan(10);
  }
});

test('each filter of the history finds exactly the rows that a full scan finds, newest first', async () => {
  await using store = await openHistory();
  await beginLater(store, 1);
  const all = await everything(store, {});
  expect(all).toHaveLength(2 * (FIRST * RARE.length + LOT) + 2);
  const times = all.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  for (const filter of FILTERS) {
    const { kind, actor, fromMs = 0, beforeMs = Number.POSITIVE_INFINITY } = filter;
    const wanted = all.filter(
      (row) =>
        row.at >= fromMs &&
        row.at < beforeMs &&
        (actor === undefined || (row.actor.type === actor.type && (actor.id === null || row.actor.id === actor.id))) &&
        isOf(kind, row.action),
    );
    expect({ filter, rows: await everything(store, filter) }).toEqual({ filter, rows: wanted });
  }
});

async function everything(store: TestStore, filter: HistoryFilter) {
  const pages = await allPages((cursor) => listHistory(store.ctx(), { filter, limit: 100, cursor }));
  return pages.flatMap(({ rows }) => rows);
}

test('a page of the history reads only the endpoint addresses that it shows', async () => {
  await using store = await openTestStore();
  const url = 'https://shop.example/hook?key=secret';
  for (let nth = 0; nth < 30; nth += 1) await oldEndpoint(store, { url });
  const [one, , other, removed] = listEndpoints(store.storage, store.workspace).map(({ id }) => id);
  await store.storage.write((tx) =>
    tx.db
      .update(webhookEndpoints)
      .set({ removedAt: 1 })
      .where(eq(webhookEndpoints.id, removed ?? ''))
      .run(),
  );
  const rows = [one, other, one, removed].map((subject) => ({
    action: 'webhook_endpoint.updated',
    subject,
    changes: null,
  }));
  using counter = await countWork(store.storage.path);
  const named = new Map<string, string>();
  const { statements } = await counter.of(async () => {
    for (const [id, name] of await nameSubjects(store.ctx(), rows as unknown as HistoryRow[])) named.set(id, name);
  });
  expect([one, other, removed].map((id) => named.get(id ?? ''))).toEqual([
    'https://shop.example/hook?key=…',
    'https://shop.example/hook?key=…',
    undefined,
  ]);
  const read = statements.filter(({ sql }) => sql.includes('webhook_endpoints'));
  expect(read.map(({ rows: found }) => found)).toEqual([2]);
});

const BEGINNINGS = { inquiries: 'inquiry.', keys: 'api_key.', webhooks: 'webhook_endpoint.', people: 'person.' };

function isOf(kind: HistoryFilter['kind'], action: string): boolean {
  if (kind === undefined) return true;
  if (kind === 'orders') return action.startsWith('order.');
  if (action.startsWith('order.')) return false;
  if (kind === 'settings') return !action.startsWith('inquiry.');
  if (kind !== 'workspace') return action.startsWith(BEGINNINGS[kind]);
  return !Object.values(BEGINNINGS).some((beginning) => action.startsWith(beginning));
}

test('an endpoint’s missed and failed events are counted from two indexes, without reading any event', async () => {
  await using store = await openTestStore();
  const endpoint = await oldEndpoint(store);
  const given = [LOT, 2] as const;
  await oldEvents(store, Array<number>(given[0]).fill(0), [endpoint]);
  await oldEvents(store, Array<number>(given[1]).fill(0), [endpoint], 'failed');
  const [{ id } = { id: '' }] = listEndpoints(store.storage, store.workspace);
  const counted: unknown[] = [];
  const { pages } = await workOf(store, async () => counted.push(await countMissed(store.ctx(), { id, sinceMs: 0 })));
  expect(counted).toEqual([{ failed: given[1], missed: 0 }]);
  // A step takes some 30 pages of both indexes for 250 events. An earlier version read the events themselves, at four
  // pages each.
  expect(pages).toBeLessThan(LOT / 5);
});
