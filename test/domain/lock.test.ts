import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createIdSource, UsageError } from '../../src/base/index.ts';
import { openForServe } from '../../src/storage/index.ts';
import { acquireServeLock } from '../../src/storage/store/lock.ts';
import { HOLDER, tempDir } from '../support/store.ts';
import { START_MS, seededRandom } from '../support/world.ts';

test('a second serve on the same folder exits 1 and names the first one; after that one has ended it may run', async () => {
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

test('checking whether a server runs blocks nobody: a serve that begins at that moment waits for the check', async () => {
  using dir = tempDir();
  acquireServeLock(dir.path, HOLDER).release();
  const look = `
    import { Database } from 'bun:sqlite';
    import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
    const file = new Database(${JSON.stringify(join(dir.path, 'serve.lock'))});
    file.run('BEGIN EXCLUSIVE');
    console.log('held');
    const holds = () => readdirSync('/proc/' + process.ppid + '/fd').some((name) => {
      try { return readlinkSync('/proc/' + process.ppid + '/fd/' + name) === file.filename; } catch { return false; }
    });
    while (!holds() || !readFileSync('/proc/' + process.ppid + '/stat', 'latin1').includes(') S ')) Bun.sleepSync(1);
    file.run('ROLLBACK');`;
  const looking = Bun.spawn([process.execPath, '--eval', look], { stdout: 'pipe' });
  await looking.stdout.getReader().read();
  acquireServeLock(dir.path, HOLDER).release();
  expect(await looking.exited).toBe(0);
});
