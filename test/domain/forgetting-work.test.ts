import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Steps } from '../../src/base/index.ts';
import { beginForgetting, type Forgetting, listOpen, workOffForgettings } from '../../src/forgetting/index.ts';
import { OTHER_TEXTS } from '../../src/forgetting/other-texts.ts';
import type { Storage } from '../../src/storage/index.ts';
import { countWork } from '../support/count-work.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

/** Forgetting a client reads and writes a few rows at a time, however many rows a workspace has. */

const PHONE = '+79161234567';
const STEP_BYTES = 262_144;

async function begin(store: TestStore): Promise<Forgetting> {
  const chance = { random: seededRandom(7), newId: () => store.world.newId(store.world.clock.now()) };
  await beginForgetting(store.ctx(), { phone: PHONE }, chance);
  const [one] = listOpen(store.storage.read);
  if (one === undefined) throw new Error('nothing was begun');
  return one;
}

const mentions = function* (text: string): Steps<boolean> {
  yield undefined;
  return text.includes(PHONE);
};

/** The most rows that a statement reads while a forgetting searches some texts, and the number of its pauses. */
async function searched(store: TestStore, texts: keyof typeof OTHER_TEXTS, table: string) {
  const one = await begin(store);
  using counter = await countWork(store.storage.path);
  let pauses = 0;
  const { statements } = await counter.of(() => {
    const steps = OTHER_TEXTS[texts].look(store.storage.read, { one, mentions });
    while (steps.next().done !== true) pauses += 1;
  });
  const rows = statements.filter((one) => one.sql.includes(`from "${table}"`)).map((one) => one.rows);
  return { most: Math.max(...rows), all: rows.reduce((sum, n) => sum + n, 0), pauses };
}

/** Forgets the client. @returns the most rows that one write changed */
async function forget({ storage }: TestStore, left: () => number): Promise<number> {
  let most = 0;
  const watched = new Proxy(storage, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(of);
      return async (...change: unknown[]) => {
        const before = left();
        const result = await value.apply(of, change);
        most = Math.max(most, before - left());
        return result;
      };
    },
  }) as Storage;
  const done = () => Promise.resolve(true);
  const files = { search: done, file: done, copies: () => Promise.resolve(0) };
  await workOffForgettings({ storage: watched, random: seededRandom(7), files, goOn: done }, 'all');
  return most;
}

const countIn = ({ storage }: TestStore, from: string): number =>
  storage.read.all<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;
const numbers = (most: number) =>
  sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;

test('a forgetting reads and deletes a few rows at a time of those that imports keep for an undo', async () => {
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
  const { most, all, pauses } = await searched(store, 'clients', 'import_made');
  expect(most).toBeLessThanOrEqual(clients);
  expect(all).toBeGreaterThanOrEqual(clients * imports);
  expect(pauses).toBeGreaterThan(clients * imports);
  const written = await forget(store, () => countIn(store, 'import_made'));
  expect(written).toBeLessThanOrEqual(STEP_BYTES / bytes);
  expect(countIn(store, 'import_made')).toBe((clients * imports) / 2 - imports / 2);
});
