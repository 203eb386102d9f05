import { expect, test } from 'bun:test';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempDir } from '../support/store.ts';

const CHECK = resolve(import.meta.dir, '../../scripts/check-released.ts');

function run(cwd: string, command: readonly string[]): { status: number; said: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd });
  return { status: exitCode, said: `${stdout}${stderr}` };
}

test('a migration may be edited only until a release tag includes it', () => {
  using dir = tempDir();
  const git = (...args: string[]): void => {
    const by = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'tag.gpgSign=false'];
    expect(run(dir.path, ['git', ...by, ...args])).toMatchObject({ status: 0 });
  };
  const check = () => run(dir.path, [process.execPath, CHECK, dir.path]);
  const [first, second] = ['0001_first.sql', '0002_second.sql'].map((name) => join(dir.path, 'migrations', name));
  if (first === undefined || second === undefined) throw new Error('there are two');
  mkdirSync(join(dir.path, 'migrations'));
  git('init', '-q');
  writeFileSync(first, 'CREATE TABLE one (n);');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(first, 'CREATE TABLE one (n, m);');
  expect(check()).toEqual({ status: 0, said: '' });
  git('commit', '-qam', 'edited');
  git('tag', 'v0.1.0');
  writeFileSync(second, 'CREATE TABLE two (n);');
  expect(check()).toEqual({ status: 0, said: '' });
  writeFileSync(first, 'CREATE TABLE one (n, m, o);');
  expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('0001_first.sql: tag v0.1.0 has it') });
  renameSync(first, `${first}.gone`);
  expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('0001_first.sql: tag v0.1.0 has it') });
});
