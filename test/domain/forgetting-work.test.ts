import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Steps } from '../../src/base/index.ts';
import {
  createWorkTurns,
  type Forgetting,
  listForgettings,
  listOpen,
  workOffWorkspace,
} from '../../src/forgetting/index.ts';
import { OTHER_TEXTS } from '../../src/forgetting/other-texts.ts';
import { findMentionedOrders } from '../../src/orders/index.ts';
import { workOf } from '../support/count-work.ts';
import { asSecond, forget, IDLE_FILES, workOff, writing } from '../support/forgetting.ts';
import { addInquiry, addOrder, openTestStore, type TestStore } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

const PHONE = '+79161234567';
const STEP_BYTES = 262_144;

async function begin(store: TestStore): Promise<Forgetting> {
  await forget(store, { phone: PHONE });
  const [one] = listOpen(store.storage.read);
  if (one === undefined) throw new Error('nothing was begun');
  return one;
}

const mentions = function* (text: string): Steps<boolean> {
  yield undefined;
  return text.includes(PHONE);
};

/**
 * Searches texts of one kind for a client, and counts the rows read by statements that contain `words`.
 * @returns the maximum number of rows of one statement, the rows of all statements, and the number of pauses
 */
async function searched(store: TestStore, texts: keyof typeof OTHER_TEXTS, words: string) {
  const one = await begin(store);
  let pauses = 0;
  const { statements } = await workOf(store, () => {
    const steps = OTHER_TEXTS[texts].look(store.storage.read, { one, mentions });
    while (steps.next().done !== true) pauses += 1;
  });
  const rows = statements.filter((one) => one.sql.includes(words)).map((one) => one.rows);
  return { most: Math.max(...rows), all: rows.reduce((sum, n) => sum + n, 0), pauses };
}

async function mostRemoved({ storage }: TestStore, left: () => number): Promise<number> {
  let most = 0;
  const watched = writing(storage, async (write) => {
    const before = left();
    const result = await write();
    most = Math.max(most, before - left());
    return result;
  });
  await workOff(watched);
  return most;
}

const countIn = ({ storage }: TestStore, from: string): number =>
  storage.read.all<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;
const numbers = (most: number) =>
  sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;

test('forgetting a client reads and deletes the rows for import undos a few at a time', async () => {
  await using store = await openTestStore();
  const [clients, imports, bytes] = [40, 30, 10_000];
  await store.storage.write(({ db }) => {
    db.run(sql`${numbers(clients)} INSERT INTO clients
      (seq, id, workspace_seq, key, name, phone, email, note, version, created_at, updated_at, search_text)
      SELECT i, randomblob(16), ${store.workspace.seq}, 'p+7917000' || (1000 + i), 'Olga', '', '',
        iif(i = 7, ${PHONE}, ''), 1, 0, 0, 'olga' FROM n`);
    db.run(sql`${numbers(imports)} INSERT INTO imports
      (seq, id, workspace_seq, kind, state, options, actor_type, total, done, counts, created_at)
      SELECT i, randomblob(16), ${store.workspace.seq}, 'clients', 'done', '{}', 'command', 1, 1, '{}', 0 FROM n`);
    db.run(sql`${numbers(clients * imports)} INSERT INTO import_made (import_seq, made_seq, version, before)
      SELECT 1 + i % ${imports}, 1 + i / ${imports} % ${clients}, 1,
        iif(i % 2, ${PHONE}, 'x') || ' ' || hex(zeroblob(${bytes / 2})) FROM n`);
  });
  const { most, all, pauses } = await searched(store, 'clients', 'from "import_made"');
  expect(most).toBeLessThanOrEqual(clients);
  expect(all).toBeGreaterThanOrEqual(clients * imports);
  expect(pauses).toBeGreaterThan(clients * imports);
  const written = await mostRemoved(store, () => countIn(store, 'import_made'));
  expect(written).toBeLessThanOrEqual(STEP_BYTES / bytes);
  expect(countIn(store, 'import_made')).toBe((clients * imports) / 2 - imports / 2);
});

const NOTES = 400;
const NAMED = 150;

async function noted(store: TestStore): Promise<void> {
  await addInquiry(store.ctx(), { name: 'Anna' });
  await store.storage.write(({ db }) =>
    db.run(sql`${numbers(NOTES)} INSERT INTO inquiry_history (inquiry_seq, number, kind, actor_type, note, at)
      SELECT (SELECT max(seq) FROM inquiries), i + 1, 'noted', 'command', iif(i = ${NAMED}, ${PHONE}, 'Anna') || ' ' || hex(zeroblob(1990)), 0
      FROM n`),
  );
}

const countNotes = (store: TestStore) => countIn(store, 'inquiry_history WHERE note IS NOT NULL');
const countPayloads = (store: TestStore) => countIn(store, "inquiries WHERE payload <> '{}'");

