import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, docket, serve } from '../support/docket.ts';

interface Line {
  readonly time: string;
  readonly level: string;
  readonly message: string;
}

function linesOf(text: string): Line[] {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
  for (const { time, level, message } of lines) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(level).toBeOneOf(['info', 'warn', 'error']);
    expect(message).not.toBe('');
  }
  return lines;
}

const messagesOf = (text: string): string =>
  linesOf(text)
    .map(({ message }) => message)
    .join('\n');

test.each([
  ['the flag', ['--log-format', 'json'], {}],
  ['the variable', [], { DOCKET_LOG_FORMAT: 'json' }],
] as const)('every log line of the server is JSON if %s sets the format to JSON', async (_name, args, env) => {
  using dir = dataDir();
  await using server = await serve(dir.path, args, { env: { ...env, DOCKET_MISSPELT: '1' } });
  expect(await server.end()).toBe(0);
  expect(messagesOf(server.stdout())).toMatch(
    /^ready at http:\/\/127\.0\.0\.1:\d+ with Docket .*\nstopping \(SIGTERM\)$/s,
  );
  // Scripts search the log for "ready at" and for the link. The same searches must work if the log is JSON.
  expect(/ready at (\S+)/.exec(server.stdout())?.[1]).toBe(server.url);
  const link = /(http:\S+\/app\/setup#\S+)/.exec(server.stdout())?.[1];
  expect(link).toMatch(new RegExp(`^${server.url}/app/setup#[\\w-]{40,}$`));
  expect(messagesOf(server.stderr())).toContain('variables that Docket does not know');
});

test.each([
  ['a wrong value', ['serve', '--log-format', 'json', '--port', '99999'], 2, '--port'],
  ['an unknown flag', ['serve', '--log-format=json', '--prot', '1'], 2, '--prot'],
  ['a flag before it', ['serve', '--port', 'x', '--log-format', 'json'], 2, '--port'],
])('with a JSON log, %s is logged as one JSON line', async (_name, args, status, words) => {
  using dir = dataDir();
  const ended = await docket(args, { cwd: dir.path });
  expect([ended.status, ended.stdout]).toEqual([status, '']);
  expect(linesOf(ended.stderr)).toMatchObject([{ level: 'error', message: expect.stringContaining(words) }]);
});

test('a server that cannot start gives the reason in one JSON line if its log format is JSON', async () => {
  using dir = dataDir();
  const path = join(dir.path, 'a file');
  writeFileSync(path, '');
  const ended = await docket(['serve', '--port', '0', '--data', path], { env: { DOCKET_LOG_FORMAT: 'json' } });
  expect([ended.status, ended.stdout]).toEqual([1, '']);
  expect(linesOf(ended.stderr)).toMatchObject([
    { level: 'error', message: expect.stringContaining('not a directory') },
  ]);
});

test('commands other than serve print plain text, whatever the server’s log format', async () => {
  using dir = dataDir();
  const { stderr } = await docket(['check', '--data', dir.path, '--prot'], { env: { DOCKET_LOG_FORMAT: 'json' } });
  expect(stderr).toStartWith('docket: unknown option');
});
