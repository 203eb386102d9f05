import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, client, copyShop, dataDir, docket, docketJson, EXECUTABLE, serve } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';

import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/**
 * The maximum number of files that the server may open. It uses some twenty itself, so not every caller gets a
 * connection.
 */
const FILES = 64;
const CALLERS = 150;
const PRIVATE = '--allow-private-webhooks';
const LONG_MS = 60_000;

async function openNarrow() {
  const dir = dataDir();
  const receiver = startReceiver();
  const at = ['--data', dir.path];
  const { key } = await copyShop(dir.path);
  await docketJson(['webhook', 'add', ...at, '--url', receiver.url, '--events', 'all', PRIVATE]);
  const wrapper = ['bash', '-c', `ulimit -n ${FILES}; exec "$0" "$@"`, EXECUTABLE];
  const schedule = ['--webhook-retry-schedule', Array(100).fill('1s').join(',')];
  const server = await serve(dir.path, [PRIVATE, ...schedule, '--log-level', 'warn'], { wrapper });
  return {
    server,
    receiver,
    api: client(server.url, key),
    check: async (): Promise<string> => (await docket(['check', ...at])).stdout,
    /** Opens more connections than the server has file descriptors, and keeps them open until `leave` is called. */
    async crowd() {
      const callers = await Promise.all(Array.from({ length: CALLERS }, () => call(server.url)));
      return { leave: () => callers.forEach((socket) => void socket.end()) };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      receiver[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
}

/** A caller who begins a request and does not finish it. */
const call = async (url: string) => {
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: Number(new URL(url).port), socket: { data() {} } });
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
  return socket;
};

async function create(api: Client): Promise<string> {
  return (await placeOrder(api)).id;
}

async function shareOfCore(pid: number, ms: number): Promise<number> {
  const before = ticksOf(pid);
  const sinceMs = performance.now();
  // Sleeps for a fixed time, because an idle process gives no event to wait for.
  await Bun.sleep(ms);
  return ((ticksOf(pid) - before) * MS_OF_A_TICK) / (performance.now() - sinceMs);
}

/** Linux reports hundredths of a second, whatever unit it uses internally (proc(5), sysconf). */
const MS_OF_A_TICK = 10;

/** The processor time of a process so far, in ticks of the system (proc(5): utime and stime). */
function ticksOf(pid: number): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[10]) + Number(fields[11]);
}

const told = ({ received }: Receiver): number => new Set(received.map(({ id }) => id)).size;

test.concurrent('a server without free file descriptors serves its connected clients, and new clients wait without loss', async () => {
  await using narrow = await openNarrow();
  const { server, api, receiver } = narrow;
  // The API client connects before the crowd does, so the server keeps serving this connection. The first webhook comes
  // later and finds no file descriptor left.
  expect((await api.get('/api/v1/orders')).status).toBe(200);
  const ids: string[] = [];
  const crowd = await narrow.crowd();
  const checked = await until('the last file to be taken', async () => {
    // Creating an order keeps the connection in use. Otherwise, the server would close it as idle.
    ids.push(await create(api));
    const said = await narrow.check();
    return said.includes(`and has ${FILES}`) && said;
  });
  expect(checked).toMatch(new RegExp(`^problem: the running docket may have ${FILES} files open.*LimitNOFILE`, 'm'));
  for (let made = 0; made < 20; made += 1) ids.push(await create(api));
  expect((await api.get(`/api/v1/orders/${ids[0]}`)).status).toBe(200);
  await until('the lack to be noticed', () => server.stderr().includes('no file is left to open'));
  // While callers wait, the server pauses between its checks. Otherwise, Bun would poll for these callers and take half
  // a core.
  expect(await shareOfCore(server.pid, 2_000)).toBeLessThan(0.15);
  expect(server.stderr().match(/no file is left to open/g)).toHaveLength(1);
  crowd.leave();

  const waited = await fetch(`${server.url}/health/ready`, { headers: { connection: 'close' } }).catch((cause) => {
    throw new Error(`the server is not to be reached; it said: ${server.stderr()}`, { cause });
  });
  expect(waited.status).toBe(200);
  await until('all events to be delivered', () => told(receiver) === ids.length, LONG_MS);
  expect(await server.end()).toBe(0);
}, 120_000);

test.concurrent('a server accepts connections only after its sending and syncing threads run, however slowly they start', async () => {
  using dir = dataDir();
  using begun = dataDir();
  const preload = join(import.meta.dir, '../support/slow-threads.preload.ts');
  const env = { BUN_OPTIONS: `--preload ${preload}`, BEGUN_IN: begun.path };
  await copyShop(dir.path);
  await docketJson(['webhook', 'add', '--data', dir.path, '--url', 'http://127.0.0.1:9/', '--events', 'all', PRIVATE]);
  await using _ = await serve(dir.path, [PRIVATE], { env });
  // The two threads are the sending and the syncing thread. All others start later.
  expect(readdirSync(begun.path)).toHaveLength(2);
});
