import { expect, test } from 'bun:test';
import { createIdSource, UsageError } from '../../src/base/index.ts';
import { openForServe } from '../../src/storage/index.ts';
import { HOLDER, tempDir } from '../support/store.ts';
import { START_MS, seededRandom } from '../support/world.ts';

test('a second serve on the same folder exits 1 and names the holder; after a close it may run', async () => {
  using dir = tempDir();
  const options = { dataDir: dir.path, now: () => START_MS, newId: createIdSource(seededRandom(1)) };
  const first = openForServe(options, HOLDER);
  let refused: unknown;
  try {
    openForServe(options, { pid: 1, startedAt: 'later' });
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(UsageError);
  expect(refused).toHaveProperty('exitCode', 1);
  expect(String(refused)).toContain(`process ${HOLDER.pid}`);
  await first.probe();
  await first.close();
  const second = openForServe(options, HOLDER);
  await second.probe();
  await second.close();
});
