import { beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/storage/index.ts';
import {
  type CommandResult,
  client,
  copyShop,
  dataDir,
  docket,
  docketJson,
  EXECUTABLE,
  orderBody,
  serve,
} from '../support/docket.ts';
import { type Load, startLoad } from '../support/load.ts';
import { newSigner } from '../support/minisign.ts';
import { buildNextRelease, buildRelease } from '../support/next-release.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/store.ts';

const signer = newSigner();

/** Two executables that trust the signer, as two releases would. */
let [old, next] = ['', ''];

/** An executable whose schema is one migration ahead. */
let later = '';

const settingsOf = (version: string) => ({ DOCKET_RELEASE_KEY: signer.publicKey, DOCKET_BUILD_VERSION: version });
const fileOf = (version: string): string => join(release.path, `docket-${version}`);
const build = (version: string): Promise<string> => buildRelease(fileOf(version), settingsOf(version));

const signFile = (file: string): void =>
  writeFileSync(`${file}.minisig`, signer.sign(readFileSync(file), `docket ${file.split('-').at(-1)}`));

const release = shared(tempDir);
beforeAll(async () => {
  const tree = join(release.path, 'tree');
  const building = [
    build('1.0.0'),
    build('1.1.0'),
    buildNextRelease(tree, fileOf('1.2.0'), settingsOf('1.2.0')),
  ] as const;
  [old, next, later] = await Promise.all(building);
  signFile(next);
  signFile(later);
}, 300_000);

interface Installation extends Disposable {
  readonly executable: string;
  readonly data: string;
  run(...args: readonly string[]): Promise<CommandResult>;
  beside(): string[];
  copies(): string[];
}

async function install(from = old): Promise<Installation & { readonly key: string }> {
  const dir = tempDir();
  const data = dataDir();
  const executable = join(dir.path, 'docket');
  linkSync(from, executable);
  const { key } = await copyShop(data.path);
  return {
    executable,
    key,
    data: data.path,
    run: (...args) => docket([...args, '--data', data.path], { executable }),
    beside: () => readdirSync(dir.path).sort(),
    copies: () => readdirSync(data.path).filter((name) => name.endsWith('.backup')),
    [Symbol.dispose]() {
      dir[Symbol.dispose]();
      data[Symbol.dispose]();
    },
  };
}

const versionOf = async (executable: string): Promise<string> =>
  JSON.parse((await docket(['version', '--json'], { executable })).stdout).version;

function expectAllMade({ refused, strange, unanswered }: Load): void {
  expect({ refused: refused(), strange, unanswered }).toEqual({ refused: 0, strange: [], unanswered: [] });
}

test('an update under load loses nothing and can be reverted under load', async () => {
  using shop = await install();
  const made: string[] = [];
  const steps = [
    { args: ['update', '--from', next], after: '1.1.0', kept: '1.0.0' },
    { args: ['update', '--back'], after: '1.0.0', kept: '1.1.0' },
  ];
  for (const { args, after, kept } of steps) {
    await using server = await serve(shop.data, ['--log-level', 'error'], { wrapper: [shop.executable] });
    const writing = startLoad(client(server.url, shop.key), 4);
    const { status, stdout, stderr } = await shop.run(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`process ${server.pid} still runs`);
    await writing.stop();
    expectAllMade(writing);
    expect(writing.acknowledged.size).toBeGreaterThan(0);
    made.push(...writing.acknowledged.keys());
    expect(await server.end()).toBe(0);
    expect(await versionOf(shop.executable)).toBe(after);
    expect(await versionOf(`${shop.executable}.previous`)).toBe(kept);
    expect(shop.beside()).toEqual(['docket', 'docket.previous']);
  }
  expect(shop.copies()).toHaveLength(1);
  expect(statSync(join(shop.data, shop.copies()[0] ?? '')).mode & 0o777).toBe(0o600);
  expect(readdirSync(shop.data).filter((name) => name.startsWith('.'))).toEqual([]);
  await using server = await serve(shop.data, [], { wrapper: [shop.executable] });
  const api = client(server.url, shop.key);
  const answers = await Promise.all(made.map(async (id) => (await api.get(`/api/v1/orders/${id}`)).status));
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect((await shop.run('check')).status).toBe(0);
});

test('an executable without the right signature is neither installed nor run', async () => {
  using shop = await install();
  using place = tempDir();
  const mark = join(place.path, 'it-ran');
  const file = join(place.path, 'docket-1.2.0');
  writeFileSync(file, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  const attempt = async (): Promise<string> => {
    const { status, stderr } = await shop.run('update', '--from', file);
    expect(status).toBe(1);
    expect(existsSync(mark)).toBe(false);
    expect(shop.beside()).toEqual(['docket']);
    expect(shop.copies()).toEqual([]);
    return stderr;
  };
  expect(await attempt()).toContain('there is no signature');
  writeFileSync(`${file}.minisig`, newSigner().sign(readFileSync(file), 'x'));
  expect(await attempt()).toContain('is signed with the key');
  writeFileSync(`${file}.minisig`, 'nonsense');
  expect(await attempt()).toContain('no signature of minisign');
  signFile(file);
  writeFileSync(file, `${readFileSync(file, 'utf8')}# a line more\n`);
  expect(await attempt()).toContain('not of this file');
  signFile(file);
  writeFileSync(join(place.path, 'SHA256SUMS'), `${'0'.repeat(64)}  docket-1.2.0\n`);
  expect(await attempt()).toContain('SHA256SUMS beside it says');
});

test('a signed file is not installed if it is older or fails a check', async () => {
  using shop = await install();
  using place = tempDir();
  const file = join(place.path, 'docket-x');
  const attempt = async (script: string, ...more: string[]): Promise<string> => {
    writeFileSync(file, script);
    signFile(file);
    const { status, stderr } = await shop.run('update', '--from', file, ...more);
    expect(status).toBe(1);
    expect(shop.beside()).toEqual(['docket']);
    expect(await versionOf(shop.executable)).toBe('1.0.0');
    return stderr;
  };
  const says = (version: string, schemaVersion: number, test = 'exit 0'): string =>
    `#!/bin/sh\n[ "$1" = version ] && { echo '${JSON.stringify({ version, commit: 'x', schemaVersion })}'; exit 0; }\n${test}\n`;
  // A file left by an interrupted update, two hours ago.
  const left = join(dirname(shop.executable), '.docket.new-1');
  writeFileSync(left, 'half');
  utimesSync(left, Date.now() / 1_000 - 7_200, Date.now() / 1_000 - 7_200);
  expect(await attempt('#!/bin/sh\nexit 3\n')).toContain('docket-x does not run here');
  expect(await attempt('#!/bin/sh\necho {}\n')).toContain('does not run here');
  expect(await attempt('not a program')).toContain('does not run here');
  expect(await attempt(says('0.9.0', 99))).toContain('say --allow-older');
  expect(await attempt(says('2.0.0', 3))).toContain('it would refuse to start');
  expect(shop.copies()).toEqual([]);
  const failing = says('2.0.0', 99, "echo 'problem: the moon is full'; exit 1");
  expect(await attempt(failing)).toContain('fails its self-test: problem: the moon is full');
  // A file kept for an abandoned update blocks nothing, and is deleted.
  expect(shop.copies()).toEqual([]);
  expect(await attempt(says('0.9.0', 99, 'exit 1'), '--allow-older')).toContain('fails its self-test');
});

test('an executable built without a signature key accepts an update only by its SHA-256', async () => {
  using shop = await install(EXECUTABLE);
  expect((await shop.run('update', '--from', next)).stderr).toContain('built without a key');
  expect((await shop.run('update', '--from', next, '--sha256', '0'.repeat(64))).stderr).toContain('not the one given');
  const sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(next)).digest('hex');
  const done = await shop.run('update', '--from', next, '--sha256', sha256, '--json');
  expect(JSON.parse(done.stdout)).toMatchObject({ updated: true, sha256, trustedComment: null, serving: null });
  expect(await versionOf(shop.executable)).toBe('1.1.0');
});

test('a downgrade across a migration lists the losses and needs confirmation', async () => {
  using shop = await install();
  const previous = `${shop.executable}.previous`;
  {
    await using server = await serve(shop.data, [], { wrapper: [shop.executable] });
    const api = client(server.url, shop.key);
    for (let at = 0; at < 9; at += 1) expect((await api.post('/api/v1/orders/create', orderBody())).status).toBe(200);
    expect(await shop.run('update', '--from', later)).toMatchObject({ status: 0 });
    await server.end();
  }
  {
    await using server = await serve(shop.data, [], { wrapper: [shop.executable] });
    const api = client(server.url, shop.key);
    for (let at = 0; at < 3; at += 1) expect((await api.post('/api/v1/orders/create', orderBody())).status).toBe(200);
    const refused = await shop.run('update', '--back');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/3 orders, 0 payments, 0 inquiries and 3 changes .* Say --restore/);
    const busy = await shop.run('update', '--back', '--restore');
    expect(busy.stderr).toContain(`process ${server.pid}`);
    await server.end();
  }
  expect(await versionOf(shop.executable)).toBe('1.2.0');
  // If the executable cannot be swapped, the database is not replaced either.
  mkdirSync(`${shop.executable}.swapping/x`, { recursive: true });
  expect((await shop.run('update', '--back', '--restore')).status).toBe(1);
  expect(readdirSync(shop.data).filter((name) => name.includes('set-aside'))).toEqual([]);
  rmSync(`${shop.executable}.swapping`, { recursive: true });
  const done = JSON.parse((await shop.run('update', '--back', '--restore', '--json')).stdout);
  expect(done).toMatchObject({ back: true, to: { version: '1.0.0', schemaVersion: SCHEMA_VERSION } });
  expect(await versionOf(shop.executable)).toBe('1.0.0');
  expect(await versionOf(previous)).toBe('1.2.0');
  using aside = tempDir();
  copyFileSync(done.setAside, join(aside.path, 'docket.db'));
  for (const [dir, executable, orders] of [
    [shop.data, shop.executable, 9],
    [aside.path, previous, 12],
  ] as const) {
    await using server = await serve(dir, [], { wrapper: [executable] });
    const listed = await client(server.url, shop.key).get('/api/v1/orders?limit=100');
    expect(listed.body.data.orders).toHaveLength(orders);
  }
});

