import { expect, test } from 'bun:test';
import { appendFileSync, chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { packagedUnit } from '../../scripts/releasing/package.ts';
import { SERVE_SETTINGS } from '../../src/cli/serve-settings.ts';
import { ownerOf } from '../support/browser-session.ts';
import { EXECUTABLE, openShop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { tempDir } from '../support/store.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const ROOT = resolve(import.meta.dir, '../..');
const PAGES = ['src/manual/install.md', 'src/manual/ru/install.md'].map((path) =>
  readFileSync(join(ROOT, path), 'utf8'),
);
const [PAGE = ''] = PAGES;
const fenced = (page: string, fence: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);

test('the install pages of both languages have the same commands', () => {
  const [en, ru] = PAGES.map((page) => ['sh', 'bat', 'xml'].map((fence) => fenced(page, fence)));
  expect(en).toEqual(ru ?? []);
  expect(en?.map((blocks) => blocks.length)).toEqual([7, 1, 1]);
});

test('the install page shows the package first, then the single file, then the requirements', () => {
  const [first = '', second = ''] = fenced(PAGE, 'sh');
  expect(first).toStartWith('apt install ./docket_*.deb\n');
  expect(second.trimEnd().split('\n')).toHaveLength(3);
  expect([...PAGE.matchAll(/^## (.*)$/gm)].slice(0, 4).map(([, title]) => title)).toEqual([
    'Debian and Ubuntu: the package',
    'One file, three lines',
    'What it needs',
    'A shop with two computers',
  ]);
});

/** Runs a block of commands on a machine made of folders. Its systemd only prints its arguments. */
function typedOn(machine: string, block: string): string {
  const script = block.replaceAll(/(?<=\s|>)\/(?=etc|opt|usr)/g, `${machine}/`);
  const path = `${machine}/usr/local/bin:${machine}/fakes:${process.env['PATH']}`;
  const child = Bun.spawnSync(['sh', '-eu'], { cwd: machine, stdin: Buffer.from(script), env: { PATH: path } });
  expect(child.stderr.toString()).toBe('');
  return child.stdout.toString();
}

test('repeating the systemd commands keeps the settings and installs the newer version', () => {
  using machine = tempDir();
  const at = (path: string): string => join(machine.path, path);
  for (const folder of ['fakes', 'usr/local/bin', 'etc/systemd/system']) mkdirSync(at(folder), { recursive: true });
  for (const name of ['systemctl', 'journalctl']) {
    writeFileSync(at(`fakes/${name}`), `#!/bin/sh\necho ${name} "$@"\n`);
    chmodSync(at(`fakes/${name}`), 0o755);
  }
  copyFileSync(EXECUTABLE, at('docket'));
  const block = fenced(PAGE, 'sh').find((one) => one.includes('/opt/docket/docket')) ?? '';
  expect(typedOn(machine.path, block)).toContain('systemctl enable --now docket\njournalctl -u docket\n');
  expect(readFileSync(at('etc/docket.env'), 'utf8')).toBe(
    'DOCKET_PUBLIC_URL=https://orders.example.com\nDOCKET_METRICS_TOKEN=A_LONG_RANDOM_TEXT\n',
  );
  expect(statSync(at('etc/docket.env')).mode & 0o777).toBe(0o600);
  const unit = readFileSync(join(ROOT, 'scripts/deploy/docket.service'), 'utf8');
  expect(readFileSync(at('etc/systemd/system/docket.service'), 'utf8')).toBe(unit);
  writeFileSync(at('etc/docket.env'), 'DOCKET_PUBLIC_URL=https://shop.example.org\nDOCKET_PORT=9000\n');
  appendFileSync(at('etc/systemd/system/docket.service'), '# of an older Docket\n');
  typedOn(machine.path, block);
  expect(readFileSync(at('etc/docket.env'), 'utf8')).toBe(
    'DOCKET_PUBLIC_URL=https://shop.example.org\nDOCKET_PORT=9000\nDOCKET_METRICS_TOKEN=A_LONG_RANDOM_TEXT\n',
  );
  expect(readFileSync(at('etc/systemd/system/docket.service'), 'utf8')).toBe(unit);
});

const flagsOf = (line: string): string[] =>
  [...line.matchAll(/--[a-z-]+|https?:\/\/[^\s<]+|0\.0\.0\.0/g)].map(([one]) => one);
const SHOP = flagsOf(fenced(PAGE, 'sh').find((one) => one.includes('SHOP-PC')) ?? '');

test('Docket is reachable from another computer if it runs with the flags that the page gives for two computers', async () => {
  await using shop = await openShop(SHOP);
  const address = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find((one) => one.family === 'IPv4' && !one.internal);
  const elsewhere = shop.url.replace('127.0.0.1', address?.address ?? '127.0.0.2');
  expect((await fetch(`${elsewhere}/health/ready`)).status).toBe(200);
  const owner = await ownerOf({ url: elsewhere });
  const people = `${shop.base}/people`;
  expect(expectOk(await owner.get(people)).onlyHere).toBeNull();
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  const wish = { email: 'new@example.com', role: 'viewer', language: 'en' };
  expect(expectOk(await owner.post(people, wish)).link).toStartWith('http://shop-pc:8080/app/reset#');
});

test('the start files for Windows and macOS have the same flags', async () => {
  const [bat = ''] = fenced(PAGE, 'bat');
  const [plist = ''] = fenced(PAGE, 'xml');
  expect(flagsOf(bat)).toEqual(SHOP);
  const words = [...plist.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word]) => word);
  expect(words).toEqual([
    'docket',
    '/Users/anna/Docket',
    '/Users/anna/Docket/docket',
    'serve',
    ...SHOP,
    '/Users/anna/Docket/docket.log',
  ]);
  const named = SHOP.filter((one) => one.startsWith('--')).map((one) => one.slice(2));
  expect(named.filter((name) => !SERVE_SETTINGS.some((one) => one.name === name))).toEqual([]);
});

const OTHER_SYSTEMD = (): string | undefined =>
  Bun.spawnSync(['systemd-analyze', '--version']).stdout.toString().startsWith('systemd 252 ')
    ? undefined
    : 'systemd is not 252';

testUnless(
  lacksTool('systemd-analyze') ?? OTHER_SYSTEMD(),
  'the page says how systemd judges the unit, that of the package too',
  () => {
    using folder = tempDir();
    const unit = readFileSync(join(ROOT, 'scripts/deploy/docket.service'), 'utf8');
    const said = / gives it (\d\.\d)\./.exec(PAGE)?.[1];
    for (const text of [unit, packagedUnit(unit)]) {
      const path = join(folder.path, 'docket.service');
      writeFileSync(path, text);
      const judged = Bun.spawnSync([
        'systemd-analyze',
        'security',
        '--offline=true',
        '--no-pager',
        path,
      ]).stdout.toString();
      expect(/exposure level for docket.service: ([\d.]+)/.exec(judged)?.[1]).toBe(said);
    }
  },
);
