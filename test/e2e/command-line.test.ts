import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, docket, docketJson, EXECUTABLE, initShop, makeKey, openShop } from '../support/docket.ts';
import { changeStore, placeOrder, readStore } from '../support/http-answers.ts';
import { addWorkspace } from '../support/members.ts';
import { runProgram } from '../support/run-program.ts';
import { startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'correct horse';

async function initialised(): Promise<{ path: string; workspaceId: string; [Symbol.dispose](): void }> {
  const dir = dataDir();
  const of = { workspace: 'Лавка', email: 'owner@example.com', password: PASSWORD };
  const { workspaceId } = await initShop(['--data', dir.path], {}, of);
  return { path: dir.path, workspaceId, [Symbol.dispose]: () => dir[Symbol.dispose]() };
}

test('a password is stored as argon2id of 64 MiB in two passes, however it was set', async () => {
  using dir = await initialised();
  const at = ['--data', dir.path, '--workspace', dir.workspaceId];
  await docketJson(['owner', 'create', ...at, '--email', 'anna@example.com', '--password', PASSWORD]);
  const hashes = readStore<{ hash: string }>({ dir: dir.path }, 'SELECT password_hash AS hash FROM people');
  expect(hashes).toHaveLength(2);
  for (const { hash } of hashes) {
    expect(hash).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$');
    expect(await Bun.password.verify(PASSWORD, hash)).toBe(true);
  }
});

test('--json prints one document with the field names that scripts rely on', async () => {
  using dir = dataDir();
  const at = ['--data', dir.path];
  const init = await initShop(at);
  expect(Object.keys(init).sort()).toEqual(['ownerId', 'workspaceId']);
  const key = await docketJson<Record<string, unknown>>(['key', 'create', ...at, '--source', 'site', '--name', 'Site']);
  expect(Object.keys(key).sort()).toEqual(['id', 'key', 'scopes', 'source']);
  const free = ['workspace', 'create', ...at, '--name', 'B', '--plan', 'free'];
  const made = await docketJson<Record<string, unknown>>(free);
  expect(Object.keys(made)).toEqual(['workspaceId']);
  const to = ['--url', 'https://hooks.example.com/x', '--events', 'order.created,order.deleted'];
  const first = [...at, '--workspace', init.workspaceId];
  const hook = await docketJson<Record<string, unknown>>(['webhook', 'add', ...first, ...to]);
  expect(Object.keys(hook).sort()).toEqual(['events', 'id', 'secret', 'url']);
  expect(hook['events']).toEqual(['order.created', 'order.deleted']);
  expect(String(hook['secret'])).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const version = await docketJson<Record<string, unknown>>(['version']);
  expect(Object.keys(version).sort()).toEqual(['commit', 'schemaVersion', 'version']);
});

test('docket help fits a narrow terminal, such as a phone’s', async () => {
  const decoder = new TextDecoder();
  let shown = '';
  const data = (_: unknown, text: Uint8Array): void => {
    shown += decoder.decode(text);
  };
  const terminal = { cols: 44, rows: 20, data };
  const child = Bun.spawn([EXECUTABLE, 'help', 'errors'], { terminal });
  expect(await child.exited).toBe(0);
  await until('the whole page', () => shown.includes('Find a call again'));
  const wide = shown.split(/\r?\n/).filter((line) => line.length > 44);
  expect(wide).toEqual([]);
  expect(shown).not.toContain('+---');
});

test('an API key and a webhook secret are shown once and never again', async () => {
  using dir = await initialised();
  const at = ['--data', dir.path];
  const key = await makeKey(at, 'site');
  const { secret } = await docketJson<{ secret: string }>([
    'webhook',
    'add',
    ...at,
    '--url',
    'https://hooks.example.com/',
  ]);
  const shown = [await docket(['key', 'list', ...at, '--json']), await docket(['webhook', 'list', ...at, '--json'])];
  for (const { status, stdout } of shown) {
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stdout).not.toContain(key);
    expect(stdout).not.toContain(secret);
  }
});

test('a demo for an unknown workspace creates neither a workspace nor an owner', async () => {
  using dir = dataDir();
  const { status, stderr } = await docket(['demo', '--data', dir.path, '--workspace', 'nope']);
  expect([status, stderr]).toEqual([1, expect.stringContaining('docket: ')]);
  expect(readdirSync(dir.path)).toEqual([]);
});

