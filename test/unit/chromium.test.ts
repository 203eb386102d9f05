import { expect, test } from 'bun:test';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempDir } from '../support/store.ts';

const SUPPORT = resolve(import.meta.dir, '../support');
const ROOT = resolve(SUPPORT, '../..');
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9/', BUN_CONFIG_REGISTRY: 'http://127.0.0.1:9/' };

/** Copies the tests' own support to a machine without a network and without a cache. */
function machine() {
  const dir = tempDir();
  const support = join(dir.path, 'test/support');
  mkdirSync(join(dir.path, 'bin'));
  mkdirSync(join(dir.path, 'empty'));
  for (const name of ['chromium', 'chromium.ts', 'cached.ts', 'end-run.ts'])
    cpSync(join(SUPPORT, name), join(support, name), { recursive: true });
  writeFileSync(
    join(support, 'find.ts'),
    `import { findChromium } from './chromium.ts'; import { orEndRun } from './end-run.ts';
     process.stdout.write(orEndRun(findChromium));`,
  );
  return {
    path: dir.path,
    install(name: string): string {
      const file = join(dir.path, name);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '#!/bin/sh\n');
      chmodSync(file, 0o755);
      return file;
    },
    /**
     * Looks for the tests' browser on this machine. @param variables added to the environment, whose PATH has the
     * programs in `bin`
     */
    find(variables: Record<string, string> = {}) {
      const child = Bun.spawnSync([process.execPath, join(support, 'find.ts')], {
        cwd: dir.path,
        // HOME has an empty cache of packages; otherwise bun would use its earlier downloads.
        env: { PATH: join(dir.path, 'bin'), HOME: join(dir.path, 'empty'), ...NO_REGISTRY, ...variables },
      });
      return { status: child.exitCode, out: child.stdout.toString(), said: child.stderr.toString() };
    },
    [Symbol.dispose]: dir[Symbol.dispose],
  };
}

test('the tests use the browser in CHROMIUM_PATH, else one on the PATH, else the downloaded one', async () => {
  using own = machine();
  const { dependencies } = await Bun.file(join(SUPPORT, 'chromium/package.json')).json();
  const fetched = own.install(`node_modules/.cache/docket-tests/chromium-${dependencies['@sparticuz/chromium']}/start`);
  expect(own.find()).toEqual({ status: 0, out: fetched, said: '' });
  const onPath = own.install('bin/chromium');
  expect(own.find()).toEqual({ status: 0, out: onPath, said: '' });
  const shell = own.install('bin/chromium-headless-shell');
  expect(own.find().out).toBe(shell);
  const named = own.install('elsewhere/my-browser');
  expect(own.find({ CHROMIUM_PATH: named }).out).toBe(named);
  expect(own.find({ CHROMIUM_PATH: '' }).out).toBe(shell);
  const wrong = own.find({ CHROMIUM_PATH: '/nowhere/chromium' });
  expect(wrong).toEqual({ status: 1, out: '', said: 'docket: CHROMIUM_PATH names no program: /nowhere/chromium\n' });
});

test('without a network a test run ends with one line of advice and leaves no partial download of Chromium', async () => {
  using own = machine();
  for (let round = 0; round < 2; round += 1) {
    const { status, out, said } = own.find();
    expect({ status, out }).toEqual({ status: 1, out: '' });
    const [fetching = '', cure = '', ...rest] = said.trimEnd().split('\n');
    expect(fetching).toMatch(/^docket: fetching Chromium .* \(once, 73 MB\)$/);
    expect(cure).toMatch(
      /^docket: Chromium could not be fetched \(.+\): connect to the registry, or install Chromium, or set CHROMIUM_PATH to one$/,
    );
    expect(rest).toEqual([]);
  }
  const cached = [
    ...new Bun.Glob('*').scanSync({ cwd: join(own.path, 'node_modules/.cache/docket-tests'), onlyFiles: false }),
  ];
  expect(cached).toEqual(['lock.db']);
});

test('a plain “bun test” gives each test more than five seconds', () => {
  using dir = tempDir();
  cpSync(join(ROOT, 'bunfig.toml'), join(dir.path, 'bunfig.toml'));
  cpSync(join(SUPPORT, 'limit.preload.ts'), join(dir.path, 'test/support/limit.preload.ts'));
  // The limit belongs to the test runner, so no clock can be moved. The second test really takes five seconds.
  const write = (name: string, body: string) =>
    writeFileSync(
      join(dir.path, `test/${name}.test.ts`),
      `import { test } from 'bun:test';\ntest('x', () => ${body});`,
    );
  write('first', 'undefined');
  write('second', 'Bun.sleep(5_050)');
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'test'], { cwd: dir.path });
  expect({ exitCode, said: stderr.toString() }).toMatchObject({ exitCode: 0, said: expect.stringContaining('2 pass') });
});
