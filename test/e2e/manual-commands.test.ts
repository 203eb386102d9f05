/** Runs each `sh run` code block in the manual as a reader would type it. The commands must do what the page says. */

import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDir, docketJson, EXECUTABLE, openShop, type Running, serve } from '../support/docket.ts';
import { openFreshDesk, sealKeyIn } from '../support/fresh-desk.ts';
import { startReceiver } from '../support/receiver.ts';
import { cleanEnv, runProgram } from '../support/run-program.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const MANUAL = resolve(import.meta.dir, '../../src/manual');
const PAGES = readdirSync(MANUAL)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({
    name,
    blocks: [...readFileSync(join(MANUAL, name), 'utf8').matchAll(/^```sh run\n(.*?)^```/gms)].map(
      ([, code = '']) => code,
    ),
  }))
  .filter(({ blocks }) => blocks.length > 0);

/** Pages whose commands need a stopped server, with the state that they need first. */
const STOPPED: Readonly<Record<string, string>> = {
  'restore.md':
    "mkdir docket-data && docket backup backups/ && docket backup docket-data/backups/ && docket seal show | sed -n '2,5p' > sheet.txt",
  'retention.md': '',
  'a-client-asks.md': '',
};
/** The pages whose commands need a shop that nobody has set up. */
const EMPTY = new Set(['first-day.md']);
/** Values that a reader knows from earlier answers. */
const LEARNED = `
ENDPOINT=$(docket webhook list --json | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4 || true)
if [ -n "$API" ]; then
  ID=$(curl -s -H "Authorization: Bearer $KEY" "$API/orders?limit=1" | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4 || true)
fi
`;

interface Stage extends AsyncDisposable {
  readonly dir: string;
  readonly url: string;
  readonly key: string;
}

async function stageFor(page: string): Promise<Stage> {
  if (EMPTY.has(page)) {
    return { ...(await openFreshDesk()), key: '' };
  }
  const shop = await openShop(['--environment', 'dev', '--allow-private-webhooks']);
  if (Object.hasOwn(STOPPED, page)) {
    await shop.server.end();
  }
  return shop;
}

async function runBlocks(stage: Stage, page: string, blocks: readonly string[], receiver: string) {
  using folder = dataDir();
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  symlinkSync(EXECUTABLE, join(bin, 'docket'));
  const script = [
    'set -euo pipefail',
    'ENDPOINT= API= ID=',
    STOPPED[page] ?? '',
    ...blocks.flatMap((one) => [LEARNED, one]),
  ]
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', stage.url)
    .replaceAll('http://127.0.0.1:3000/', receiver);
  return await runProgram(['bash', '-c', EMPTY.has(page) ? script.replaceAll(LEARNED, '') : script], {
    cwd: folder.path,
    env: cleanEnv({ PATH: `${bin}:${process.env['PATH']}`, DOCKET_DATA: stage.dir, KEY: stage.key }),
  });
}

test('each page listed in STOPPED or EMPTY is a page of the manual with commands to run', () => {
  const names = PAGES.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(STOPPED), ...EMPTY]));
  expect(names.length).toBeGreaterThan(8);
});

for (const { name, blocks } of PAGES)
  testUnless(lacksTool('bash', 'curl'), `the commands of ${name} do what it says`, async () => {
    await using stage = await stageFor(name);
    using receiver = startReceiver();
    const { stdout, stderr, status } = await runBlocks(stage, name, blocks, receiver.url);
    expect({ status, stderr, stdout }).toMatchObject({ status: 0 });
    expect(stdout).not.toContain('"ok":false');
    if (name === 'webhooks.md')
      expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test', 'order.payment.created']);
    if (name === 'quickstart.md') expect(stdout.match(/"ok":true/g)).toHaveLength(8);
  });

test('a folder of backups restores the shop on another machine', async () => {
  await using shop = await openShop();
  using other = dataDir();
  await docketJson(['backup', `${join(other.path, 'backups')}/`, '--data', shop.dir]);
  const data = join(other.path, 'new-shop');
  await docketJson(['seal', 'enter', '--data', data], { stdin: sealKeyIn(shop.dir) });
  await docketJson(['restore', join(other.path, 'backups'), '--data', data]);
  await using server: Running = await serve(data);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
});
