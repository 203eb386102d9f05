import { expect, test } from 'bun:test';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from '../../src/backups/index.ts';
import { tempDir } from '../support/store.ts';

const TIB = 1024 ** 4;

test('a backup file that declares itself larger than the disk is refused before copying starts', async () => {
  using from = tempDir();
  using into = tempDir();
  const name = 'planted.db';
  const path = join(from.path, name);
  // The file claims to have 4 TiB, but takes only one block on the disk.
  writeFileSync(path, 'SQLite format 3\0');
  truncateSync(path, 4 * TIB);
  const target = { place: 'disk', folder: from.path, file: name } as const;
  const asked = { target, name, s3: undefined, folder: into.path, reading: 'staged', nowMs: 1 } as const;
  await expect(checkBackup(asked)).rejects.toThrow(
    `there is too little room in ${into.path}: the backup needs 4194320 MiB, `,
  );
  expect(existsSync(join(into.path, '.docket-restore-1.partial'))).toBe(false);
});
