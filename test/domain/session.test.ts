import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { and, eq, gt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { type Db, MIGRATIONS, orderHistory, orders, statuses, workspaces } from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { drizzleOver } from '../../src/storage/store/session.ts';

const IDS = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];

/** The rows have every kind of column: text, number, boolean, bytes, id and null. */
function filled(): { readonly client: Database; readonly ours: Db; readonly drizzles: Db } {
  const client = new Database(':memory:');
  migrate(client, MIGRATIONS, 0);
  const ours = drizzleOver(client);
  const insert = ours
    .insert(workspaces)
    .values({
      id: sql.placeholder('id'),
      name: sql.placeholder('name'),
      plan: 'pro',
      timeZone: 'UTC',
      apiEnabled: sql.placeholder('apiEnabled'),
      inquiriesEnabled: false,
      webhooksEnabled: true,
      createdAt: 1,
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare();
  for (const [at, id] of IDS.entries()) {
    insert.run({ id, name: `Лавка ${at}`, apiEnabled: at === 0, updatedAt: at });
  }
  ours.insert(statuses).values({ workspaceSeq: 1, id: 'packed', name: 'Packed', position: 1, active: true }).run();
  return { client, ours, drizzles: drizzle({ client }) };
}

describe('queries compiled once', () => {
  test('every kind of column is stored and read as by Drizzle itself', () => {
    const { ours, drizzles } = filled();
    const read = (db: Db) => db.select().from(workspaces).all();
    expect(read(ours)).toEqual(read(drizzles));
    expect(read(ours)).toMatchObject([
      { id: IDS[0], name: 'Лавка 0', apiEnabled: true, inquiriesEnabled: false, updatedAt: 0 },
      { id: IDS[1], name: 'Лавка 1', apiEnabled: false, webhooksEnabled: true, updatedAt: 1 },
    ]);
  });

  test('named parameters and fixed values can be used in the same query', () => {
    const { ours } = filled();
    const byId = ours
      .select({ name: workspaces.name, more: sql<number>`${workspaces.updatedAt} + ${sql.placeholder('more')}` })
      .from(workspaces)
      .where(and(eq(workspaces.id, sql.param(sql.placeholder('id'), workspaces.id)), gt(workspaces.createdAt, 0)))
      .prepare();
    expect(byId.get({ id: IDS[1], more: 40 })).toEqual({ name: 'Лавка 1', more: 41 });
    expect(byId.get({ id: '019a0000-0000-7000-8000-000000000003', more: 1 })).toBeUndefined();
    expect(byId.all({ id: IDS[1], more: 0 })).toEqual([{ name: 'Лавка 1', more: 1 }]);
    expect(byId.values({ id: IDS[1], more: 0 })).toEqual([['Лавка 1', 1]]);
  });

  test('a compiled query throws an error if a parameter is missing', () => {
    const { ours } = filled();
    const byName = ours
      .select()
      .from(workspaces)
      .where(eq(workspaces.name, sql.placeholder('name')))
      .prepare();
    expect(() => byName.get({})).toThrow('No value for placeholder "name"');
    expect(() => byName.get()).toThrow('No value for placeholder "name"');
    expect(byName.get({ name: undefined })).toBeUndefined();
  });

  test('queries nest the selected columns of a joined table, and return null for a table without a matching row', () => {
    const { ours, drizzles } = filled();
    const ofWorkspace = eq(statuses.workspaceSeq, workspaces.seq);
    const inner = (db: Db) =>
      db
        .select({ id: workspaces.id, status: { name: statuses.name, active: statuses.active } })
        .from(workspaces)
        .innerJoin(statuses, ofWorkspace)
        .all();
    expect(inner(ours)).toEqual([{ id: IDS[0] ?? '', status: { name: 'Packed', active: true } }]);
    expect(inner(ours)).toEqual(inner(drizzles));
    const left = (db: Db) => db.select().from(workspaces).leftJoin(statuses, ofWorkspace).all();
    expect(left(ours)).toEqual(left(drizzles));
    expect(left(ours)[1]?.['statuses']).toBeNull();
  });

  test('a write reports how many rows it changed, and raw SQL returns rows with their column names', async () => {
    const { ours } = filled();
    expect(ours.update(workspaces).set({ name: 'both' }).run()).toMatchObject({ changes: 2 });
    expect(ours.all(sql`SELECT count(*) AS many FROM ${workspaces}`)).toEqual([{ many: 2 }]);
    expect(await ours.$count(orders)).toBe(0);
    // Whole numbers are written into the SQL text. Its quoted `?` must not count as a placeholder.
    const signs = ours.all(sql`SELECT '?' AS sign, ${5} + ${-2} AS sum, ${'?'} AS given, ${0.5} AS half`);
    expect(signs).toEqual([{ sign: '?', sum: 3, given: '?', half: 0.5 }]);
    expect(ours.all(sql`SELECT ${5} - ${-2} AS sum, ${'?'} AS given`)).toEqual([{ sum: 7, given: '?' }]);
    expect(ours.delete(orderHistory).returning({ at: orderHistory.at }).all()).toEqual([]);
  });
});
