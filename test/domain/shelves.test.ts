import { expect, test } from 'bun:test';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDiskShelf } from '../../src/backups/disk-shelf.ts';
import { openS3Shelf } from '../../src/backups/s3-shelf.ts';
import { type ObjectStore, UsageError } from '../../src/base/index.ts';
import { tempDir } from '../support/store.ts';

const NAME = 'docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db';
const CONTENT = new TextEncoder().encode('a backup');
const SHA256 = new Bun.CryptoHasher('sha256').update(CONTENT).digest('hex');

function bucketOf(read: ObjectStore['read']): ObjectStore & { readonly keys: Set<string> } {
  const keys = new Set<string>();
  return {
    keys,
    read,
    upload: async (_, key) => void keys.add(key),
    list: async (prefix) => [...keys].filter((key) => key.startsWith(prefix)).map((key) => ({ key, bytes: 8 })),
    remove: async (key) => void keys.delete(key),
  };
}

async function put(bucket: ObjectStore): Promise<void> {
  using folder = tempDir();
  const draft = join(folder.path, 'draft');
  writeFileSync(draft, CONTENT);
  await openS3Shelf(bucket, 'shop', 'docket/', folder.path).put(draft, NAME, SHA256);
}

test('a backup stays in a bucket only if it reads back byte for byte', async () => {
  const bucket = bucketOf(async function* () {
    yield CONTENT;
  });
  await put(bucket);
  expect([...bucket.keys]).toEqual([`docket/${NAME}`]);
});

test('a backup that reads back differently or not at all is deleted from the bucket', async () => {
  const otherwise = bucketOf(async function* () {
    yield CONTENT.subarray(1);
  });
  await expect(put(otherwise)).rejects.toThrow('what came back is not what was sent');
  expect([...otherwise.keys]).toEqual([]);
  // biome-ignore lint/correctness/useYield: it fails first
  const silent = bucketOf(async function* () {
    throw new UsageError('the server closed the connection', 1);
  });
  await expect(put(silent)).rejects.toThrow('the server closed the connection');
  expect([...silent.keys]).toEqual([]);
});

test('if a backup fails and cannot be deleted from the bucket, the first of the two faults is reported', async () => {
  // biome-ignore lint/correctness/useYield: it fails first
  const bucket = bucketOf(async function* () {
    throw new UsageError('the server closed the connection', 1);
  });
  const remove = (): Promise<void> => Promise.reject(new UsageError('access denied', 1));
  await expect(put({ ...bucket, remove })).rejects.toThrow('the server closed the connection');
});

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
