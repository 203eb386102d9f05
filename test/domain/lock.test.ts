import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { acquireServeLock } from '../../src/storage/store/lock.ts';
import { HOLDER, tempDir } from '../support/store.ts';

test('a server that starts during a check for running servers waits for the check', async () => {
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
