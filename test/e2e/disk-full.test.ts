import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Answer, client, dataDir, docket, docketJson, EXECUTABLE, orderBody, serve } from '../support/docket.ts';

/** Kilobytes that a file of the server may grow to: a full disk, as far as a write can tell, without being root. */
const FILE_LIMIT_KIB = 6_000;

test('a disk that is full answers 503, goes on reading, loses nothing acknowledged, and works again by itself', async () => {
  using dir = dataDir();
  await docketJson([
    'init',
    '--data',
    dir.path,
    '--workspace',
    'Shop',
    '--email',
    'a@example.com',
    '--password',
    'long enough',
  ]);
  const { key } = await docketJson<{ key: string }>(['key', 'create', '--data', dir.path, '--source', 'site']);
  await using server = await serve(dir.path, [], {
    wrapper: ['bash', '-c', `trap '' XFSZ; ulimit -S -f ${FILE_LIMIT_KIB}; exec "$0" "$@"`, EXECUTABLE],
  });
  const api = client(server.url, key);
  const body = (): object => orderBody({ additional: { comment: 'x'.repeat(9_000) } });
  const acknowledged: string[] = [];
  let refused: Answer | undefined;
  for (let round = 0; round < 200 && refused === undefined; round += 1) {
    const answers = await Promise.all(Array.from({ length: 16 }, () => api.post('/api/v1/orders/create', body())));
    for (const answer of answers) {
      if (answer.status === 200) acknowledged.push(answer.body.data.id);
      else refused = answer;
    }
  }
  expect(refused?.status).toBe(503);
  expect(refused?.body.code).toBe('unavailable');
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await api.get(`/api/v1/orders/${acknowledged[0]}`)).status).toBe(200);

  expect(Bun.spawnSync(['prlimit', '--pid', String(server.pid), '--fsize=unlimited']).exitCode).toBe(0);
  const after = await api.post('/api/v1/orders/create', body());
  expect(after.status).toBe(200);
  acknowledged.push(after.body.data.id);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  using db = new Database(join(dir.path, 'docket.db'), { readonly: true });
  const stored = db.query<{ id: string }, []>('SELECT lower(hex(id)) AS id FROM orders').all();
  const ids = new Set(stored.map((row) => row.id));
  expect(acknowledged.filter((id) => !ids.has(id.replaceAll('-', '')))).toEqual([]);
  expect((await docket(['check', '--data', dir.path])).stdout).toContain('the database is sound');
}, 60_000);
