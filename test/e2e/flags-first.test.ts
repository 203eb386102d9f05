import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, docket, initShop } from '../support/docket.ts';

test('--data, --config and --json may precede or follow the command', async () => {
  using dir = dataDir();
  const at = ['--data', dir.path];
  const { workspaceId } = await initShop(at);
  const listed = await docket(['workspace', 'list', ...at, '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id: workspaceId }]);
  for (const line of [
    [...at, '--json', 'workspace', 'list'],
    [`--data=${dir.path}`, 'workspace', '--json', 'list'],
    ['--json', 'workspace', ...at, 'list'],
    ['workspace', 'list', '--json', `--data=${dir.path}`],
  ]) {
    expect([line, await docket(line)]).toEqual([line, listed]);
  }
  const file = join(dir.path, 'other.toml');
  writeFileSync(file, 'prot = 1\n');
  const refused = await docket(['--config', file, ...at, 'settings']);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('did you mean port?')]);
  expect((await docket(['--json', '--version'])).stdout).toStartWith('{"version":');
});

test('a flag before a command is refused if the command does not accept it', async () => {
  for (const [line, why] of [
    [['--port', '0', 'serve'], /unknown option '--port'/],
    [['--data'], /unknown option '--data'/],
    [['--data', 'x', 'nope'], /unknown command 'nope'.*allowed: serve/],
    [['--data', 'x', 'key', 'nope'], /unknown command 'nope'.*allowed: create, list, revoke/],
    [['--json', 'workspace'], /unknown option '--json'; allowed: list, create, update/],
    [['--data', '', 'key', 'list'], /--data: must not be empty/],
  ] as const) {
    const { status, stdout, stderr } = await docket(line);
    expect([line, status, stdout]).toEqual([line, 2, '']);
    expect(stderr).toMatch(why);
    expect(stderr.match(/\n/g)).toHaveLength(1);
  }
});
