import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedSince, touchedTests } from '../../scripts/changed-tests.ts';
import { tempTree } from '../support/temp-file.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const importing = (...paths: readonly string[]): string => paths.map((path) => `import '${path}';\n`).join('');

const tree = () =>
  tempTree({
    'src/base/money.ts': 'export const a = 1;\n',
    'src/orders/order.ts': importing('../base/money.ts'),
    'src/dashboard/client/page.tsx': 'export const Page = () => <br />;\n',
    'scripts/receiver.ts': 'export const r = 1;\n',
    'scripts/deploy/nginx.conf': 'server {}\n',
    'test/support/docket.ts': 'export const d = 1;\n',
    'test/support/browser.ts': 'export const b = 1;\n',
    'test/unit/money.test.ts': importing('../../src/base/money.ts'),
    'test/unit/deploy.test.ts': "read('scripts/deploy/', name);\n",
    'test/domain/orders.test.ts': importing('../../src/orders/order.ts'),
    'test/http/api.test.ts': importing('../support/docket.ts'),
    'test/e2e/pages.test.ts': importing('../support/docket.ts', '../support/browser.ts'),
    'test/e2e/receiver.test.ts': "run('scripts/receiver.ts');\n",
  });

const ORDERS = 'test/domain/orders.test.ts';
const API = 'test/http/api.test.ts';
const PAGES = 'test/e2e/pages.test.ts';

test.each([
  ['a test itself', ['test/unit/money.test.ts'], ['test/unit/money.test.ts']],
  ['the harness', ['test/support/browser.ts'], [PAGES]],
  ['the lowest floor', ['src/base/money.ts'], [ORDERS, PAGES, API, 'test/unit/money.test.ts']],
  ['a domain', ['src/orders/order.ts'], [ORDERS, PAGES, API]],
  ['a page', ['src/dashboard/client/page.tsx'], [PAGES]],
  ['a page and a domain', ['src/dashboard/client/page.tsx', 'src/orders/order.ts'], [ORDERS, PAGES, API]],
  ['the schema', ['migrations/0051_baseline.sql'], [PAGES, API]],
  ['a script that a test runs', ['scripts/receiver.ts'], ['test/e2e/receiver.test.ts']],
  ['a file that a test finds by its folder', ['scripts/deploy/nginx.conf'], ['test/unit/deploy.test.ts']],
  ['what no test knows', ['LICENSE', 'scripts/test'], []],
] as const)('a change to %s affects only the tests that depend on it', (_what, changed, touched) => {
  using root = tree();
  expect(touchedTests(root.path, changed)).toEqual([...touched]);
});

testUnless(
  lacksTool('git'),
  'a change is what differs from a commit, what is not committed yet, and files that are new',
  () => {
    using files = tree();
    const root = files.path;
    const git = (...args: string[]) =>
      expect(Bun.spawnSync(['git', '-c', 'user.name=T', '-c', 'user.email=t@t', ...args], { cwd: root }).exitCode).toBe(
        0,
      );
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'one');
    writeFileSync(join(root, 'src/base/money.ts'), 'export const a = 2;\n');
    git('commit', '-qam', 'two');
    writeFileSync(join(root, 'src/orders/order.ts'), '');
    writeFileSync(join(root, 'new file.ts'), '');
    expect(changedSince(root, 'HEAD')).toEqual(['src/orders/order.ts', 'new file.ts']);
    expect(changedSince(root, 'HEAD~1')).toEqual(['src/base/money.ts', 'src/orders/order.ts', 'new file.ts']);
    expect(() => changedSince(root, 'no-such-commit')).toThrow('no-such-commit');
  },
);
