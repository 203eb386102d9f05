import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { client, type DataDir, dataDir, docket, docketJson, initShop, serve } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

interface SettingRow {
  readonly name: string;
  readonly value: string | null;
  readonly origin: string;
  readonly by: string | null;
}

const FILE = 'docket.toml';
const write = (dir: DataDir, text: string): void => writeFileSync(join(dir.path, FILE), text);

async function settingOf(name: string, dir: DataDir, args: readonly string[] = [], env: Record<string, string> = {}) {
  const shown = await docketJson<SettingRow[]>(['settings', '--data', dir.path, ...args], { env });
  const { value, origin, by } = shown.find((one) => one.name === name) ?? {};
  return { value, origin, by };
}

test('a flag takes precedence over a variable, a variable over the settings file, and that file over the default', async () => {
  using dir = dataDir();
  const env = { DOCKET_PORT: '9001' };
  const path = join(dir.path, FILE);
  expect(await settingOf('port', dir)).toEqual({ value: '8080', origin: 'default', by: null });
  write(dir, 'port = 9000\n');
  expect(await settingOf('port', dir)).toEqual({ value: '9000', origin: 'file', by: `port in ${path}` });
  expect(await settingOf('port', dir, [], env)).toEqual({ value: '9001', origin: 'variable', by: 'DOCKET_PORT' });
  const flag = await settingOf('port', dir, ['--port', '9002'], env);
  expect(flag).toEqual({ value: '9002', origin: 'flag', by: '--port' });
  // An empty variable counts as unset. A variable that says no takes precedence over a file that says yes.
  expect(await settingOf('port', dir, [], { DOCKET_PORT: '' })).toMatchObject({ origin: 'file' });
  write(dir, 'trust-proxy = true\n');
  expect(await settingOf('trust-proxy', dir)).toMatchObject({ value: 'on', origin: 'file' });
  const off = await settingOf('trust-proxy', dir, [], { DOCKET_TRUST_PROXY: 'off' });
  expect(off).toMatchObject({ value: 'off', origin: 'variable' });
});

test('the settings file takes precedence over settings saved on a page, and docket settings hides the secrets of both', async () => {
  using dir = dataDir();
  await initShop(['--data', dir.path]);

  changeStore(
    { dir: dir.path },
    `INSERT INTO mail_server (one, host, port, tls, user, sealed_password, sender, updated_at)
      VALUES (1, 'mail.example.com', 465, 'implicit', 'anna', x'00', 'shop@example.com', 0)`,
  );

  const page = { value: 'smtps://anna:***@mail.example.com:465', origin: 'page', by: null };
  expect(await settingOf('smtp-url', dir)).toEqual(page);
  expect(await settingOf('mail-from', dir)).toMatchObject({ value: 'shop@example.com', origin: 'page' });
  write(dir, 'smtp-url = "smtp://boris:geheim@mail.example.org:587"\nmetrics-token = "topsecret"\n');
  const file = { value: 'smtp://boris:***@mail.example.org:587', origin: 'file' };
  expect(await settingOf('smtp-url', dir)).toMatchObject(file);
  expect(await settingOf('metrics-token', dir)).toMatchObject({ value: '***', origin: 'file' });
  for (const args of [[], ['--json']]) {
    const { stdout } = await docket(['settings', '--data', dir.path, ...args]);
    expect(stdout).not.toMatch(/geheim|topsecret/);
  }
});

test('docket settings also lists environment variables that have no flag, and hides their secrets', async () => {
  using dir = dataDir();
  const env = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'geheim', DOCKET_SHOW_PLANS: 'on' };
  const of = (name: string) => settingOf(name, dir, [], env);
  expect(await of('s3-access-key-id')).toEqual({ value: 'AKIA1', origin: 'variable', by: 'AWS_ACCESS_KEY_ID' });
  expect(await of('s3-secret-access-key')).toEqual({
    value: '***',
    origin: 'variable',
    by: 'AWS_SECRET_ACCESS_KEY',
  });
  expect(await of('s3-endpoint')).toEqual({ value: null, origin: 'default', by: null });
  expect(await of('show-plans')).toEqual({ value: 'on', origin: 'variable', by: 'DOCKET_SHOW_PLANS' });
  expect(await of('data')).toEqual({ value: dir.path, origin: 'flag', by: '--data' });
});

