import { expect, test } from 'bun:test';
import { listSourceNames } from '../../src/keys/index.ts';
import { apiKeys } from '../../src/storage/index.ts';
import { countWork } from '../support/count-work.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

interface Lot {
  readonly source: string;
  readonly revokedAt: number | null;
  readonly times: number;
}

const addKeys = ({ storage, workspace }: TestStore, { source, revokedAt, times }: Lot) =>
  storage.write((tx) => {
    for (let nth = 0; nth < times; nth += 1) {
      const key = { id: tx.newId(), workspaceSeq: workspace.seq, source, revokedAt, name: `${source} ${nth}` };
      tx.db
        .insert(apiKeys)
        .values({ ...key, scopes: '', keyHash: key.id, prefix: 'dk_', createdAt: 0 })
        .run();
    }
  });

test('reading the names of sources costs the same, however many API keys were revoked', async () => {
  const costs = [];
  for (const ended of [10, 3_000]) {
    await using store = await openTestStore();
    await addKeys(store, { source: 'bot', revokedAt: 1, times: ended });
    await addKeys(store, { source: 'site', revokedAt: 1, times: ended });
    await addKeys(store, { source: 'site', revokedAt: null, times: 2 });
    await addKeys(store, { source: 'site', revokedAt: 1, times: 9 });
    using counter = await countWork(store.storage.path);
    const read = () => listSourceNames(store.storage.read, store.workspace.seq);
    expect(read()).toEqual([
      { source: 'bot', name: `bot ${ended - 1}` },
      { source: 'site', name: 'site 1' },
    ]);
    costs.push((await counter.of(read)).steps);
  }
  expect(costs[1]).toBe(costs[0] ?? 0);
});
