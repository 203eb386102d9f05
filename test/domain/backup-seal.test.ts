import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureSealRing,
  putSealKey,
  type RestoreFacts,
  restoreDatabase,
  sealKeyOf,
  sealKeyPath,
  verifyBackup,
  whoSealed,
} from '../../src/storage/index.ts';
import { addOrders, backUp, RESTORE_FACTS } from '../support/backups.ts';
import { openTestStore, type TestStore, tempDir } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

const EMAIL = 'thief@example.com';

/**
 * Plants an owner in a backup. Anyone with this repository and write access to the folder could do this. All checks
 * that need no seal key still pass.
 */
function plantOwner(path: string): void {
  using db = new Database(path, { readwrite: true });
  db.run('PRAGMA journal_mode = DELETE');
  db.run(
    `INSERT INTO people (id, email, email_key, password_hash, created_at) VALUES (randomblob(16), '${EMAIL}', '${EMAIL}', 'h', 0)`,
  );
  db.run(
    "INSERT INTO memberships (workspace_seq, person_seq, role, created_at) SELECT min(w.seq), max(p.seq), 'owner', 0 FROM workspaces w, people p",
  );
  const manifest = JSON.parse(
    db.query<{ manifest: string }, []>('SELECT manifest FROM backup_manifest').get()?.manifest ?? '',
  );
  for (const table of ['people', 'memberships']) {
    manifest.counts[table] = db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  }
  db.run('UPDATE backup_manifest SET manifest = ?', [JSON.stringify(manifest)]);
  const blank = '0'.repeat(64);
  db.run('DROP TABLE backup_seal');
  db.run('CREATE TABLE backup_seal (one INTEGER PRIMARY KEY CHECK (one = 1), sha256 TEXT NOT NULL) STRICT');
  db.run('INSERT INTO backup_seal (one, sha256) VALUES (1, ?)', [blank]);
  db.close();
  const file = readFileSync(path);
  const open = openSync(path, 'r+');
  writeSync(open, new Bun.CryptoHasher('sha256').update(file).digest('hex'), file.lastIndexOf(blank), 'latin1');
  closeSync(open);
}

function restore(store: TestStore, backup: string, facts: Partial<RestoreFacts> = {}, withKey = true) {
  using dir = tempDir();
  const staged = join(dir.path, '.staged.partial');
  copyFileSync(backup, staged);
  if (withKey) copyFileSync(sealKeyPath(store.storage.path), join(dir.path, 'seal.key'));
  return restoreDatabase(dir.path, staged, { ...RESTORE_FACTS, ...facts });
}

test('a backup that somebody planted in the backup folder is refused unless its restore is forced', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  await addOrders(store, 2);
  const backup = await backUp(store, folder.path);
  expect(restore(store, backup).after['orders']).toBe(2);
  plantOwner(backup);
  // Every check that needs no seal key passes.
  expect(verifyBackup(backup).counts['people']).toBe(1);
  expect(() => restore(store, backup)).toThrow('the backup is sealed with no key');
  expect(restore(store, backup, { anySeal: true }).after['people']).toBe(1);
});

test('a backup is restored only if its seal is genuine and the server has the key of that seal', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const backup = await backUp(store, folder.path);
  const { seal } = verifyBackup(backup);
  const [own] = ensureSealRing(sealKeyPath(store.storage.path));
  expect(seal?.key).toBe(own.name);
  expect(() => restore(store, backup, {}, false)).toThrow(
    `the backup is sealed with the key ${own.name}, which is not here`,
  );

  const other = join(folder.path, 'docket.db');
  expect(whoSealed(other, seal)).toBe('elsewhere');
  putSealKey(sealKeyPath(other), own);
  expect(whoSealed(other, seal)).toBe('here');
  // The key that sealed this backup has been rotated since.
  putSealKey(sealKeyPath(other), sealKeyOf(seededRandom(1).bytes(32)));
  expect(whoSealed(other, seal)).toBe('here');

  // Anybody can write the name of a seal key into a file. Only the owner of the key can make its seal.
  const bytes = readFileSync(backup);
  const at = bytes.indexOf(seal?.mac ?? '');
  bytes.write(seal?.mac.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')) ?? '', at, 'latin1');
  writeFileSync(backup, bytes);
  expect(whoSealed(other, verifyBackup(backup).seal)).toBe('elsewhere');
  expect(() => restore(store, backup)).toThrow('which is not here');
});

test('a backup is sealed with a new seal key if no seal key file exists', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const path = sealKeyPath(store.storage.path);
  const first = verifyBackup(await backUp(store, join(folder.path, 'a'))).seal;
  rmSync(path);
  const second = verifyBackup(await backUp(store, join(folder.path, 'b'))).seal;
  expect(second?.key).not.toBe(first?.key);
  expect([whoSealed(store.storage.path, first), whoSealed(store.storage.path, second)]).toEqual(['elsewhere', 'here']);
  expect(whoSealed(store.storage.path, null)).toBe('unsealed');
});
