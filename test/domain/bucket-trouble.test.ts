import { expect, test } from 'bun:test';
import { isNull } from 'drizzle-orm';
import { makeBackup, nameBackup, recordRun } from '../../src/backups/index.ts';
import { backups, readInstallation } from '../../src/storage/index.ts';
import { backupJob } from '../support/backups.ts';
import { openTestStore, type TestStore, tempDir } from '../support/store.ts';

const DAY = 86_400_000;

/** A bucket on loopback that stores everything, even the file of a refused request. */
function openBucket(refuses: (method: string, key: string) => boolean) {
  const objects = new Map<string, Uint8Array>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      const key = decodeURIComponent(url.pathname).replace(/^\/shop\//, '');
      if (request.method === 'PUT') objects.set(key, await request.bytes());
      if (refuses(request.method, key)) return new Response('', { status: 500 });
      if (request.method === 'DELETE') objects.delete(key);
      if (url.searchParams.has('list-type')) {
        const keys = [...objects.keys()].filter((found) => found.startsWith(url.searchParams.get('prefix') ?? ''));
        const contents = keys.map((found) => `<Contents><Key>${found}</Key><Size>1</Size></Contents>`).join('');
        return new Response(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
      }
      return new Response(request.method === 'GET' ? objects.get(key) : null);
    },
  });
  const s3 = {
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    sessionToken: undefined,
    accessKeyId: 'a',
    secretAccessKey: 'b',
  };
  return { objects, s3, [Symbol.asyncDispose]: () => server.stop(true) };
}

const jobTo = (store: TestStore, s3: ReturnType<typeof openBucket>['s3'], folder: string) =>
  backupJob(store, folder, {
    s3,
    dataDir: folder,
    keeping: { count: 1, days: undefined },
    target: { place: 's3', bucket: 'shop', prefix: '', file: undefined },
  });

test('one old backup that cannot be deleted does not prevent the deletion of the others', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const installation = readInstallation(store.storage.path);
  const [stuck, old, older] = [3, 2, 1].map((day) => nameBackup(day * DAY, installation));
  await using bucket = openBucket((method, key) => method === 'DELETE' && key === stuck);
  for (const name of [stuck, old, older]) {
    bucket.objects.set(name ?? '', new Uint8Array(1));
    // Only backups with a record may be deleted, so each file gets a record.
    await recordRun(store.storage, { target: 's3://shop', startedAt: 1, outcome: { kind: 'failed', reason: '' } });
    await store.storage.write(
      (tx) =>
        void tx.db
          .update(backups)
          .set({ name: name ?? '' })
          .where(isNull(backups.name))
          .run(),
    );
  }
  const made = await makeBackup(jobTo(store, bucket.s3, folder.path));
  expect(made.untidy).not.toBeNull();
  expect(made.removed.toSorted()).toEqual([older ?? '', old ?? '']);
  expect([...bucket.objects.keys()].toSorted()).toEqual([stuck ?? '', made.name].toSorted());
});

test('a backup that a bucket stored but reported as failed is deleted', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  await using bucket = openBucket((method) => method === 'PUT');
  await expect(makeBackup(jobTo(store, bucket.s3, folder.path))).rejects.toThrow('s3://shop');
  expect([...bucket.objects.keys()]).toEqual([]);
});
