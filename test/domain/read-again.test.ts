import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type VersionedValue, workspaces } from '../../src/storage/index.ts';
import { findWorkspace } from '../../src/workspaces/index.ts';
import { outlastSharing, turnWithoutSnapshot } from '../support/sharing.ts';
import { openTestStore } from '../support/store.ts';

async function seenName(sync?: () => Promise<void>) {
  const store = await openTestStore('Europe/Moscow', sync);
  const { storage, workspace } = store;
  let [last, reads]: [VersionedValue<string | undefined> | undefined, number] = [undefined, 0];
  const read = (): string | undefined => {
    reads += 1;
    return findWorkspace(storage, workspace.id)?.name;
  };
  const name = (): string | undefined => {
    last = storage.again(last, read);
    return last.value;
  };
  /**
   * Reads the name in several turns of the event loop, each without a snapshot. After that, the name is not read again
   * until something changes.
   */
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      name();
      await turnWithoutSnapshot();
    }
  };
  await settle();
  const rename = (to: string) => storage.write((tx) => void tx.db.update(workspaces).set({ name: to }).run());
  return { store, name, settle, rename, reads: () => reads, path: join(store.dataDir, 'docket.db') };
}

test('a cached value is read again after any commit of this process, but not before', async () => {
  const { store, name, rename, reads } = await seenName();
  await using _ = store;
  const before = reads();
  for (let turn = 0; turn < 3; turn += 1) {
    name();
    outlastSharing();
    await turnWithoutSnapshot();
  }
  expect(reads()).toBe(before);
  await store.storage.probe();
  name();
  expect(reads()).toBe(before + 1);
  await rename('Renamed');
  expect(name()).toBe('Renamed');
});

test('a commit is not seen before it is on the disk', async () => {
  let [syncing, synced] = [Promise.withResolvers<void>(), Promise.resolve()];
  const { store, name, rename } = await seenName(() => {
    syncing.resolve();
    return synced;
  });
  await using _ = store;
  const before = name();
  const disk = Promise.withResolvers<void>();
  [syncing, synced] = [Promise.withResolvers(), disk.promise];
  const renamed = rename('Renamed');
  await syncing.promise;
  outlastSharing();
  expect(name()).toBe(before);
  await turnWithoutSnapshot();
  expect(name()).toBe(before);
  disk.resolve();
  await renamed;
  expect(name()).toBe('Renamed');
});

test('a cached value shows another connection’s commits, even after that connection has truncated the write-ahead log', async () => {
  const { store, name, settle, path } = await seenName();
  await using _ = store;
  using other = new Database(path);
  for (const to of ['First', 'Second', 'Third']) {
    other.run('UPDATE workspaces SET name = ?', [to]);
    outlastSharing();
    expect(name()).toBe(to);
    await settle();
    expect(name()).toBe(to);
    other.run('PRAGMA wal_checkpoint(TRUNCATE)');
  }
});

test('a cached value shows another process’s commit', async () => {
  const { store, name, path } = await seenName();
  await using _ = store;
  const script = `new (require('bun:sqlite').Database)(process.argv[1]).run("UPDATE workspaces SET name = 'By another'")`;
  const { success } = Bun.spawnSync([process.execPath, '-e', script, path]);
  expect(success).toBe(true);
  expect(name()).toBe('By another');
});

test('a value cached from an older snapshot is read again', async () => {
  const { store, name, path } = await seenName();
  await using _ = store;
  using other = new Database(path);
  const before = name();
  outlastSharing();
  // Opens a snapshot, which the rest of this turn shares.
  expect(findWorkspace(store.storage, store.workspace.id)?.name).toBe(before);
  other.run("UPDATE workspaces SET name = 'Renamed beside'");
  outlastSharing();
  expect(name()).toBe(before);
  store.storage.freshen();
  expect(name()).toBe('Renamed beside');
});

test('a cached value is never older than what a snapshot has already shown', async () => {
  const { store, name, settle, path } = await seenName();
  await using _ = store;
  using other = new Database(path);
  for (let round = 0; round < 20; round += 1) {
    const to = `Name ${round}`;
    await settle();
    name();
    other.run('UPDATE workspaces SET name = ?', [to]);
    // A snapshot begins, and shows the commit.
    expect(findWorkspace(store.storage, store.workspace.id)?.name).toBe(to);
    expect(name()).toBe(to);
  }
});

test('a request sees what another process committed before the request began', async () => {
  await using store = await openTestStore();
  using other = new Database(join(store.dataDir, 'docket.db'));
  const nameNow = () => findWorkspace(store.storage, store.workspace.id)?.name;
  const before = nameNow();
  other.run("UPDATE workspaces SET name = 'Renamed beside'");
  expect(nameNow()).toBe(before);
  outlastSharing();
  expect(nameNow()).toBe(before);
  store.storage.freshen();
  expect(nameNow()).toBe('Renamed beside');
});
