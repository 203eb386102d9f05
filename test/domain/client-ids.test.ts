import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changeClient, getClient, listClients, mergeClients, titleOfClient } from '../../src/clients/index.ts';
import type { Order } from '../../src/orders/index.ts';
import {
  auditLog,
  clientIdIn,
  clients,
  installation,
  MIGRATIONS,
  openForServe,
  restoreDatabase,
  type Storage,
  sealKeyPath,
} from '../../src/storage/index.ts';
import { copyInto } from '../../src/storage/schema/copy-into.ts';
import { startOfId } from '../../src/storage/schema/index.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { backUp, RESTORE_FACTS } from '../support/backups.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { addOrder, HOLDER, openTestStore, type TestStore, tempDir } from '../support/store.ts';
import { fakeWorld, START_MS } from '../support/world.ts';

const PHONE = '+79123456789';

/**
 * A client's id as it was calculated before there was a secret key for ids. Anybody who knew the workspace's number
 * could calculate such an id.
 */
function unkeyedId(workspaceSeq: number, key: string): string {
  const hex = new Bun.CryptoHasher('sha256').update(`client\n${workspaceSeq}\n${key}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

const order = (store: TestStore, phone: string): Promise<string> => addOrder(store.ctx(), { client: { phone } });

async function idsIn(storage: Storage, store: TestStore): Promise<string[]> {
  await indexAllOrders(storage.path);
  return (await listClients({ ...store.ctx(), storage }, { limit: 50 })).clients.map(({ id }) => id);
}

test('two installations give different ids to clients with the same workspace and phone', async () => {
  await using one = await openTestStore();
  await using other = await openTestStore();
  for (const store of [one, other]) await order(store, PHONE);
  const [[here], [there]] = [await idsIn(one.storage, one), await idsIn(other.storage, other)];
  expect(here).toBe(clientIdIn(one.storage.read, 1, `p${PHONE}`));
  expect([here, there]).not.toContain(unkeyedId(1, `p${PHONE}`));
  expect(here).not.toBe(there);
});

test('a client’s id stays the same after a restart, a rebuilt index or a restored backup', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  for (const phone of [PHONE, '+79217654321']) await order(store, phone);
  const ids = await idsIn(store.storage, store);
  const [anna = ''] = ids;
  await changeClient(store.ctx(), { id: anna, version: 0, note: 'lilies' });
  rmSync(searchPath(store.storage.path));
  expect(await idsIn(store.storage, store)).toEqual(ids);

  const dir = join(folder.path, 'elsewhere');
  mkdirSync(dir);
  const staged = join(dir, '.staged.partial');
  copyFileSync(await backUp(store, folder.path), staged);
  copyFileSync(sealKeyPath(store.storage.path), sealKeyPath(join(dir, 'docket.db')));
  restoreDatabase(dir, staged, RESTORE_FACTS);
  const elsewhere = openForServe({ dataDir: dir, now: () => RESTORE_FACTS.nowMs, newId: fakeWorld().newId }, HOLDER);
  try {
    expect(await idsIn(elsewhere, store)).toEqual(ids);
    expect(elsewhere.read.select({ id: clients.id }).from(clients).all()).toEqual([{ id: anna }]);
  } finally {
    await elsewhere.close();
  }
});

/** Finds two phones whose client ids begin with the same four bytes. This takes about a hundred thousand tries. */
function phonesAlike({ storage }: TestStore): [string, string] {
  const idKey = storage.read.select({ key: installation.cursorKey }).from(installation).get()?.key ?? new Uint8Array();
  const known = new Map<number, string>();
  for (let n = 9_120_000_000; ; n += 1) {
    const phone = `+7${n}`;
    const start = startOfId(idKey, 1, `p${phone}`);
    const other = known.get(start);
    if (other !== undefined) return [other, phone];
    known.set(start, phone);
  }
}

test('two clients whose ids begin with the same bytes are kept separate', async () => {
  await using store = await openTestStore();
  const phones = phonesAlike(store);
  for (const phone of phones) await order(store, phone);
  const ids = phones.map((phone) => clientIdIn(store.storage.read, 1, `p${phone}`));
  expect(ids[0]?.slice(0, 8)).toBe(ids[1]?.slice(0, 8) ?? '');
  expect(await idsIn(store.storage, store)).toEqual(ids.toReversed());
  const shape = ({ num }: Order): string => num;
  const pages = await Promise.all(ids.map((id) => getClient(store.ctx(), { id, limit: 10, shape })));
  expect(pages.map(({ phone, page }) => [phone, page])).toEqual([
    [phones[0], ['1']],
    [phones[1], ['2']],
  ]);
  await order(store, phones[0].replace('+7', '8'));
  expect(await idsIn(store.storage, store)).toEqual(ids);
  for (const unknown of [`${ids[0]?.slice(0, 8)}-0000-8000-8000-000000000000`, 'none', ids[0]?.toUpperCase() ?? '']) {
    expect(await titleOfClient(store.ctx(), unknown)).toBeNull();
  }
});

function copyOf(from: string, to: string): void {
  using db = new Database(from, { readonly: true });
  copyInto(db, to);
}

/**
 * Gives clients and their history the earlier ids, calculated without a secret key. Then it runs only the migration
 * that replaces these ids.
 */
function takeStepAgain(path: string): void {
  using db = new Database(path);
  const keys = db.query<{ id: string; ws: number; key: string }, []>(
    'SELECT lower(hex(id)) AS id, workspace_seq AS ws, key FROM clients',
  );
  for (const { id, ws, key } of keys.all()) {
    const present = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    const former = unkeyedId(ws, key);
    db.run('UPDATE clients SET id = unhex(?) WHERE lower(hex(id)) = ?', [former.replaceAll('-', ''), id]);
    db.run('UPDATE audit_log SET subject = replace(subject, ?, ?)', [present, former]);
    db.run("UPDATE audit_log SET changes = replace(changes, ?, ?) WHERE action <> 'client.changed'", [present, former]);
  }
  // The tables of later migrations already exist. So only the records of these migrations are removed and restored.
  const rows = db.query<{ version: number; name: string; sha256: string }, [number]>(
    'SELECT version, name, sha256 FROM schema_migrations WHERE version > ?',
  );
  const later = rows.all(STEP);
  db.run('DELETE FROM schema_migrations WHERE version >= ?', [STEP]);
  const upTo = MIGRATIONS.filter(({ version }) => version <= STEP);
  expect(migrate(db, upTo, START_MS)).toBeDefined();
  for (const { version, name, sha256 } of later) {
    db.run('INSERT INTO schema_migrations VALUES (?, ?, ?, ?)', [version, name, sha256, START_MS]);
  }
}

const STEP = MIGRATIONS.find(({ name }) => name.endsWith('keyed_client_ids'))?.version ?? 0;

test('the migration gives older clients ids derived with a secret key, and replaces the old ids in the history', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  for (const phone of [PHONE, '+79217654321', '+79990000000']) await order(store, phone);
  await indexAllOrders(storage.path);
  const idOf = (phone: string): string => clientIdIn(storage.read, 1, `p${phone}`);
  const [anna, boris] = [idOf(PHONE), idOf('+79217654321')];
  await changeClient(store.ctx(), { id: anna, version: 0, note: `not ${boris}` });
  await mergeClients(store.ctx(), { id: anna, other: boris });
  const gone = unkeyedId(1, 'p+79990000000');
  const forgotten = '01910000-0000-7000-8000-000000000001';
  await storage.write((tx) => {
    const row = { workspaceSeq: 1, at: 0, actorType: 'key', action: 'client.changed' } as const;
    tx.db
      .insert(auditLog)
      .values([
        { ...row, subject: gone },
        { ...row, subject: forgotten },
      ])
      .run();
  });
  const history = () =>
    storage.read.select({ subject: auditLog.subject, changes: auditLog.changes }).from(auditLog).all();
  const was = history().filter(({ subject }) => subject === anna);
  using elsewhere = tempDir();
  const path = join(elsewhere.path, 'docket.db');
  copyOf(storage.path, path);
  takeStepAgain(path);

  const after = openForServe({ dataDir: elsewhere.path, now: () => START_MS, newId: store.world.newId }, HOLDER);
  try {
    expect(after.read.select({ id: clients.id }).from(clients).orderBy(clients.seq).all()).toEqual([
      { id: anna },
      { id: boris },
    ]);
    const is = after.read.select({ subject: auditLog.subject, changes: auditLog.changes }).from(auditLog).all();
    expect(is.filter(({ subject }) => subject === anna)).toEqual(was);
    expect(is).toContainEqual({ subject: forgotten, changes: null });
    expect(JSON.stringify(is)).not.toContain(gone);
  } finally {
    await after.close();
  }
});

test('the migration replaces a cursor key of the wrong length', () => {
  using dir = tempDir();
  using db = new Database(join(dir.path, 'docket.db'), { create: true });
  migrate(
    db,
    MIGRATIONS.filter(({ version }) => version < STEP),
    START_MS,
  );
  db.run("UPDATE installation SET cursor_key = x'00'");
  migrate(db, MIGRATIONS, START_MS);
  expect(db.query('SELECT length(cursor_key) AS n FROM installation').get()).toEqual({ n: 32 });
});
