import { expect, test } from 'bun:test';
import { client, dataDir, docket, docketJson, EXECUTABLE, orderBody, serve } from '../support/docket.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/** Far too few: the server alone takes some twenty. */
const FILES = 64;
const CALLERS = 150;
const PRIVATE = '--allow-private-webhooks';

test('with no file left to open, those who are connected are served, the others wait, and nothing is lost', async () => {
  using dir = dataDir();
  using receiver = startReceiver();
  const at = ['--data', dir.path];
  await docketJson(['init', ...at, '--workspace', 'Shop', '--email', 'a@example.com', '--password', 'long enough']);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'site']);
  await docketJson(['webhook', 'add', ...at, '--url', receiver.url, '--events', 'all', PRIVATE]);
  const wrapper = ['bash', '-c', `ulimit -n ${FILES}; exec "$0" "$@"`, EXECUTABLE];
  const schedule = ['--webhook-retry-schedule', Array(100).fill('1s').join(',')];
  await using server = await serve(dir.path, [PRIVATE, ...schedule, '--log-level', 'error'], { wrapper });
  const api = client(server.url, key);
  const ids: string[] = [];
  const create = async (): Promise<void> => {
    const made = await api.post('/api/v1/orders/create', orderBody());
    expect(made.status).toBe(200);
    ids.push(made.body.data.id);
  };
  await create();

  const callers = await Promise.all(Array.from({ length: CALLERS }, () => call(server.url)));
  const checked = await until('the last file to be taken', async () => {
    // Over the connection that there is already, which would be closed if it were idle for long.
    await create();
    const { stdout } = await docket(['check', ...at]);
    return stdout.includes(`and has ${FILES}`) && stdout;
  });
  expect(checked).toMatch(new RegExp(`^problem: the running docket may have ${FILES} files open.*LimitNOFILE`, 'm'));
  for (let made = 0; made < 20; made += 1) await create();
  expect((await api.get(`/api/v1/orders/${ids[0]}`)).status).toBe(200);
  for (const socket of callers) socket.end();

  const waited = await fetch(`${server.url}/health/ready`, { headers: { connection: 'close' } });
  expect(waited.status).toBe(200);
  const told = (): number => new Set(receiver.received.map(({ id }) => id)).size;
  await until('all events to be delivered', () => told() === ids.length, 60_000);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}, 120_000);

/** A caller who begins a request and does not end it. */
const call = async (url: string) => {
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: Number(new URL(url).port), socket: { data() {} } });
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
  return socket;
};
