import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { changeStatus, deleteOrder, recordPayment, updateOrder } from '../../src/orders/index.ts';
import { workspaces } from '../../src/storage/index.ts';
import { findWorkspace } from '../../src/workspaces/index.ts';
import { outlastSharing, turnWithoutSnapshot } from '../support/sharing.ts';
import { addOrder, openTestStore } from '../support/store.ts';

async function keptName() {
  const store = await openTestStore();
  let reads = 0;
  const name = (): string | undefined =>
    store.storage.keep('name', ['workspaces'], () => {
      reads += 1;
      return findWorkspace(store.storage, store.workspace.id)?.name;
    });
  // The first result is not cached, because this turn's snapshot may be older than the first check for changes. So the
  // name is read again in a later turn.
  name();
  await turnWithoutSnapshot();
  name();
  return { store, name, reads: () => reads };
}

test('settings are read once and cached, however many orders change meanwhile', async () => {
  const { store, name, reads } = await keptName();
  await using _ = store;
  const ctx = store.ctx();
  const [first, readsBefore] = [name(), reads()];
  const id = await addOrder(ctx, { payments: [{ paymentId: 'first', amount: 10 }] });
  await changeStatus(ctx, { id, statusId: 'status-closed' });
  await recordPayment(ctx, { id, paymentId: 'second', amount: 20 });
  await updateOrder(ctx, { id, data: { client: { name: 'Мария', phone: '+79123456789' } } });
  await deleteOrder(ctx, { id });
  outlastSharing();
  expect(name()).toBe(first);
  expect(reads()).toBe(readsBefore);
});

test('a reader immediately sees a setting that its own process has committed', async () => {
  const { store, name } = await keptName();
  await using _ = store;
  name();
  await store.storage.write((tx) => void tx.db.update(workspaces).set({ name: 'Renamed' }).run());
  expect(name()).toBe('Renamed');
  await store.storage.write((tx) => void tx.db.run("UPDATE workspaces SET name = 'By hand'"));
  expect(name()).toBe('By hand');
  await store.storage.write(
    (tx) =>
      void tx.db.run("WITH new AS (SELECT 'Through a CTE' AS n) UPDATE workspaces SET name = (SELECT n FROM new)"),
  );
  expect(name()).toBe('Through a CTE');
  await store.storage.write(
    (tx) =>
      void tx.db.run(
        "UPDATE workspaces SET name = (SELECT 'Joined' FROM (SELECT 1 AS a) left join (SELECT 1) ON a = 1)",
      ),
  );
  expect(name()).toBe('Joined');
});

test('a setting committed by another process is seen, even while an older snapshot is open', async () => {
  const { store, name } = await keptName();
  await using _ = store;
  using other = new Database(join(store.dataDir, 'docket.db'));
  const before = name();
  outlastSharing();
  // Opens a snapshot, which the rest of this turn shares.
  expect(findWorkspace(store.storage, store.workspace.id)?.name).toBe(before);
  other.run("UPDATE workspaces SET name = 'Renamed beside'");
  outlastSharing();
  // This call still reads the old name from the snapshot opened above. The cache must not keep that name, because it is
  // outdated.
  expect(name()).toBe(before);
  // A request calls this when it begins.
  store.storage.freshen();
  expect(name()).toBe('Renamed beside');
  await turnWithoutSnapshot();
  expect(name()).toBe('Renamed beside');
});

test('a changed setting is cached only after its commit', async () => {
  const { store, name } = await keptName();
  await using _ = store;
  const before = name();
  await store.storage.write((tx) => {
    tx.db.update(workspaces).set({ name: 'Written' }).run();
    outlastSharing();
    expect(name()).toBe(before);
  });
  expect(name()).toBe('Written');
});

test('a setting’s change that is rolled back leaves the cache unchanged', async () => {
  const { store, name } = await keptName();
  await using _ = store;
  const before = name();
  const undone = store.storage.write((tx): void => {
    tx.db.update(workspaces).set({ name: 'Undone' }).run();
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(name()).toBe(before);
});