test.each([
  [['frob'], 'unknown command'],
  [['key'], 'allowed: create, list, revoke'],
  [['key', '--json'], 'allowed: create, list, revoke'],
  [['key', 'list', 'extra'], 'got 1: extra; allowed: --data'],
  [['serve', '--prot', '1'], '--port'],
  [['serve', '--port', '70000'], '--port'],
  [['serve', '--environment', 'test'], 'production, dev'],
  [['serve', '--rate-limit', '-1'], '--rate-limit'],
  [['serve', '--webhook-timeout', 'soon'], '--webhook-timeout'],
  [['serve', '--webhook-timeout', '30d'], 'not a duration from 1ms to 1h'],
  [['serve', '--webhook-retry-schedule', '5s,999999999d'], 'not a duration from 0ms to 365d'],
  [['serve', '--public-url', 'example.com'], '--public-url'],
  [['serve', '--host', ''], '--host'],
  [['serve', '--host', 'not a host'], '--host'],
  [['serve', '--port', '0', '--mail-from', 'nobody'], '--mail-from'],
  [['serve', '--port', '0', '--mail-from', 'My shop <nobody>'], '--mail-from'],
  [['serve', '--port', '0', '--backup-to='], '--backup-to'],
  [['init'], '--workspace'],
  [['init', '--workspace', 'A', '--email', 'a@example.com', '--password', 'short'], '--password: '],
  [['init', '--workspace', 'A', '--email', 'nobody', '--password', PASSWORD], '--email: '],
  [
    ['init', '--workspace', 'A', '--email', 'a@example.com', '--password', PASSWORD, '--time-zone', 'Mars/X'],
    '--time-zone: ',
  ],
  [
    ['init', '--workspace', 'A', '--email', 'a@example.com', '--password', PASSWORD, '--plan', 'gold'],
    'free, pro, business',
  ],
])(
  'an invalid word on the command line is refused with status 2 and one line of the valid words: %j',
  async (args, hint) => {
    using dir = dataDir();
    const { status, stdout, stderr } = await docket([...args, ...(args.length > 1 ? ['--data', dir.path] : [])]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(hint);
    expect(readdirSync(dir.path)).toEqual([]);
  },
);

test('an empty --data value is refused without creating a file in the current folder', async () => {
  using dir = dataDir();
  for (const words of [
    ['serve', '--port', '0'],
    ['init', '--workspace', 'A', '--email', 'a@example.com', '--password', PASSWORD],
  ]) {
    const { status, stderr } = await docket([...words, '--data', ''], { cwd: dir.path });
    expect([status, stderr]).toEqual([2, expect.stringContaining('--data')]);
  }
  expect(readdirSync(dir.path)).toEqual([]);
});

test.each([
  ['serve'],
  ['init'],
  ['key create'],
  ['workspace update'],
  ['webhook add'],
  ['owner create'],
  ['demo'],
  ['check'],
  ['openapi'],
])('%s --help names its arguments and flags', async (words) => {
  const { status, stdout } = await docket([...words.split(' '), '--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('--data <dir>');
});

test('an environment variable replaces a missing flag, but a given flag takes precedence', async () => {
  using dir = dataDir();
  using other = dataDir();
  const env = { DOCKET_DATA: dir.path, DOCKET_PASSWORD: PASSWORD, DOCKET_WORKSPACE: 'From the variable' };
  expect((await docket(['init', '--email', 'a@example.com'], { env })).status).toBe(0);
  const list = ['workspace', 'list', '--json'];
  expect(JSON.parse((await docket(list, { env })).stdout)[0].name).toBe('From the variable');
  const elsewhere = await docket([...list, '--data', other.path], { env });
  expect(elsewhere.status).toBe(1);
  expect(elsewhere.stderr).toContain(other.path);
  const wrong = await docket(['serve'], { env: { ...env, DOCKET_TRUST_PROXY: 'maybe' } });
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('DOCKET_TRUST_PROXY');
});

test('a password is taken from standard input', async () => {
  using dir = dataDir();
  const args = ['init', '--data', dir.path, '--workspace', 'A', '--email', 'a@example.com', '--password', '-'];
  expect((await docket(args, { stdin: 'from the pipe\n' })).status).toBe(0);
  expect((await docket(args, { stdin: 'from the pipe\n' })).status).toBe(1);
});

test('a command waits for a password even if reading standard input does not keep the process alive', async () => {
  using dir = dataDir();
  const args = ['init', '--data', dir.path, '--workspace', 'A', '--email', 'a@example.com', '--password', '-'];
  const env = { BUN_OPTIONS: `--preload ${join(import.meta.dir, '../support/idle-stdin.preload.ts')}` };
  expect(await docket(args, { env })).toMatchObject({ status: 0, stdout: expect.stringContaining('are ready') });
});

test('a command asks for the workspace if there are several', async () => {
  using dir = await initialised();
  await docketJson(['workspace', 'create', '--data', dir.path, '--name', 'Second']);
  const asked = await docket(['key', 'create', '--data', dir.path, '--source', 'x']);
  expect(asked.status).toBe(2);
  expect(asked.stderr).toContain('--workspace');
  expect(
    (await docket(['key', 'create', '--data', dir.path, '--source', 'x', '--workspace', dir.workspaceId])).status,
  ).toBe(0);
});

test('commands on an API key or an endpoint find its workspace by the id, without --workspace', async () => {
  using dir = await initialised();
  const at = ['--data', dir.path];
  const inSecond = [...at, '--workspace', await addWorkspace(dir.path, 'Second')];
  const made = ['--url', 'http://127.0.0.1:9/hook', '--allow-private-webhooks', ...inSecond];
  const { id: endpoint } = await docketJson<{ id: string }>(['webhook', 'add', ...made]);
  const { id: key } = await docketJson<{ id: string }>(['key', 'create', '--source', 'x', ...inSecond]);
  const says = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await docket([...args, ...at]);
    return `${status} ${stdout}${stderr}`;
  };
  expect(await says('webhook', 'update', endpoint, '--events', 'order.created')).toContain('0 endpoint');
  expect(await says('webhook', 'rotate', endpoint)).toContain('0 secret whsec_');
  expect(await says('webhook', 'resume', endpoint)).toContain('was not suspended');
  expect(await says('webhook', 'test', endpoint, '--allow-private-webhooks')).toContain('failed');
  expect(await says('webhook', 'attempts', endpoint)).toContain('test');
  expect(await says('webhook', 'resend', endpoint, '--since', '1h')).toContain('0 0 failed');
  // If a workspace is named, the API key is not sought in any other workspace.
  expect(await says('key', 'revoke', key, '--workspace', dir.workspaceId)).toContain(
    `1 docket: there is no key ${key}`,
  );
  expect(await says('key', 'revoke', key)).toContain('is revoked');
  expect(await says('key', 'revoke', key)).toContain('was revoked before');
  expect(await says('webhook', 'remove', endpoint)).toContain('is removed');
  expect(await says('webhook', 'remove', endpoint)).toContain(`1 docket: there is no endpoint ${endpoint}`);
  expect(await says('webhook', 'resend', endpoint, '--since', '1h')).toContain(`there is no endpoint ${endpoint}`);
  expect(await says('key', 'revoke', 'no id')).toContain('there is no key no id');
});

test('commands add and list people, and print a link for a new or reset password', async () => {
  using dir = await initialised();
  const at = ['--data', dir.path];
  const manager = ['owner', 'create', ...at, '--email', 'm@example.com', '--role', 'manager'];
  const made = await docketJson<{ link: string }>(manager);
  expect(made.link).toMatch(/\/app\/reset#[\w-]{43}$/);
  const people = await docketJson<{ email: string; role: string }[]>(['owner', 'list', ...at]);
  expect(people.map(({ email, role }) => [email, role])).toEqual([
    ['owner@example.com', 'owner'],
    ['m@example.com', 'manager'],
  ]);
  const reset = await docketJson<{ link: string }>(['owner', 'reset-password', ...at, '--email', 'owner@example.com']);
  expect(reset.link).toMatch(/\/app\/reset#/);
  expect((await docket(['owner', 'reset-password', ...at, '--email', 'who@example.com'])).status).toBe(1);
  expect((await docket(['owner', 'setup-link', ...at])).status).toBe(1);
});

test('a change by a command takes effect in a running server at once', async () => {
  await using shop = await openShop();
  const at = ['--data', shop.dir];
  expect((await shop.api.get('/api/v1/orders')).status).toBe(200);
  const update = (...words: string[]) => docketJson(['workspace', 'update', shop.workspaceId, ...at, ...words]);
  await update('--plan', 'free');
  expect((await shop.api.get('/api/v1/orders')).body.code).toBe('plan_required');
  await update('--plan', 'business', '--api', 'off');
  expect((await shop.api.get('/api/v1/orders')).body.code).toBe('api_disabled');
  await update('--api', 'on');
  expect((await shop.api.get('/api/v1/orders')).status).toBe(200);
  const [key] = await docketJson<{ id: string }[]>(['key', 'list', ...at]);
  await docketJson(['key', 'revoke', key?.id ?? '', ...at]);
  expect((await shop.api.get('/api/v1/orders')).status).toBe(401);
});

test('demo fills an empty workspace once, and leaves a sound database', async () => {
  using dir = dataDir();
  const made = await docketJson<{ orders: number; payments: number; inquiries: number }>(['demo', '--data', dir.path]);
  expect(made.orders).toBe(300);
  expect(made.payments).toBeGreaterThan(200);
  const [endpoint] = await docketJson<{ id: string; state: string }[]>(['webhook', 'list', '--data', dir.path]);
  expect(endpoint?.state).toBe('off');
  const id = endpoint?.id ?? '';
  const attempts = await docketJson<{ status: string }[]>(['webhook', 'attempts', '--data', dir.path, id]);
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set(['succeeded', 'failed']));
  expect((await docket(['demo', '--data', dir.path])).status).toBe(1);
  expect((await docket(['check', '--data', dir.path])).stdout).toContain('ok: the database is sound');
});

test('the demo data is Russian if the workspace was created in a Russian terminal', async () => {
  using dir = dataDir();
  const at = ['--data', dir.path];
  await initShop(at, { env: { LANG: 'ru_RU.UTF-8' } });
  await docketJson(['demo', ...at]);
  const { stdout } = await docket(['key', 'list', ...at]);
  expect(stdout).toContain('Касса');
});

test('check finds a wrong sum and a gap in the history although no database page is damaged', async () => {
  await using shop = await openShop();
  const { id } = await placeOrder(shop.api);
  await shop.api.post('/api/v1/orders/payment', { id, paymentId: 'p-1', amount: 10 });
  const check = () => docket(['check', '--data', shop.dir]);
  expect((await check()).stdout).toContain('ok: the database is sound');
  changeStore(shop, 'UPDATE orders SET paid_amount = paid_amount + 1, version = version + 1');
  const { status, stdout } = await check();
  expect(status).toBe(1);
  expect(stdout).toContain('problem: the paid amount of 1 orders is not the sum of their payments');
  expect(stdout).toContain('problem: 1 orders have gaps in their history');
});

test('check exits with status 1 and one line if there is no database', async () => {
  using dir = dataDir();
  const { status, stdout } = await docket(['check', '--data', dir.path]);
  expect(status).toBe(1);
  expect(stdout).toContain('problem: there is no database');
});

test('a mistyped data directory is refused and stays empty', async () => {
  using dir = dataDir();
  for (const words of [
    ['key', 'create', '--source', 'x'],
    ['owner', 'list'],
    ['webhook', 'list'],
    ['workspace', 'list'],
  ]) {
    const { status, stderr } = await docket([...words, '--data', dir.path]);
    expect(status).toBe(1);
    expect(stderr).toContain(dir.path);
  }
  expect(readdirSync(dir.path)).toEqual([]);
});

/** Runs a command whose reader starts late on a pipe, as `docket … | less` does. */
const readLate = (args: readonly string[], reader: string) =>
  runProgram(['sh', '-c', `"$0" "$@" | (sleep 0.3; ${reader})`, EXECUTABLE, ...args]);

test('a slow reader gets all of a long output, and an early disconnect causes no crash', async () => {
  const whole = (await docket(['openapi'])).stdout;
  expect(whole.length).toBeGreaterThan(2 * 65_536);
  const late = await readLate(['openapi'], 'cat');
  expect(late.stderr).toBe('');
  expect(late.stdout.length).toBe(whole.length);
  const gone = await readLate(['openapi'], 'head -c 100');
  expect(gone).toMatchObject({ stdout: whole.slice(0, 100), stderr: '' });
});

test('untrusted text in output cannot control a terminal', async () => {
  using dir = await initialised();
  const at = ['--data', dir.path];
  const name = 'Shop \u202Epohs\u2028next';
  await docketJson(['workspace', 'update', ...at, dir.workspaceId, '--name', name]);
  const listed = await docket(['workspace', 'list', ...at]);
  expect(listed.stdout).toContain('Shop \\u202epohs\\u2028next\n');
  const { stdout } = await docket(['workspace', 'list', ...at, '--json']);
  expect(stdout).not.toMatch(/[\u2028\u202E]/u);
  expect(JSON.stringify(JSON.parse(stdout))).toContain(name);
  const { stderr } = await docket(['\u001b]0;owned\u0007\u009b31m']);
  expect(stderr).toContain('\\u001b]0;owned\\u0007\\u009b31m');
  expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
});

test('a slow reader gets every row of a long list', async () => {
  using dir = await initialised();
  const at = ['--data', dir.path];
  const events = 'order.created,order.updated,order.status.changed,order.payment.created,order.deleted';
  const address = (name: number): string => `https://hooks.example.com/${name}/${'x'.repeat(1_900)}`;
  await docketJson(['webhook', 'add', ...at, '--url', address(0), '--events', events]);
  using db = new Database(join(dir.path, 'docket.db'), { readwrite: true });
  const copy = db.prepare(
    `INSERT INTO webhook_endpoints (id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
     SELECT randomblob(16), workspace_seq, ?, events, enabled, secret, created_at, updated_at FROM webhook_endpoints LIMIT 1`,
  );
  for (let name = 1; name < 100; name += 1) copy.run(address(name));
  const { stdout, stderr } = await readLate(['webhook', 'list', ...at, '--json'], 'cat');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toHaveLength(100);
});

if (existsSync('/dev/full'))
  test('a command exits as failed if its output does not fit on the disk', async () => {
    const { stderr, status } = await runProgram(['sh', '-c', '"$0" openapi > /dev/full', EXECUTABLE]);
    expect(stderr).toBe('docket: the output could not be written (ENOSPC)\n');
    expect(status).toBe(1);
  });

test('the command `docket files` writes the files that the manual names, and replaces no existing file', async () => {
  using dir = dataDir();
  const { files } = await docketJson<{ files: string[] }>(['files']);
  const at = join(dir.path, 'deploy');
  expect(await docketJson(['files', at])).toEqual({ folder: at, files });
  expect(readdirSync(at).toSorted()).toEqual(files.toSorted());
  const unit = join(at, 'docket.service');
  expect(readFileSync(unit, 'utf8')).toBe((await docket(['help', 'docket.service'])).stdout);
  expect((await docket(['help', 'password'])).stdout).toContain('account ');
  expect(statSync(unit).mode & 0o777).toBe(0o644);
  // `half` already has a link named `Dockerfile`, so the command writes nothing into `half` or through the link.
  const half = join(dir.path, 'half');
  const kept = join(dir.path, 'kept');
  mkdirSync(half);
  symlinkSync(kept, join(half, 'Dockerfile'));
  symlinkSync(at, join(dir.path, 'link'));
  for (const folder of [half, at, join(dir.path, 'link'), unit]) {
    const { status, stderr } = await docket(['files', folder]);
    expect([folder, status]).toEqual([folder, 1]);
    expect(stderr).toMatch(/is there already|is no folder/);
  }
  expect(readdirSync(half)).toEqual(['Dockerfile']);
  expect(existsSync(kept)).toBe(false);
});

test('if a mail server does not start with TLS, the error names the right setting', async () => {
  using dir = await initialised();
  await using smtp = await startSmtp({ tls: 'starttls' });
  const port = String(smtp.port);
  const at = ['--data', dir.path];
  const told = /WRONG_VERSION_NUMBER.*--smtp-tls starttls, or smtp:\/\/ in place of smtps:\/\//;
  const server = ['--smtp-host', '127.0.0.1', '--smtp-port', port, '--smtp-sender', 'a@example.com'];
  const url = `smtps://127.0.0.1:${port}`;
  for (const command of [
    ['mail', 'set', ...server],
    ['mail', 'test', '--smtp-url', url],
    ['check', '--smtp-url', url],
  ]) {
    const { stdout, status } = await docket([...command, ...at]);
    expect([command[0], status, stdout]).toEqual([command[0], 1, expect.stringMatching(told)]);
  }
});
