/**
 * Tests the clients that generators make from the OpenAPI document, and runs linters on the document. The programs in
 * test/fixtures/clients make the same API calls, each through a different generated client.
 */

import { expect } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openShop, type Shop } from '../support/docket.ts';
import { lacksGoModules, type PreparedTool, packagesOf, pythonWith } from '../support/packages.ts';
import { runProgram } from '../support/run-program.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/temp-file.ts';
import { type Lack, lacksTool, testUnless } from '../support/tools.ts';

const ROOT = resolve(import.meta.dir, '../..');
const PAGES = ['', 'ru/'].map((folder) => readFileSync(join(ROOT, `src/manual/${folder}generated-clients.md`), 'utf8'));
const FIXTURES = join(ROOT, 'test/fixtures/clients');
const TYPESCRIPT = [process.execPath, join(ROOT, 'node_modules/.bin/tsc'), '-p', '.'];
/** The tools of Go are compiled on the first run. */
const PATIENCE_MS = 600_000;

const npm = packagesOf(join(FIXTURES, 'npm'));
const python = pythonWith(join(FIXTURES, 'python/requirements.txt'));
const go = lacksTool('go') ?? lacksGoModules(join(FIXTURES, 'go'));
const pathOf = (prepared: PreparedTool): string => (prepared.lack === undefined ? prepared.path : '');

const copies = shared(tempDir);

/** Copies the fixtures, with both versions of the OpenAPI document in the folder where a client is generated. */
async function workshop(folder: string, { url }: Shop): Promise<string> {
  const all = mkdtempSync(join(copies.path, 'clients-'));
  cpSync(FIXTURES, all, { recursive: true });
  if (npm.lack === undefined) symlinkSync(npm.path, join(all, 'node_modules'));
  const at = join(all, folder);
  mkdirSync(at, { recursive: true });
  for (const [file, query] of [
    ['openapi.json', ''],
    ['openapi-3.0.json', '?openapi=3.0'],
  ]) {
    writeFileSync(join(at, `${file}`), await (await fetch(`${url}/docs/json${query}`)).text());
  }
  return at;
}

async function run(command: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr, status } = await runProgram(command, { cwd, env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

interface Generator {
  /** The command as the manual gives it. */
  readonly command: string;
  /** The folder where the command runs, relative to the copied fixtures. */
  readonly folder: string;
  readonly lack: Lack;
  readonly generate: (command: string) => readonly string[];
  readonly compile: readonly string[];
  readonly program: readonly string[];
}

const words = (line: string): readonly string[] => line.split(' ');
function inNode(line: string): readonly string[] {
  const [name = '', ...options] = words(line);
  return [process.execPath, '--bun', join(pathOf(npm), '.bin', name), ...options];
}
const inPython = (line: string): readonly string[] => [
  pathOf(python),
  '-m',
  ...words(line.replace(/^[\w-]+/, (name) => name.replaceAll('-', '_'))),
  ...words('--config config.yml --fail-on-warning'),
];
const inGo = (line: string): readonly string[] => ['go', 'tool', ...words(line)];

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    command: 'openapi-typescript openapi.json -o docket/types.ts',
    folder: 'openapi-typescript',
    lack: npm.lack,
    generate: inNode,
    compile: TYPESCRIPT,
    program: [process.execPath, 'day.ts'],
  },
  '@hey-api/openapi-ts': {
    command: 'openapi-ts -i openapi.json -o docket -c @hey-api/client-fetch',
    folder: 'hey-api',
    lack: npm.lack,
    generate: inNode,
    compile: TYPESCRIPT,
    program: [process.execPath, 'day.ts'],
  },
  'openapi-python-client': {
    command: 'openapi-python-client generate --path openapi.json --meta none --overwrite --output-path docket',
    folder: 'python',
    lack: python.lack,
    generate: inPython,
    compile: [pathOf(python), '-m', 'compileall', '-q', 'docket'],
    program: [pathOf(python), 'day.py'],
  },
  'oapi-codegen': {
    command: 'oapi-codegen -generate types,client -package docket -o docket.go openapi-3.0.json',
    folder: 'go/oapi/docket',
    lack: go,
    generate: inGo,
    compile: words('go build -o ../day ..'),
    program: ['../day'],
  },
  ogen: {
    command: 'ogen --config ogen.yml --target docket --package docket openapi.json',
    folder: 'go/ogen',
    lack: go,
    generate: inGo,
    compile: words('go build -o day .'),
    program: ['./day'],
  },
};

/** The results of each program, whichever generator made its client. */
const DAY = {
  price: 3350.64,
  repeated: true,
  day: '2026-03-08',
  phone: 79_123_456_789,
  flat: 12,
  listed: 3,
  timeStart: '12:00',
  statusId: 'status-closed',
  conflict: ['order_status_conflict', 'status-closed'],
  invalid: ['validation_failed', 'products.0.price'],
  paid: ['paid', 3350.64, 1, true],
  inquiry: 1,
  gone: 'order_not_found',
  changes: words(
    'order.created order.created order.created order.updated order.status.changed order.payment.created order.deleted',
  ),
};

for (const [name, { command, folder, lack, generate, compile, program }] of Object.entries(GENERATORS)) {
  testUnless(
    lack,
    `a shop's day runs with the client that ${name} generates twice in one place, as the manual describes`,
    async () => {
      for (const page of PAGES) expect(page).toContain(`\`${command}\``);
      await using shop = await openShop();
      const at = await workshop(folder, shop);
      // The second run finds the files of the first run, as after an update of Docket.
      for (const _ of ['at first', 'after an update']) await run(generate(command), at);
      await run(compile, at);
      const seen = await run(program, at, { DOCKET_URL: shop.url, DOCKET_KEY: shop.key });
      expect(JSON.parse(seen)).toEqual(DAY);
    },
    PATIENCE_MS,
  );
}

for (const address of [[], ['--public-url', 'https://shop.example.org']]) {
  for (const file of ['openapi.json', 'openapi-3.0.json']) {
    testUnless(
      npm.lack,
      `the recommended rules of two linters find nothing in ${[file, ...address].join(' ')}`,
      async () => {
        await using shop = await openShop(address);
        expect(await run([process.execPath, 'lint.ts', file], await workshop('lint', shop))).toBe('');
      },
    );
  }
}
