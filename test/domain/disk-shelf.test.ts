import { expect, test } from 'bun:test';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDiskShelf } from '../../src/backups/disk-shelf.ts';
import { tempDir } from '../support/store.ts';

const REAL = 'docket-2026-11-25T03-00-00-000Z-1a2b3c4d-hand.db';
const LINK = 'docket-2026-11-25T04-00-00-000Z-1a2b3c4d-hand.db';

test('a symbolic link among the backups is neither listed nor served', async () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, 'seal.key'), 'the key');
  writeFileSync(join(dir.path, REAL), 'a backup');
  symlinkSync(join(dir.path, 'seal.key'), join(dir.path, LINK));
  const shelf = openDiskShelf(dir.path, false);
  expect((await shelf.list()).map(({ name, bytes }) => [name, bytes])).toEqual([[REAL, 8]]);
  expect(await new Response(shelf.read(REAL)).text()).toBe('a backup');
  expect(() => shelf.read(LINK)).toThrow();
});

test('a named pipe in place of a backup is refused without blocking', async () => {
  using dir = tempDir();
  expect(Bun.spawnSync(['mkfifo', join(dir.path, REAL)]).exitCode).toBe(0);
  const shelf = openDiskShelf(dir.path, false);
  expect(() => shelf.read(REAL)).toThrow('is not a file');
  await expect(shelf.fetch(REAL, join(dir.path, 'copy'))).rejects.toThrow('is not a file');
});
