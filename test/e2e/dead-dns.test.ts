import { expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { client, copyShop, dataDir, docket, EXECUTABLE, type RunOptions, serve } from '../support/docket.ts';
import { addEndpoints } from '../support/endpoints.ts';
import { placeOrder, readStore } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/** Host names that are never resolved, except good.example, which is this machine. */
interface DeadNames extends AsyncDisposable {
  readonly options: RunOptions;
}

type KindOfNames = readonly [how: string, make: () => Promise<DeadNames>];

let servers = 0;
/**
 * Returns a loopback address for a new name server. The address is unique, because several test processes run at the
 * same time.
 */
const freeAddress = (): string => `127.${53 + servers++}.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const DNS_PORT = 53;

/** Makes look-ups in the executable hang, on every machine. A name server would need special permissions. */
async function preloaded(): Promise<DeadNames> {
  const preload = join(import.meta.dir, '../support/silent-names.preload.ts');
  return { options: { env: { BUN_OPTIONS: `--preload ${preload}` } }, async [Symbol.asyncDispose]() {} };
}

/**
 * Starts a name server that accepts every question and answers none. Only the executable asks this server, because only
 * the executable sees the changed `/etc/resolv.conf`.
 */
async function silentServer(): Promise<DeadNames> {
  const [dir, address] = [dataDir(), freeAddress()];
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(DNS_PORT, address, resolve);
  });
  const [hosts, conf] = [join(dir.path, 'hosts'), join(dir.path, 'resolv.conf')];
  writeFileSync(hosts, '127.0.0.1 localhost good.example\n');
  writeFileSync(conf, `nameserver ${address}\n`);
  const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${conf} /etc/resolv.conf`;
  return {
    options: { wrapper: ['unshare', '--mount', 'sh', '-c', `${mounts} && exec "$0" "$@"`, EXECUTABLE] },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(resolve));
      dir[Symbol.dispose]();
    },
  };
}

async function canServe(): Promise<boolean> {
  try {
    await using names = await silentServer();
    const [command = '', ...words] = names.options.wrapper ?? [];
    return Bun.spawnSync([command, ...words.slice(0, -1), 'true'], { stdout: 'ignore', stderr: 'ignore' }).success;
  } catch {
    return false;
  }
}

/** The ways to make a look-up hang. The name server is left out if this machine or this user does not permit it. */
const NAMES: readonly KindOfNames[] = [
  ['a look-up that hangs', preloaded],
  ...((await canServe()) ? [['a name server that is silent', silentServer] satisfies KindOfNames] : []),
];

/** The number of look-ups at once; the system has fewer threads for looking up names. */
const SILENT = 40;
const ORDERS = 30;
const PRIVATE = '--allow-private-webhooks';

interface TriedEndpoint {
  readonly url: string;
  readonly reason: string | null;
  readonly at: number;
}

function readAttempts(dir: string): TriedEndpoint[] {
  return readStore<TriedEndpoint>(
    { dir },
    `SELECT e.url, a.reason, a.at FROM webhook_attempts AS a JOIN webhook_endpoints AS e ON e.seq = a.endpoint_seq`,
  );
}

for (const [how, make] of NAMES) {
  test.concurrent(`events reach a working endpoint despite ${how}, and attempts at the silent endpoints end with a timeout`, async () => {
    using dir = dataDir();
    using receiver = startReceiver();
    await using names = await make();
    const { key } = await copyShop(dir.path);
    const good = receiver.url.replace('127.0.0.1', 'good.example');
    addEndpoints(dir.path, [...Array.from({ length: SILENT }, (_, n) => `http://h${n}.silent.example/hook`), good]);
    const flags = (timeout: string) => [PRIVATE, '--webhook-timeout', timeout, '--log-level', 'error'];
    const goodOnes = (): TriedEndpoint[] => readAttempts(dir.path).filter(({ url }) => url === good);
    const silent = (): TriedEndpoint[] => readAttempts(dir.path).filter(({ url }) => url !== good);
    {
      // All look-ups hang at once, and continue to hang.
      await using server = await serve(dir.path, flags('1h'), names.options);
      const api = client(server.url, key);
      for (let made = 0; made < ORDERS; made += 1) {
        await placeOrder(api);
      }
      await receiver.count(ORDERS);
      await until('the attempts at the good one', () => goodOnes().length === ORDERS);
      expect(goodOnes().filter(({ reason }) => reason !== null)).toEqual([]);
      // An attempt may have another reason, because a look-up at a silent name server fails after some seconds.
      expect(silent().filter(({ reason }) => reason === 'timeout')).toEqual([]);
    }
    const sinceMs = Date.now();
    await using server = await serve(dir.path, flags('1s'), names.options);
    const ended = (): TriedEndpoint[] => silent().filter(({ at }) => at >= sinceMs);
    const each = (): Set<string> => new Set(ended().map(({ url }) => url));
    await until('an attempt at each silent name', () => each().size === SILENT, 40_000);
    expect(new Set(ended().map(({ reason }) => reason))).toEqual(new Set(['timeout']));
    expect((await client(server.url, key).get('/health/ready')).status).toBe(200);
    expect(await server.end()).toBe(0);
  });
}

test.concurrent('the command `docket check` reports a host name only if no name server answers for it', async () => {
  const [, make] = NAMES[0] ?? [];
  if (make === undefined) throw new Error('there is always one');
  await using names = await make();
  using dir = dataDir();
  await copyShop(dir.path);
  addEndpoints(dir.path, ['http://h1.silent.example/hook', 'http://192.0.2.1/hook', 'http://good.example/hook']);
  const { status, stdout } = await docket(['check', '--data', dir.path], names.options);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^problem: no name server answers for h1\.silent\.example: look at the name servers/m);
  expect(stdout).not.toContain('good.example');
});

for (const [how, make] of NAMES.slice(1)) {
  test.concurrent(`password hashing continues despite ${how}`, async () => {
    await using names = await make();
    const wrapper = names.options.wrapper?.slice(0, -1) ?? [];
    const program = join(import.meta.dir, '../support/silent-look-ups.ts');
    const { stdout } = Bun.spawn([...wrapper, process.execPath, program], { stdin: 'ignore', stderr: 'inherit' });
    expect(Number(await stdout.text())).toBeGreaterThan(100);
  });
}
