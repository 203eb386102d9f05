import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { makeSbom } from '../../scripts/releasing/sbom.ts';
import { runProgram } from '../support/run-program.ts';
import { tempDir } from '../support/store.ts';

const ROOT = resolve(import.meta.dir, '../..');

/** The files that a build reads, and nothing more: the sources, and the packages that the bill of materials names. */
function parts(): string[] {
  const lock = readFileSync(join(ROOT, 'bun.lock'), 'utf8');
  const { components } = makeSbom(lock, { version: '1.0.0', bun: '1.0.0' }, () => undefined);
  const packages = new Set(components.map(({ name }) => `node_modules/${name}`));
  const sources = ['src', 'scripts', 'migrations', 'package.json', 'tsconfig.json', 'bun.lock'];
  // Packages without a folder here are left out: those for other systems, and those nested in the package that needs
  // them.
  return [...sources, ...packages].filter((part) => existsSync(join(ROOT, part)));
}

test('the same sources give the same executable, wherever and whenever it is built', async () => {
  using work = tempDir();
  const copied = parts();
  const build = async (name: string, from = join(work.path, name)): Promise<string> => {
    const tree = join(work.path, name);
    // The packages are copied, not linked: an executable may contain the path of a package.
    for (const part of copied) cpSync(join(ROOT, part), join(tree, part), { recursive: true, verbatimSymlinks: true });
    const file = join(work.path, `docket-${basename(name)}`);
    const env = { ...process.env, DOCKET_BUILD_COMMIT: 'fixed' };
    const command = [process.execPath, join(tree, 'scripts/build.ts'), file];
    expect(await runProgram(command, { cwd: from, env })).toMatchObject({ status: 0, stderr: '' });
    const bytes = readFileSync(file);
    expect(bytes.includes(tree)).toBe(false);
    return createHash('sha256').update(bytes).digest('hex');
  };
  const sums = await Promise.all([build('one'), build('and/another', work.path)]);
  expect(sums[0]).toBe(sums[1] ?? '');
}, 300_000);
