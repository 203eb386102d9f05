import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { client, dataDir, docket, openShop, orderBody, serve } from '../support/docket.ts';
import { until } from '../support/until.ts';

const OWNER = { workspace: 'Лавка', timeZone: 'Europe/Moscow', email: 'owner@example.com', password: 'correct horse' };

const tokenOf = (stdout: string): string => /\/app\/setup#([\w-]+)/.exec(stdout)?.[1] ?? '';

test('serve on an empty directory prints a set-up link that works only once', async () => {
  using dir = dataDir();
  await using server = await serve(dir.path);
  await until('the set-up link', () => server.stdout().includes('/app/setup#'));
  const token = tokenOf(server.stdout());
  expect(token).toHaveLength(43);
  expect(server.stdout()).toContain(dir.path);
  const api = client(server.url);
  const own = { 'sec-fetch-site': 'same-origin' };
  const spend = (body: object, headers: Record<string, string>) =>
    api.post('/app/api/setup', { ...OWNER, ...body }, headers);
  expect((await spend({ token }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await spend({ token: 'x'.repeat(43) }, own)).status).toBe(404);
  expect((await spend({ token, password: 'short' }, own)).status).toBe(422);
  const twice = await Promise.all([spend({ token }, own), spend({ token }, own)]);
  expect(twice.map((answer) => answer.status).sort()).toEqual([200, 404]);
  expect((await spend({ token }, own)).status).toBe(404);
  expect(await server.end()).toBe(0);
  expect(readFileSync(join(dir.path, 'docket.db')).includes(token)).toBe(false);
  await using again = await serve(dir.path);
  expect((await client(again.url).get('/health/live')).status).toBe(200);
  await again.end();
  expect(again.stdout()).not.toContain('/app/setup#');
});

test('serve with --json prints one document with the address and the set-up link', async () => {
  using dir = dataDir();
  await using server = await serve(dir.path, ['--json']);
  await until('a line', () => server.stdout().includes('\n'));
  const said = JSON.parse(server.stdout());
  expect(said).toMatchObject({ url: server.url, dataDir: dir.path });
  expect(said.message).toContain(`ready at ${server.url} `);
  expect(tokenOf(said.setupLink)).toHaveLength(43);
  expect((await client(said.url).get('/health/live')).status).toBe(200);
  expect(await server.end()).toBe(0);
  expect(JSON.parse(server.stdout())).toEqual(said);
});

test('serve exits with status 1 and prints one line if its port is in use', async () => {
  await using shop = await openShop();
  using other = dataDir();
  const { status, stderr } = await docket(['serve', '--data', other.path, '--port', new URL(shop.url).port]);
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('an open connection does not prevent the server from stopping', async () => {
  await using shop = await openShop();
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(shop.url).port),
    socket: { data() {} },
  });
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
  expect(await shop.server.end()).toBe(0);
  socket.end();
});

test('no file in a hostile folder influences the executable', async () => {
  using folder = dataDir();
  const marker = join(folder.path, 'marker');
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(at('.env'), 'DOCKET_PORT=1\nDOCKET_ENVIRONMENT=dev\nNODE_ENV=development\n');
  writeFileSync(at('bunfig.toml'), 'preload = ["./evil.ts"]\n');
  writeFileSync(at('evil.ts'), `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')\n`);
  writeFileSync(at('package.json'), '{ this is no JSON');
  writeFileSync(at('tsconfig.json'), '{ nor this');
  mkdirSync(at('node_modules/elysia'), { recursive: true });
  writeFileSync(at('node_modules/elysia/index.js'), 'throw new Error("evil")');
  await using server = await serve(join(folder.path, 'data'), [], {
    cwd: folder.path,
    env: { PATH: '', HOME: '/nonexistent' },
  });
  expect((await client(server.url).get('/health/ready')).status).toBe(200);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect(existsSync(marker)).toBe(false);
});

test('the data is readable only by its owner, and the log contains no customer data', async () => {
  await using shop = await openShop(['--environment', 'dev', '--log-format', 'json']);
  expect(statSync(join(shop.dir, 'docket.db')).mode & 0o777).toBe(0o600);
  const made = await shop.api.post('/api/v1/orders/create', orderBody());
  await shop.server.end();
  const lines = shop.server
    .stderr()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find((entry) => entry['requestId'] === made.body.requestId);
  expect(line).toMatchObject({ method: 'POST', route: '/api/v1/orders/create', status: 200, code: 'ok', by: 'key' });
  for (const secret of ['Мария', '+79123456789', shop.key]) expect(shop.server.stderr()).not.toContain(secret);
  // The framework prints nothing. It once printed the text of a handler.
  expect(shop.server.stdout()).not.toMatch(/warning|request\b/);
});