test('docket update names the file, flag or setting that is missing', async () => {
  using shop = await install();
  using empty = tempDir();
  const run = (...args: string[]) => docket(['update', ...args], { executable: shop.executable });
  expect((await run('--back', '--data', shop.data)).stderr).toContain('nothing to go back to');
  expect((await run('--from', next, '--data', empty.path)).stderr).toContain('say where with --data');
  expect(readdirSync(empty.path)).toEqual([]);
  expect(await run('--data', shop.data)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--from is missing'),
  });
  expect(await run('--check', '--back')).toMatchObject({ status: 2 });
  expect(await run('--check')).toMatchObject({ status: 2, stderr: expect.stringContaining('DOCKET_UPDATE_URL') });
  const nowhere = await run('--from', join(empty.path, 'none'), '--data', shop.data);
  expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('there is no file') });
});

test('the exit status of the update check shows whether a signed newer version is offered', async () => {
  using place = tempDir();
  const file = join(place.path, 'release.json');
  const manifest = (version: string): string =>
    JSON.stringify({ product: 'docket', version, commit: 'abc', schemaVersion: 99, files: [] });
  const offer = (version: string): void => {
    writeFileSync(file, manifest(version));
    signFile(file);
  };
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const path = join(place.path, new URL(request.url).pathname);
      return existsSync(path) ? new Response(Bun.file(path)) : new Response('', { status: 404 });
    },
  });
  const check = (source: string) =>
    docket(['update', '--check', '--json'], { executable: old, env: { DOCKET_UPDATE_URL: source } });
  const url = `http://127.0.0.1:${server.port}/release.json`;
  for (const source of [file, url]) {
    offer('1.0.0');
    expect(await check(source)).toMatchObject({ status: 0, stdout: expect.stringContaining('"newer":false') });
    offer('1.0.1');
    expect(await check(source)).toMatchObject({ status: 3, stdout: expect.stringContaining('"newer":true') });
    writeFileSync(file, manifest('9.9.9'));
    expect(await check(source)).toMatchObject({ status: 1, stderr: expect.stringContaining('not of this file') });
  }
  rmSync(`${file}.minisig`);
  expect((await check(url)).stderr).toContain('there is no signature');
  expect((await check(`${url}.gone`)).stderr).toContain('there is nothing at');
  expect((await check('http://127.0.0.1:1/release.json')).stderr).toContain('could not be read');
});