test('forgetting a client reads and removes an inquiry’s notes a few at a time', async () => {
  await using store = await openTestStore();
  await noted(store);
  const { most, all, pauses } = await searched(store, 'inquiries', ' "note"');
  expect(most).toBeLessThanOrEqual(50);
  // The search first reads notes up to the one that names the client. Then it reads the sizes of all notes to find the
  // next inquiry.
  expect(all).toBe(200 + NOTES + 1);
  expect(pauses).toBeGreaterThan(NAMED);
  expect(await mostRemoved(store, () => countNotes(store))).toBeLessThanOrEqual(64);
  expect([countNotes(store), countPayloads(store)]).toEqual([0, 0]);
});

test('a forgetting removes the whole inquiry and counts it once, even if it is killed at any write and started again', async () => {
  await using store = await openTestStore();
  let kills = 0;
  for (let isKilled = true; isKilled; kills += 1) {
    await noted(store);
    await begin(store);
    let left = kills;
    isKilled = false;
    const dying = writing(store.storage, (write) => {
      left -= 1;
      if (left >= 0) return write();
      isKilled = true;
      return Promise.reject(new Error('killed'));
    });
    await workOff(dying).catch(({ message }: Error) => expect(message).toBe('killed'));
    await workOff(store.storage);
    expect([kills, countNotes(store), countPayloads(store)]).toEqual([kills, 0, 0]);
    expect(listForgettings(store.storage.read, store.workspace.seq)[0]?.counts.inquiries).toBe(1);
  }
  expect(kills).toBeGreaterThan(NOTES / 64);
});

const LARGE = 16_000;
const MANY = 600;

const TEXTS = {
  history: {
    table: 'audit_log',
    column: 'changes',
    columns: ['at', 'actor_type', 'action', 'subject'],
    values: "0, 'command', 'orders.exported', 'x'",
  },
  matches: {
    table: 'imports',
    column: 'match',
    columns: ['id', 'kind', 'state', 'options', 'actor_type', 'total', 'done', 'counts', 'created_at'],
    values: "randomblob(16), 'clients', 'done', '{}', 'command', 1, 1, '{}', 0",
  },
} as const;

for (const [name, { table, column, columns, values }] of Object.entries(TEXTS)) {
  test(`forgetting a client limits the size and the number of texts that one step reads or empties: ${name}`, async () => {
    await using store = await openTestStore();
    await store.storage.write(({ db }) =>
      db.run(sql`${numbers(MANY)} INSERT INTO ${sql.raw(table)} (workspace_seq, ${sql.raw([column, ...columns].join())})
        SELECT ${store.workspace.seq}, ${PHONE} || ' ' || hex(zeroblob(iif(i <= 60, ${LARGE / 2}, 1))),
          ${sql.raw(values)} FROM n`),
    );
    const { most, pauses } = await searched(store, name as keyof typeof TEXTS, ` "${column}" from`);
    expect(most).toBeLessThanOrEqual(STEP_BYTES / LARGE);
    expect(pauses).toBeGreaterThanOrEqual(most);
    const left = () => countIn(store, `${table} WHERE ${column} LIKE '%${PHONE}%'`);
    const written = await mostRemoved(store, left);
    expect([left(), written]).toEqual([0, 256]);
  });
}

test('the work on one workspace’s forgettings does not read other workspaces’ forgettings', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const second = await asSecond(store);
  for (let at = 0; at < 20; at += 1) await forget(store, { phone: `+7916123${1000 + at}` });
  await forget(second, { phone: PHONE });
  await storage.write(({ db }) => db.run(sql`UPDATE forgettings SET step = 'file'`));
  const turns = createWorkTurns(() => Promise.resolve(true));
  const files = { ...IDLE_FILES, file: () => Promise.resolve(false) };
  const ports = { storage, random: seededRandom(7), files, turns };
  const { statements } = await workOf(store, () => workOffWorkspace(ports, second.workspace.seq));
  expect(statements.filter(({ sql }) => sql.includes('from "forgettings"')).map(({ rows }) => rows)).toEqual([1]);
});

test.each([
  ['changes', '{}'],
  ['deletions and restores', null],
])('forgetting a client reads an order’s %s fifty at a time', async (_what, changes) => {
  await using store = await openTestStore();
  await addOrder(store.ctx());
  await store.storage.write(({ db }) => {
    db.run(sql`${numbers(5_000)} INSERT INTO order_history (order_seq, version, kind, changes, actor_type, at, workspace_seq)
      SELECT seq, i + 1, 'updated', ${changes}, 'command', 0, workspace_seq FROM orders, n`);
    db.run(sql`UPDATE orders SET version = 5001`);
  });
  const asked = { workspaceSeq: store.workspace.seq, after: 0, mentions };
  const { statements } = await workOf(store, () => Array.from(findMentionedOrders(store.storage, asked)));
  expect(Math.max(...statements.map(({ rows }) => rows))).toBe(50);
  expect(Math.max(...statements.map(({ steps }) => steps))).toBeLessThan(1_000);
});
