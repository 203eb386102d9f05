import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempDir } from '../support/store.ts';

const ROOT = resolve(import.meta.dir, '../..');
/** Large, and no part of a build. */
const TOOLS =
  /\/node_modules\/(\.cache|\.bin|@biomejs|@typescript|typescript|playwright-core|svix|bun-types|axe-core)$/;

test('the same sources give the same executable, whatever folder they lie in and whenever it is built', () => {
  using work = tempDir();
  const sums = ['one', 'and/another'].map((name) => {
    const tree = join(work.path, name);
    for (const part of ['src', 'scripts', 'migrations', 'package.json', 'tsconfig.json', 'bun.lock']) {
      cpSync(join(ROOT, part), join(tree, part), { recursive: true });
    }
    // Copied, not linked to: where a package lies is written into the executable.
    const packages = { recursive: true, verbatimSymlinks: true, filter: (path: string) => !TOOLS.test(path) };
    cpSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'), packages);
    const file = join(work.path, 'docket');
    const env = { ...process.env, DOCKET_BUILD_COMMIT: 'fixed' };
    const built = Bun.spawnSync([process.execPath, 'scripts/build.ts', file], { cwd: tree, env });
    expect(built.stderr.toString()).toBe('');
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  });
  expect(sums[0]).toBe(sums[1] ?? '');
}, 60_000);
