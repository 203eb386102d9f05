import { expect, test } from 'bun:test';
import { client, dataDir, docket, docketJson, initShop, makeKey, serve } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { movedClock } from '../support/moved-clock.ts';
import { scrape } from '../support/scrape.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;

test('clock jumps are reported, and a program that polls for changes misses nothing', async () => {
  using dir = dataDir();
  using clock = movedClock();
  const at = ['--data', dir.path];
  await initShop(at);
  const api0 = await makeKey(at, 'site');
  await using server = await serve(dir.path, ['--log-format', 'json'], { env: clock.env });
  const api = client(server.url, api0);
  const steps = async () => {
    const { value } = await scrape(server.url);
    return [
      value('docket_clock_steps_total', { direction: 'forward' }),
      value('docket_clock_steps_total', { direction: 'back' }),
    ];
  };
  expect(await steps()).toEqual([0, 0]);
  expect((await docket(['check', ...at], { env: clock.env })).stdout).not.toContain('the clock was set');

  const { nextCursor } = expectOk(await api.get('/api/v1/changes?after=now'));
  const create = async (): Promise<string> => (await placeOrder(api)).id;
  const made = [await create()];
  clock.set(2 * HOUR);
  await until('the step forward', async () => (await steps())[0] === 1);
  made.push(await create());
  clock.set(0);
  await until('the step back', async () => (await steps())[1] === 1);
  made.push(await create());
  expect(await steps()).toEqual([1, 1]);

  const told = expectOk(await api.get(`/api/v1/changes?after=${nextCursor}`));
  expect(told.changes.map(({ orderId }: { orderId: string }) => orderId)).toEqual(made);
  const [first, second, third] = await Promise.all(
    made.map(async (id) => Date.parse(expectOk(await api.get(`/api/v1/orders/${id}`)).updatedAt)),
  );
  expect([second ?? 0, third ?? 0].toSorted((a, b) => a - b)).toEqual([second ?? 0, third ?? 0]);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(HOUR);

  const lines = server.stderr() + server.stdout();
  const logged = lines.split('\n').filter((line) => line.includes('the clock was set'));
  expect(logged.map((line) => line.match(/set (?:forward|back)/)?.[0])).toEqual(['set forward', 'set back']);

  const checked = await docket(['check', ...at], { env: clock.env });
  expect(checked.status).toBe(1);
  const problems = checked.stdout.split('\n').filter((line) => line.startsWith('problem: the clock was set'));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/set forward by 2 hours at .*set back by 2 hours at /);
  const { problems: told2 } = JSON.parse((await docket(['check', ...at, '--json'], { env: clock.env })).stdout);
  expect(told2.filter((problem: string) => problem.includes('the clock was set'))).toHaveLength(1);

  // A day after the jump of the clock, `docket check` no longer reports it as a problem.
  clock.set(25 * HOUR);
  await until('the next step', async () => (await steps())[0] === 2);
  await server.end();
  clock.set(51 * HOUR);
  expect((await docket(['check', ...at], { env: clock.env })).stdout).not.toContain('problem: the clock was set');
  expect((await docketJson<unknown[]>(['key', 'list', ...at])).length).toBe(1);
});
