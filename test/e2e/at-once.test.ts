import { expect, test } from 'bun:test';
import { type CommandResult, dataDir, docket, initShop, makeKey, type Running, serve } from '../support/docket.ts';

const ENV = { DOCKET_PASSWORD: 'long enough' };
const init = (path: string): Promise<CommandResult> =>
  docket(['init', '--data', path, '--workspace', 'Shop', '--email', 'a@example.com'], { env: ENV });

const TIMES = 4;

const ends = ({ status, stderr }: CommandResult): string => `${status} ${stderr}`;

test.each(['serve, then init', 'init, then serve'])(
  'a server and docket init both complete if they start at the same time: %s',
  async (order) => {
    for (let time = 0; time < TIMES; time += 1) {
      using dir = dataDir();
      const [made, server] = await (order === 'serve, then init'
        ? Promise.all([serve(dir.path), init(dir.path)]).then(([one, other]) => [other, one] as const)
        : Promise.all([init(dir.path), serve(dir.path)]));
      await using _: Running = server;
      expect(ends(made)).toBe('0 ');
      expect(await makeKey(['--data', dir.path], 'site')).toStartWith('dk_');
    }
  },
);

test('of two docket inits at once, one creates the shop and the other reports the existing owner', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    using dir = dataDir();
    const [quick, late] = (await Promise.all([init(dir.path), init(dir.path)])).toSorted((a, b) => a.status - b.status);
    expect(quick && ends(quick)).toBe('0 ');
    expect(late && ends(late)).toMatch(/^1 docket: .* has an owner already; docket owner create adds people\n$/);
  }
});

test('of two servers on one data folder, one runs and the other exits with the name of the running process', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    using dir = dataDir();
    const started = await Promise.allSettled([serve(dir.path), serve(dir.path)]);
    const [running, ...others] = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await using _ = running;
    const refused = started.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(others).toEqual([]);
    expect(refused).toEqual([
      expect.stringMatching(
        new RegExp(`ended with 1: .* is in use: docket serve, process ${running?.pid}, runs on it`),
      ),
    ]);
  }
});

test('a server and two commands that start at once all complete', async () => {
  using dir = dataDir();
  await initShop(['--data', dir.path]);
  const [server, ...keys] = await Promise.all([
    serve(dir.path),
    ...['site', 'till'].map((source) => makeKey(['--data', dir.path], source)),
  ]);
  await using _: Running = server;
  expect(keys.map((key) => key.slice(0, 3))).toEqual(['dk_', 'dk_']);
});
