/**
 * The package's whole life in a bare Debian: it is installed, updated, removed, installed again and purged. No systemd
 * runs there, as in a container that is being built. This test runs alone, because it unpacks a system and compresses
 * the executable twice.
 */

import { afterAll, beforeAll, expect } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nameOfDeb, packDocket } from '../../scripts/releasing/package.ts';
import { cachedFolder } from '../support/cached.ts';
import { EXECUTABLE } from '../support/docket.ts';
import { lacksRoot, lacksTool, testUnless } from '../support/tools.ts';

const ROOT = resolve(import.meta.dir, '../..');
const LACK = lacksRoot() ?? lacksTool('debootstrap', 'unshare');
const SUITE = 'bookworm';
const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : 'arm64';
const FRESH = '1.0.0';
const NEWER = '1.1.0';
const DATA = '/var/lib/docket';

let folder = '';
let system = '';

function run(command: readonly string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync([...command], { stdin: 'ignore' });
  const said = `${stdout}${stderr}`;
  if (!success) throw new Error(`${command.join(' ')}:\n${said}`);
  return said;
}

const ENTER = `mount -t proc proc "$1/proc"
exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  DOCKET_DATA=${DATA} sh -euc "$2"`;

const NAMESPACES = 'unshare --mount --pid --fork --kill-child'.split(' ');
const inside = (script: string): string => run([...NAMESPACES, 'sh', '-euc', ENTER, 'sh', system, script]);

const apt = (...words: readonly string[]): string => inside(`cd /root; apt-get ${words.join(' ')} -y`);
const install = (version: string): string => apt('install', `./${nameOfDeb(version, ARCHITECTURE)}`);
const keysThere = (): unknown => JSON.parse(inside('docket key list --json'));
const is = (path: string): boolean => inside(`if [ -e ${path} ]; then echo yes; fi`) === 'yes\n';

beforeAll(() => {
  if (LACK !== undefined) return;
  const bare = cachedFolder(`debian-${SUITE}-minbase`, (draft) => {
    run(['debootstrap', '--variant=minbase', SUITE, draft]);
    run(['rm', '-r', join(draft, 'var/cache/apt/archives')]);
    run(['install', '-d', join(draft, 'var/cache/apt/archives/partial')]);
  });
  folder = mkdtempSync(join(tmpdir(), 'docket-package-'));
  system = join(folder, 'system');
  run(['cp', '-a', bare, system]);
  const executable = readFileSync(EXECUTABLE);
  const printed = (...words: readonly string[]): string => run([EXECUTABLE, ...words]);
  const packed = { architecture: ARCHITECTURE, executable, printed, seconds: 1_790_000_000 };
  for (const version of [FRESH, NEWER]) {
    writeFileSync(join(system, 'root', nameOfDeb(version, ARCHITECTURE)), packDocket(ROOT, { ...packed, version }));
  }
}, 600_000);
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

testUnless(LACK, 'a package that was never used leaves nothing when it is purged', () => {
  install(FRESH);
  apt('purge', 'docket');
  expect(inside('find / -xdev -path /root -prune -o -path /var/log -prune -o -name "*docket*" -print')).toBe('');
  expect(inside('getent passwd docket || echo nobody')).toBe('nobody\n');
});

testUnless(LACK, 'an installed package has its user, its folder, its service and its shell completions', () => {
  expect(install(FRESH)).toContain('systemd does not run here');
  expect(inside(`stat -c '%a %U %G' ${DATA} /etc/docket.env /opt/docket/docket`)).toBe(
    '700 docket docket\n600 root root\n755 root root\n',
  );
  expect(inside('docket --version')).toContain('docket ');
  expect(is('/etc/systemd/system/multi-user.target.wants/docket.service')).toBe(true);
  // A minimal Debian does not unpack manuals, but the list of the package's files contains the manual page.
  expect(inside('dpkg -L docket')).toContain('/usr/share/man/man1/docket.1\n');
  inside('bash -n /usr/share/bash-completion/completions/docket');
  expect(inside('dpkg --verify docket')).toBe('');
});

testUnless(LACK, 'an update keeps the orders and the settings, and removing keeps both', () => {
  inside(`docket init --workspace Shop --email a@example.com --password 'long enough for it'`);
  inside('docket key create --source site');
  inside('echo DOCKET_LOG_LEVEL=debug >>/etc/docket.env');
  const before = keysThere();
  install(NEWER);
  expect(inside("dpkg-query -W -f '${Version}' docket")).toBe(NEWER);
  expect(keysThere()).toEqual(before);
  expect(inside('tail -n 1 /etc/docket.env')).toBe('DOCKET_LOG_LEVEL=debug\n');
  apt('remove', 'docket');
  expect([is('/usr/bin/docket'), is('/etc/docket.env'), is(`${DATA}/docket.db`)]).toEqual([false, true, true]);
  install(NEWER);
  expect(keysThere()).toEqual(before);
});

testUnless(LACK, 'docket update refuses to replace an executable that a package installed', () => {
  expect(() => inside('docket update --from /root/other')).toThrow('came with a package: run apt install ./docket_');
  expect(() => inside('docket update --back')).toThrow('came with a package');
});

testUnless(LACK, 'purging removes the settings and says where the orders are kept', () => {
  const before = keysThere();
  expect(apt('purge', 'docket')).toContain(`your orders are kept in ${DATA}`);
  expect([is('/etc/docket.env'), is(`${DATA}/docket.db`)]).toEqual([false, true]);
  expect(inside(`stat -c %U ${DATA}/docket.db`)).toBe('docket\n');
  install(FRESH);
  expect(keysThere()).toEqual(before);
});
