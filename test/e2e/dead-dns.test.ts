import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { NAMES } from '../support/dead-names.ts';
import { client, copyShop, dataDir, docket, serve } from '../support/docket.ts';
import { addEndpoints } from '../support/endpoints.ts';
import { placeOrder, readStore } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

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
