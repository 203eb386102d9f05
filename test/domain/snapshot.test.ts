import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { findWorkspace } from '../../src/workspaces/index.ts';
import { outlastSharing } from '../support/sharing.ts';
import { openTestStore } from '../support/store.ts';

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
