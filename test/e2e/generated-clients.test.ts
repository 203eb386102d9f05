import { afterAll, expect } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openShop } from '../support/docket.ts';
import { lacksGoModules, type Prepared, packagesOf, pythonWith } from '../support/packages.ts';
import { type Lack, lacksTool, testUnless } from '../support/tools.ts';

/**
 * The clients that generators make of the OpenAPI document, and what linters say of it. The programs are in
 * test/fixtures/clients; each goes through the same day with the names and types of its own client.
 */

const ROOT = resolve(import.meta.dir, '../..');
const FIXTURES = join(ROOT, 'test/fixtures/clients');
const TYPESCRIPT = [process.execPath, join(ROOT, 'node_modules/.bin/tsc'), '-p', '.'];
/** The tools of Go are compiled on the first run. */
const PATIENCE_MS = 600_000;

const npm = packagesOf(join(FIXTURES, 'npm'));
const python = pythonWith(join(FIXTURES, 'python/requirements.txt'));
const go = lacksTool('go') ?? lacksGoModules(join(FIXTURES, 'go'));
const pathOf = (prepared: Prepared): string => (prepared.lack === undefined ? prepared.path : '');

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A copy of a fixture in which a client can be made, with the document as `openapi.json`. */
function workshop(fixture: string, document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docket-clients-'));
  made.push(folder);
  cpSync(join(FIXTURES, fixture), folder, { recursive: true });
  if (npm.lack === undefined) symlinkSync(npm.path, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'openapi.json'), document);
  return folder;
}

async function run(command: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn([...command], { cwd, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

interface Generator {
  readonly form: '3.1' | '3.0';
  readonly fixture: string;
  readonly lack: Lack;
  /** From the document to a program that compiles. */
  readonly steps: readonly (readonly string[])[];
  readonly program: readonly string[];
}

const words = (line: string): readonly string[] => line.split(' ');
const inNode = (line: string): readonly string[] => [process.execPath, '--bun', ...words(`node_modules/.bin/${line}`)];

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    form: '3.1',
    fixture: 'openapi-typescript',
    lack: npm.lack,
    steps: [inNode('openapi-typescript openapi.json -o docket/types.ts'), TYPESCRIPT],
    program: [process.execPath, 'day.ts'],
  },
  '@hey-api/openapi-ts': {
    form: '3.1',
    fixture: 'hey-api',
    lack: npm.lack,
    steps: [inNode('openapi-ts -i openapi.json -o docket -c @hey-api/client-fetch'), TYPESCRIPT],
    program: [process.execPath, 'day.ts'],
  },
  'openapi-python-client': {
    form: '3.1',
    fixture: 'python',
    lack: python.lack,
    steps: [
      [
        pathOf(python),
        ...words('-m openapi_python_client generate --path openapi.json --meta none --output-path docket'),
        ...words('--config config.yml --fail-on-warning'),
      ],
    ],
    program: [pathOf(python), 'day.py'],
  },
  'oapi-codegen': {
    form: '3.0',
    fixture: 'go',
    lack: go,
    steps: [
      words('mkdir oapi/docket'),
      words('go tool oapi-codegen -generate types,client -package docket -o oapi/docket/docket.go openapi.json'),
      words('go build -o day ./oapi'),
    ],
    program: ['./day'],
  },
  ogen: {
    form: '3.1',
    fixture: 'go',
    lack: go,
    steps: [
      words('go tool ogen --config ogen.yml --target ogen/docket --package docket openapi.json'),
      words('go build -o day ./ogen'),
    ],
    program: ['./day'],
  },
};

/** What each program sees, whatever made its client. */
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

for (const [name, { form, fixture, lack, steps, program }] of Object.entries(GENERATORS)) {
  testUnless(
    lack,
    `a shop's day runs with the client that ${name} makes of the document in OpenAPI ${form}`,
    async () => {
      await using shop = await openShop();
      const folder = workshop(fixture, await (await fetch(`${shop.url}/docs/json?openapi=${form}`)).text());
      for (const step of steps) await run(step, folder);
      const seen = await run(program, folder, { DOCKET_URL: shop.url, DOCKET_KEY: shop.key });
      expect(JSON.parse(seen)).toEqual(DAY);
    },
    PATIENCE_MS,
  );
}

for (const form of ['3.1', '3.0']) {
  for (const address of [[], ['--public-url', 'https://shop.example.org']]) {
    testUnless(
      npm.lack,
      `the recommended rules of Spectral and Redocly find nothing in the document in OpenAPI ${form} ${address.join(' ')}`,
      async () => {
        await using shop = await openShop(address);
        const folder = workshop('lint', await (await fetch(`${shop.url}/docs/json?openapi=${form}`)).text());
        expect(await run([process.execPath, 'lint.ts'], folder)).toBe('');
      },
    );
  }
}
