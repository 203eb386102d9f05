import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { client, docket, docketJson, makeKey, serve } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';

const INIT = ['--workspace', 'Shop', '--email', 'a@example.com', '--password', 'long enough'];

test('commands refuse a read-only data directory with one line that names the remedy', async () => {
  using user = ordinaryUser();
  const by = { wrapper: user.wrapper };
  const data = join(user.home, 'data');
  await docketJson(['init', '--data', data, ...INIT], by);
  const bare = join(user.home, 'bare');
  mkdirSync(bare, { mode: 0o555 });
  const refused = async (dir: string, ...words: string[]): Promise<void> => {
    const { status, stdout, stderr } = await docket([...words, '--data', dir], by);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^docket: .*data/)]);
    expect(stderr).toContain('may not write there');
    expect(stderr).toContain('chown');
  };
  await refused(bare, 'serve', '--port', '0');
  await refused(join(bare, 'deeper'), 'serve', '--port', '0');
  // After a kill, SQLite's files next to the database may be missing, and here they cannot be created.
  chmodSync(data, 0o555);
  for (const name of readdirSync(data)) chmodSync(join(data, name), 0o444);
  await refused(data, 'serve', '--port', '0');
  await refused(data, 'key', 'create', '--source', 'site');
  const checked = await docket(['check', '--data', data], by);
  expect(checked.status).toBe(1);
  expect(checked.stdout).toMatch(/^problem: the database file .* cannot be written: .*chown/m);
  chmodSync(data, 0o755);
});

test('everything acknowledged stays after a data directory becomes read-only under a running server', async () => {
  using user = ordinaryUser();
  const by = { wrapper: user.wrapper };
  const data = join(user.home, 'data');
  await docketJson(['init', '--data', data, ...INIT], by);
  const key = await makeKey(['--data', data], 'site', by);
  const ids: string[] = [];
  {
    await using server = await serve(data, [], by);
    const api = client(server.url, key);
    const create = async (): Promise<void> => {
      ids.push((await placeOrder(api)).id);
    };
    await create();
    chmodSync(data, 0o555);
    // The server already has its files open, so it can still write them.
    for (let at = 0; at < 50; at += 1) await create();
    expect((await api.get(`/api/v1/orders/${ids[0]}`)).status).toBe(200);
    expect(await server.end()).toBe(0);
    expect(server.stderr()).not.toContain('    at ');
    chmodSync(data, 0o755);
  }
  await using server = await serve(data, [], by);
  const api = client(server.url, key);
  for (const id of ids) expect((await api.get(`/api/v1/orders/${id}`)).status).toBe(200);
});
