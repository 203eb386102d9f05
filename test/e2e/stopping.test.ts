import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { client, dataDir, docketJson, EXECUTABLE, openShop, orderBody, serve } from '../support/docket.ts';
import { missingOrders, startLoad } from '../support/load.ts';
import { until } from '../support/until.ts';

const WRITERS = 32;

/** Sends a request's head and never its body, so that the request stays under way until its time is up. */
async function beginRequest(url: string, key: string): Promise<Disposable & { answer(): string }> {
  const head = `POST /api/v1/orders/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
  let answer = '';
  const data = (_: unknown, chunk: Uint8Array): void => {
    answer += new TextDecoder().decode(chunk);
  };
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: Number(new URL(url).port), socket: { data } });
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  return { answer: () => answer, [Symbol.dispose]: () => void socket.end() };
}

test('after SIGTERM under load the exit status is 0, and every answered create is stored', async () => {
  await using shop = await openShop(['--log-level', 'error']);
  const load = startLoad(shop.api, WRITERS);
  await until('300 orders', () => load.acknowledged.size > 300);
  expect(await shop.server.end()).toBe(0);
  await load.stop();
  expect(load.strange).toEqual([]);
  expect(existsSync(join(shop.dir, 'docket.db-wal'))).toBe(false);
  expect(missingOrders(shop.dir, load.acknowledged.keys())).toEqual([]);
});

test('the server exits with status 0 after two SIGTERM signals within a second', async () => {
  await using shop = await openShop(['--log-level', 'error']);
  const held = await beginRequest(shop.url, shop.key);
  // An answer on a later connection shows that the server has the held request. Without the held request, the server
  // would end at once.
  await until('the server', async () => (await client(shop.url).get('/health/live')).status === 200);
  const { pid } = shop.server;
  await Bun.$`kill -TERM ${pid}; sleep 0.1; kill -TERM ${pid}`.quiet();
  held[Symbol.dispose]();
  expect(await shop.server.exited).toBe(0);
});

for (const second of ['SIGTERM', 'SIGINT'] as const) {
  test(`a second signal (${second}) ends the process at once without losing anything acknowledged`, async () => {
    await using shop = await openShop(['--log-level', 'error']);
    const load = startLoad(shop.api, WRITERS);
    await until('300 orders', () => load.acknowledged.size > 300);
    using held = await beginRequest(shop.url, shop.key);
    await until('the server', async () => (await client(shop.url).get('/health/live')).status === 200);
    shop.server.kill('SIGTERM');
    await until('the end to begin', () => shop.server.stdout().includes('stopping (SIGTERM)'));
    // A SIGTERM right after the first one counts as the same signal. So it is repeated until the server ends.
    const kills = setInterval(() => shop.server.kill(second), 50);
    expect(await shop.server.exited).toBe(1);
    clearInterval(kills);
    // The request was under way until the end, so the second signal arrived while the server was stopping.
    expect(held.answer()).toBe('');
    await load.stop();
    expect(load.strange).toEqual([]);
    expect(missingOrders(shop.dir, load.acknowledged.keys())).toEqual([]);
  });
}

/**
 * Returns texts full of the digits 777. The phone to be forgotten ends with 777, so comparing these texts takes the
 * server seconds.
 */
const slowTexts = (): string[] =>
  Array.from({ length: 30 }, (_, text) =>
    Array.from({ length: 1_400 }, (_, at) => `${10 + ((text * 7 + at * 31) % 89)} 777`).join(' '),
  );

test('a start that repeats the forgetting of clients stops at SIGTERM, and the next start completes the forgetting', async () => {
  await using shop = await openShop(['--log-level', 'error']);
  const { status } = await shop.api.post('/api/v1/orders/create', orderBody({ additional: { notes: slowTexts() } }));
  expect(status).toBe(200);
  expect(await shop.server.end()).toBe(0);
  await docketJson(['client', 'forget', '--data', shop.dir, '--phone', '+79990000777', '--force']);
  using db = new Database(join(shop.dir, 'docket.db'));
  db.run("UPDATE forgettings SET again = 1, step = 'imports', place = '[]', finished_at = NULL");
  const find = () => db.query('SELECT step, finished_at FROM forgettings').get();
  const args = [EXECUTABLE, 'serve', '--data', shop.dir, '--port', '0'];
  const starting = Bun.spawn(args, { cwd: shop.dir, stdout: 'pipe', stderr: 'ignore' });
  await until('the search of the orders', () => JSON.stringify(find()).includes('orders'));
  starting.kill('SIGTERM');
  expect(await starting.exited).toBe(0);
  expect(await starting.stdout.text()).toStartWith('stopping (SIGTERM)');
  expect(find()).toEqual({ step: 'orders', finished_at: null });
  await using again = await serve(shop.dir);
  expect([again.url === '', find()]).toEqual([false, { step: 'copies', finished_at: expect.any(Number) }]);
});

/** The server must not end because a terminal closes or a script asks for new log files. */
const PASSED = ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGPROF', 'SIGIO'] as const;
/**
 * Signals that end a process: from service managers, from people, and from the system once the processor time is used
 * up.
 */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGXCPU'] as const;

test.each(PASSED)('%s does not stop the server and is recorded in its log', async (signal) => {
  using dir = dataDir();
  await using server = await serve(dir.path);
  for (let sent = 1; sent <= 2; sent += 1) {
    process.kill(server.pid, signal);
    await until('its line', () => server.stderr().split(`signal=${signal}`).length === sent + 1);
  }
  expect((await client(server.url).get('/health/ready')).status).toBe(200);
  expect(await server.end()).toBe(0);
  expect(server.stdout()).toContain('stopping (SIGTERM)');
});

test.each(ENDING)('%s stops the server cleanly with exit status 0', async (signal) => {
  using dir = dataDir();
  await using server = await serve(dir.path);
  process.kill(server.pid, signal);
  expect(await server.exited).toBe(0);
  expect(server.stdout()).toContain(`stopping (${signal})`);
});
