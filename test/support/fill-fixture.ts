import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { signedIn } from './browser-session.ts';
import { type Client, client, dataDir, docket, docketJson, serve } from './docket.ts';
import { fixtureOrder as order, PAID_AT_ONCE } from './fixture-orders.ts';
import { expectOk } from './http-answers.ts';
import { passkeyDevice } from './passkey-device.ts';
import { doing } from './passkey-shop.ts';
import { startSmtp } from './smtp.ts';
import { until } from './until.ts';

/**
 * Usage: fill-fixture.ts <schema> <file>, with DOCKET_BIN an executable of that schema.
 * Fills a database through the executable's own commands and API, as a small shop would. Leaves a copy in the file.
 */

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse battery';

using dir = dataDir();
const at = ['--data', dir.path];
const schema = Number(process.argv[2]);
const file = process.argv[3] ?? '';

async function must(api: Client, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await api.post(path, body, headers);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** One of each that can happen to an order through the public API. */
async function fillOrders(api: Client): Promise<void> {
  const made: string[] = [];
  for (let at = 1; at <= 8; at += 1) made.push((await must(api, '/api/v1/orders/create', order(`site-${at}`))).id);
  const [paid, partial, over, closed, changed, gone] = made;
  await must(api, '/api/v1/orders/payment', { id: paid, paymentId: 'bank-1', amount: 3350.5 });
  await must(api, '/api/v1/orders/payment', { id: partial, paymentId: 'bank-2', amount: 0.1 });
  await must(api, '/api/v1/orders/payment', { id: partial, paymentId: 'bank-3', amount: 0.2, paymentMethod: 'card' });
  await must(api, '/api/v1/orders/payment', { id: over, paymentId: 'bank-4', amount: 5000 });
  await must(api, '/api/v1/orders/status', { id: closed, statusId: 'status-closed' });
  await must(api, '/api/v1/orders/update', { id: changed, data: { timeStart: '12:00', delivery: null } });
  await must(api, '/api/v1/orders/delete', { id: gone });
  await must(api, '/api/v1/orders/create', PAID_AT_ONCE);
  await must(api, '/api/v1/orders/create', { ...order('x'), requestKey: undefined, num: 'А-17' });
  const inquiry = { payload: { name: 'Анна', phone: '+7 912 000-00-00', wishes: ['пионы', 'до 5000 ₽'] } };
  await must(api, '/api/v1/inquiries', inquiry, { 'idempotency-key': 'form-1' });
  await must(api, '/api/v1/inquiries', inquiry, { 'idempotency-key': 'form-2' });
}

/** What only the dashboard of that schema can do. */
async function fillDesk(url: string, workspaceId: string): Promise<void> {
  if (schema < 3) return;
  const owner = await signedIn(url, EMAIL, PASSWORD);
  if (schema < 6) return;
  const base = `/app/api/workspaces/${workspaceId}`;
  const steps = [
    ['/statuses', { id: 'packed', name: 'Собран', tone: 'move', group: 'work', writesOffStock: true }],
    ['/stock', { id: 'rose-1', name: 'Роза', sku: null, quantity: 10 }],
  ] as const;
  for (const [path, body] of steps) {
    const answer = await owner.post(`${base}${path}`, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** What came with schemas 9 to 12, which were released as one. */
async function fillRest(url: string, workspaceId: string): Promise<void> {
  if (schema < 11) return;
  const owner = await signedIn(url, EMAIL, PASSWORD);
  const base = `/app/api/workspaces/${workspaceId}`;
  expectOk(await doing(url).register(owner, passkeyDevice(url.replace('127.0.0.1', 'localhost'))));
  const [inbox] = expectOk(await owner.get(`${base}/inquiries/board`)).stages;
  expectOk(await owner.post(`${base}/inquiries/${inbox.cards[0].id}/notes`, { text: 'Перезвонить в среду' }));
  const server = ['--smtp-host', '127.0.0.1', '--smtp-port', `${smtp.port}`, '--smtp-tls', 'none'];
  const mailbox = ['--smtp-user', 'shop', '--smtp-password', '-', '--smtp-sender', 'shop@example.com'];
  await docketJson(['mail', 'set', ...at, ...server, ...mailbox], { stdin: 'secret\n' });
  await docketJson(['backup', ...at]);
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What came with schema 33. */
async function fillLook(url: string, workspaceId: string): Promise<void> {
  if (schema < 33) return;
  const owner = await signedIn(url, EMAIL, PASSWORD);
  expectOk(await owner.post(`/app/api/workspaces/${workspaceId}/logo`, { image: PIXEL }));
}

const attemptsIn = (path: string): number => {
  using db = new Database(path, { readonly: true });
  return db.query<{ n: number }, []>('SELECT count(*) AS n FROM webhook_attempts').get()?.n ?? 0;
};

await using smtp = await startSmtp({ user: 'shop', password: 'secret' });
using receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => new Response('', { status: new URL(request.url).pathname === '/good' ? 204 : 500 }),
});
const { workspaceId } = await docketJson<{ workspaceId: string }>([
  'init',
  ...at,
  '--workspace',
  'Цветочная лавка',
  '--email',
  EMAIL,
  '--password',
  PASSWORD,
  '--time-zone',
  'Europe/Moscow',
]);
const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'site', '--name', 'Site']);
const open = schema === 1 ? [] : ['--allow-private-webhooks'];
for (const path of ['good', 'bad']) {
  const url = schema === 1 ? `https://hooks.example.com/${path}` : `http://127.0.0.1:${receiver.port}/${path}`;
  await docketJson(['webhook', 'add', ...at, ...open, '--url', url, '--events', 'all']);
}
{
  await using server = await serve(dir.path, ['--environment', 'dev', ...open]);
  const api = client(server.url, key);
  await fillDesk(server.url, workspaceId);
  await fillOrders(api);
  if (schema >= 6) {
    const [first] = (await api.get('/api/v1/orders?limit=1')).body.data.orders;
    await must(api, '/api/v1/orders/status', { id: first.id, statusId: 'packed' });
  }
  await fillRest(server.url, workspaceId);
  await fillLook(server.url, workspaceId);
  const path = join(dir.path, 'docket.db');
  if (schema > 1) await until('ten attempts', () => attemptsIn(path) >= 10);
  server.kill('SIGTERM');
  await server.exited;
}
const { status, stdout } = await docket(['check', ...at]);
if (status !== 0) throw new Error(stdout);
using db = new Database(join(dir.path, 'docket.db'));
db.query('VACUUM INTO ?').run(file);
const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
const counts = tables.map(
  ({ name }) => `${name} ${db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${name}`).get()?.n}`,
);
process.stdout.write(`${counts.join(', ')}\n`);