test('the server and the commands read the settings file', async () => {
  using dir = dataDir();
  using elsewhere = dataDir();
  mkdirSync(join(dir.path, 'data'));
  writeFileSync(join(dir.path, 'data', FILE), 'no-such-setting = 1\n');
  writeFileSync(
    join(elsewhere.path, 'my.toml'),
    'environment = "dev"\nlog-format = "json"\nwebhook-retry-schedule = ["1s", "2s"]\n',
  );
  const config = ['--config', 'my.toml'];
  await using server = await serve(join(dir.path, 'data'), config, { cwd: elsewhere.path });
  expect(JSON.parse(server.stdout().split('\n')[0] ?? '').message).toStartWith('ready at ');
  const answer = await client(server.url).post('/api/v1/inquiries', { payload: {} });
  expect(answer.body.code).toBe('unauthorized');
  const health = await docketJson<{ url: string }>(['health', '--data', join(dir.path, 'data'), ...config], {
    cwd: elsewhere.path,
  });
  expect(health.url).toBe(server.url);
});

describe('an invalid settings file is refused with status 2 and one line', () => {
  test.each([
    ['qqqqqqqqqqqq = 1\n', 'line 1: there is no setting "qqqqqqqqqqqq"'],
    ['# mine\nport = 9000\nprot = 9000\n', 'line 3: there is no setting "prot"; did you mean port?'],
    ['public_url = "https://example.com"\n', 'line 1: there is no setting "public_url"; did you mean public-url?'],
    ['PORT = 5\n', 'line 1: there is no setting "PORT"; did you mean port?'],
    ['[serve]\nport = 1\n', 'line 1: there is no setting "serve"'],
    ['data = "/srv"\n', 'line 1: data says where this file lies'],
    ['port = 9000\nport = 9001\n', "line 2: Cannot redefine key 'port'"],
    ['host = "0.0.0.0"\n\nport 9000\n', 'line 3: '],
    ['port = 70000\n', 'port in '],
    ['port = ""\n', 'line 1: port must be a text, a number'],
    ['trust-proxy = "perhaps"\n', 'trust-proxy in '],
    ['port = { a = 1 }\n', 'line 1: port must be a text, a number'],
  ])('%j', async (text, words) => {
    using dir = dataDir();
    write(dir, text);
    for (const command of ['serve', 'settings']) {
      const { status, stdout, stderr } = await docket([command, '--data', dir.path]);
      expect([status, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toContain(words);
      expect(stderr).toContain(join(dir.path, FILE));
    }
  });
});

test('a command lists the unknown environment variables in one line and ignores them', async () => {
  using dir = dataDir();
  const env = { DOCKET_RATE_LIMT: '5', DOCKET_QQQQQQQQQQQQQQQQQQ: '1' };
  const passedOver =
    'docket: variables that Docket does not know are passed over: DOCKET_QQQQQQQQQQQQQQQQQQ, DOCKET_RATE_LIMT (DOCKET_RATE_LIMIT?)\n';
  for (const command of ['settings', 'version']) {
    const { status, stdout, stderr } = await docket([command, '--json', '--data', dir.path], { env });
    expect([status, stderr]).toEqual([0, passedOver]);
    expect(JSON.parse(stdout)).toBeDefined();
  }
  const refused = await docket(['settings', '--rate-limit', 'x', '--data', dir.path], { env });
  expect([refused.status, refused.stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
});

test('a settings file given by name must exist', async () => {
  using dir = dataDir();
  const { status, stderr } = await docket(['settings', '--data', dir.path, '--config', join(dir.path, 'nope.toml')]);
  expect([status, stderr]).toEqual([2, `docket: --config: ${join(dir.path, 'nope.toml')} cannot be read (ENOENT)\n`]);
});

test('the example file contains only comments, each of which is valid when uncommented', async () => {
  const { stdout } = await docket(['settings', '--example']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([]);
  using dir = dataDir();
  write(dir, lines.map((line) => line.replace(/^#(?=[a-z])/, '')).join('\n'));
  const names = lines.flatMap((line) => /^#([a-z-]+) = /.exec(line)?.[1] ?? []);
  const shown = await docketJson<SettingRow[]>(['settings', '--data', dir.path]);
  const listed = shown.filter(({ name }) => names.includes(name));
  expect(listed.map(({ name }) => name)).toEqual(names);
  expect(new Set(listed.map(({ origin }) => origin))).toEqual(new Set(['file']));
});

test('SIGHUP changes the log level at once and lists the settings that need a restart', async () => {
  using dir = dataDir();
  write(dir, 'log-level = "info"\n');
  await using server = await serve(dir.path);
  const hangUp = (words: string) => {
    process.kill(server.pid, 'SIGHUP');
    return until(words, () => server.stderr().includes(words));
  };
  await client(server.url).get('/api/v1/orders');
  await until('the line of a request', () => server.stderr().includes('status=401'));
  write(dir, 'log-level = "debug"\nwebhook-timeout = "5s"\n');
  await hangUp('signal=SIGHUP changed=webhook-timeout, log-level restartFor=webhook-timeout');
  write(dir, 'log-level = "loud"\n');
  await hangUp('the settings could not be read again');
  expect(server.stderr()).toContain('log-level in ');
  expect((await client(server.url).get('/health/ready')).status).toBe(200);
});
