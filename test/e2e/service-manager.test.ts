import { dlopen, FFIType, ptr } from 'bun:ffi';
import { expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../src/base/index.ts';
import { createWatchdog } from '../../src/cli/watchdog.ts';
import { client, dataDir, docket, docketJson, serve } from '../support/docket.ts';
import { until } from '../support/until.ts';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

/**
 * A unix socket for datagrams, like a service manager's; Bun has none of its own.
 * @param path of a file to be made, or a name that begins with @
 */
function openNotifySocket(path: string) {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64 },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
  });
  const name = path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`;
  const address = Buffer.concat([Buffer.from([AF_UNIX, 0]), Buffer.from(name)]);
  const handle = symbols.socket(AF_UNIX, SOCK_DGRAM, 0);
  if (symbols.bind(handle, ptr(address), address.length) !== 0) throw new Error(`no socket at ${path}`);
  const buffer = Buffer.alloc(4096);
  const read = (): string[] => {
    const found: string[] = [];
    for (;;) {
      const length = Number(symbols.recv(handle, ptr(buffer), buffer.length, MSG_DONTWAIT));
      if (length < 0) return found;
      found.push(buffer.toString('utf8', 0, length));
    }
  };
  return {
    /** Messages since the last call, one datagram each. */
    read,
    /** Waits until this message has arrived. @returns all messages until then */
    until(part: string): Promise<string[]> {
      const found: string[] = [];
      return until(part, () => {
        found.push(...read());
        return found.some((text) => text.includes(part)) && found;
      });
    },
    [Symbol.dispose]() {
      symbols.close(handle);
      if (!path.startsWith('@')) rmSync(path, { force: true });
    },
  };
}

/**
 * The interval of the watchdog in microseconds, as systemd gives it. The server gives a sign of life every 50 ms, so
 * twice in each interval.
 */
const WATCHDOG = '100000';

for (const abstract of [false, true]) {
  test(`systemd is notified through ${abstract ? 'an abstract socket' : 'a socket file'} when the server is ready, while it is alive, and when it stops`, async () => {
    using dir = dataDir();
    const path = abstract ? `@docket-test-${process.pid}` : join(dir.path, 'notify');
    using socket = openNotifySocket(path);
    const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: WATCHDOG };
    await using server = await serve(dir.path, [], { env });
    await socket.until('READY=1');
    expect((await client(server.url).get('/health/ready')).status).toBe(200);
    const fed = [...(await socket.until('WATCHDOG=1')), ...(await socket.until('WATCHDOG=1'))];
    expect(fed.join('\n')).not.toContain('STOPPING');
    expect(await server.end()).toBe(0);
    const last = socket.read();
    expect(last.filter((text) => text.startsWith('STOPPING=1'))).toHaveLength(1);
    expect(last.at(-1)).toStartWith('STOPPING=1');
  });
}

test('a process suspended by SIGSTOP sends no watchdog signal', async () => {
  using dir = dataDir();
  const path = join(dir.path, 'notify');
  using socket = openNotifySocket(path);
  await using server = await serve(dir.path, [], { env: { NOTIFY_SOCKET: path, WATCHDOG_USEC: WATCHDOG } });
  await socket.until('WATCHDOG=1');
  process.kill(server.pid, 'SIGSTOP');
  const isStopped = (): boolean => readFileSync(`/proc/${server.pid}/stat`, 'latin1').includes(') T ');
  await until('the process to stand still', isStopped);
  socket.read();
  // A second watchdog with the same interval shows how much time has passed.
  using other = openNotifySocket(join(dir.path, 'other'));
  const living = createWatchdog(
    { env: { NOTIFY_SOCKET: join(dir.path, 'other'), WATCHDOG_USEC: WATCHDOG } },
    silentLog,
    () => undefined,
  );
  living.ready('http://127.0.0.1:1');
  for (let fed = 0; fed < 6; fed += 1) await other.until('WATCHDOG=1');
  living.stopping();
  expect(socket.read()).toEqual([]);
  process.kill(server.pid, 'SIGCONT');
  await socket.until('WATCHDOG=1');
});

test('while the scheduler does not poll, systemd gets the reason instead of WATCHDOG=1', async () => {
  using dir = dataDir();
  const path = join(dir.path, 'notify');
  using socket = openNotifySocket(path);
  let trouble: string | undefined;
  const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '20000' };
  const watchdog = createWatchdog({ env }, silentLog, () => trouble);
  watchdog.ready('http://127.0.0.1:1');
  await socket.until('WATCHDOG=1');
  trouble = 'The scheduler has not polled for 12 seconds.';
  await socket.until('STATUS=The scheduler has not polled');
  socket.read();
  expect(await socket.until('STATUS=')).not.toContain('WATCHDOG=1');
  trouble = undefined;
  await socket.until('STATUS=answering');
  watchdog.stopping();
});

test('invalid watchdog settings or a missing socket do not stop the server', async () => {
  using dir = dataDir();
  const path = join(dir.path, 'notify');
  using socket = openNotifySocket(path);
  const odd = [
    { NOTIFY_SOCKET: path, WATCHDOG_USEC: WATCHDOG, WATCHDOG_PID: '1' },
    { NOTIFY_SOCKET: path, WATCHDOG_USEC: 'soon' },
    { NOTIFY_SOCKET: join(dir.path, 'nobody'), WATCHDOG_USEC: WATCHDOG },
    { NOTIFY_SOCKET: 'relative' },
    { NOTIFY_SOCKET: `/${'x'.repeat(200)}` },
  ];
  for (const env of odd) {
    await using server = await serve(dir.path, [], { env });
    expect((await client(server.url).get('/health/live')).status).toBe(200);
    expect(await server.end()).toBe(0);
  }
  expect(socket.read().join('\n')).not.toContain('WATCHDOG');
});

test('docket health distinguishes a ready server, a stopped server and a server that is not Docket', async () => {
  using dir = dataDir();
  const publicUrl = 'https://orders.example.com';
  await using server = await serve(dir.path, ['--public-url', publicUrl], { env: { DOCKET_TRUST_PROXI: '1' } });
  using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello', { status: 500 }) });
  const ready = await docket(['health', '--url', server.url]);
  expect(ready).toEqual({ status: 0, stdout: `ok: ${server.url} is ready\n`, stderr: '' });
  const { version } = await docketJson<{ version: string }>(['version']);
  const own = await docket(['health', '--data', dir.path]);
  expect(own).toEqual({ status: 0, stdout: `ok: ${server.url} is ready, Docket ${version}\n`, stderr: '' });
  expect(JSON.parse((await docket(['health', '--data', dir.path, '--json'])).stdout)).toMatchObject({
    ok: true,
    version,
  });
  const { link } = await docketJson<{ link: string }>(['owner', 'setup-link', '--data', dir.path]);
  expect(link).toStartWith(`${publicUrl}/app/setup#`);
  expect(server.stderr()).toContain('DOCKET_TRUST_PROXI (DOCKET_TRUST_PROXY?)');
  const port = new URL(server.url).port;
  // `docket health` ignores a proxy in the environment, because the proxy is meant for other programs.
  const proxied = { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' };
  expect(await docket(['health'], { env: { DOCKET_PORT: port, ...proxied } })).toMatchObject({ status: 0 });
  const wrong = await docket(['health', '--url', `http://127.0.0.1:${other.port}`, '--json']);
  expect(wrong.status).toBe(1);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ ok: false, message: 'answers 500' });
  expect(await docket(['health', '--port', '1'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('problem: '),
  });
  expect(await docket(['health', '--url', 'ftp://x'])).toMatchObject({ status: 2 });
  await server.end();
  expect((await docket(['health', '--url', server.url])).status).toBe(1);
});