test('the update check never prints the password or the query of the update address', async () => {
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response('no manifest', { status: /gone|\.minisig\?/.test(url) ? 404 : 200 }),
  });
  const places = [
    [`127.0.0.1:${server.port}/gone`, 'there is nothing at http://127.0.0.1'],
    [`127.0.0.1:${server.port}/other`, 'there is no signature'],
    ['127.0.0.1:1/release.json', 'http://127.0.0.1:1/release.json could not be read'],
    ['no host', 'the address that was given could not be read'],
  ] as const;
  for (const [place, said] of places) {
    const source = `http://holder:open-sesame@${place}?token=open-sesame`;
    for (const args of [[], ['--from', source], ['--json']]) {
      const run = docket(['update', '--check', ...args], { executable: old, env: { DOCKET_UPDATE_URL: source } });
      const { status, stdout, stderr } = await run;
      expect([place, status, stderr]).toEqual([place, 1, expect.stringContaining(said)]);
      expect(stdout + stderr).not.toMatch(/holder|sesame/);
    }
  }
});

test('the self-test of a sound executable passes on a busy database without changing it', async () => {
  using shop = await install();
  await docketJson(['webhook', 'add', '--data', shop.data, '--url', 'https://hooks.example.com/x', '--events', 'all']);
  await using server = await serve(shop.data, ['--log-level', 'error'], { wrapper: [shop.executable] });
  const writing = startLoad(client(server.url, shop.key), 4);
  const before = readdirSync(shop.data).sort();
  // A folder left by an interrupted self-test, two hours ago.
  const left = join(shop.data, '.self-test-ended');
  mkdirSync(left);
  writeFileSync(join(left, 'docket.db'), 'a copy');
  utimesSync(left, Date.now() / 1_000 - 7_200, Date.now() / 1_000 - 7_200);
  const { status, stdout } = await shop.run('self-test');
  await writing.stop();
  expectAllMade(writing);
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('ok: starts') });
  expect(readdirSync(shop.data).sort()).toEqual(before);
});

test('the self-test fails on an unusable database', async () => {
  using shop = await install();
  using broken = dataDir();
  mkdirSync(broken.path, { recursive: true });
  writeFileSync(join(broken.path, 'docket.db'), 'this is no database at all, though it has its name'.repeat(100));
  const found = await docket(['self-test', '--data', broken.path], { executable: shop.executable });
  expect(found.status).toBe(1);
  chmodSync(broken.path, 0o700);
});
