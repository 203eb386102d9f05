import { expect, test } from 'bun:test';
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { client, docketJson, orderBody, type RunOptions, serve } from '../support/docket.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';
import { startSmtp } from '../support/smtp.ts';

const INIT = ['--workspace', 'Shop', '--email', 'a@example.com', '--password', 'long enough'];
const MAIL = [
  '--smtp-host',
  '127.0.0.1',
  '--smtp-tls',
  'none',
  '--smtp-user',
  'shop',
  '--smtp-sender',
  's@example.com',
];

/** One order is taken by the server of the folder's owner, which is then ended in an orderly way. */
async function takeOrder(data: string, by: RunOptions, key: string): Promise<number> {
  await using server = await serve(data, [], by);
  const api = client(server.url, key);
  expect((await api.post('/api/v1/orders/create', orderBody())).status).toBe(200);
  const listed = (await api.get('/api/v1/orders?limit=100')).body.data.orders.length;
  server.kill('SIGTERM');
  await server.exited;
  return listed;
}

test('what root does to the data of another user leaves nothing that this user’s server cannot open', async () => {
  using user = ordinaryUser();
  await using smtp = await startSmtp({ user: 'shop', password: 'secret' });
  const { uid, gid } = statSync(user.home);
  const data = join(user.home, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, uid, gid);
  const at = ['--data', data];
  const strangers = (): string[] =>
    readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(data, name)).uid !== uid);

  await docketJson(['init', ...at, ...INIT]);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'site']);
  expect(strangers()).toEqual([]);
  expect(await takeOrder(data, { wrapper: user.wrapper }, key)).toBe(1);

  await docketJson(['mail', 'set', ...at, ...MAIL, '--smtp-port', `${smtp.port}`, '--smtp-password', '-'], {
    stdin: 'secret\n',
  });
  await docketJson(['backup', ...at]);
  await docketJson(['backup', `${join(data, 'kept', 'weekly')}/`, ...at]);
  expect(strangers()).toEqual([]);
  expect(await takeOrder(data, { wrapper: user.wrapper }, key)).toBe(2);

  await docketJson(['restore', join(data, 'backups'), ...at, '--force']);
  expect(strangers()).toEqual([]);
  expect(await takeOrder(data, { wrapper: user.wrapper }, key)).toBe(2);
});
