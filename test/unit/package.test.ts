import { expect, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { architectureOf, nameOfDeb, packagedUnit, packDocket } from '../../scripts/releasing/package.ts';
import { TARGETS } from '../../scripts/releasing/targets.ts';
import { dataDir } from '../support/docket.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const ROOT = resolve(import.meta.dir, '../..');
const EXECUTABLE = Buffer.alloc(70_001, 'x');
const PACKED = {
  version: '1.2.3-snapshot.abcdef012345',
  architecture: 'arm64',
  executable: EXECUTABLE,
  printed: (...words: readonly string[]) => `what docket ${words.join(' ')} prints\n`,
  seconds: 1_790_000_000,
};
const DEB = packDocket(ROOT, PACKED);

/** The members of an `ar`, as ar(5) has them. */
function membersOf(bytes: Buffer): Map<string, Buffer> {
  expect(bytes.toString('latin1', 0, 8)).toBe('!<arch>\n');
  const members = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const size = Number(bytes.toString('latin1', at + 48, at + 58));
    expect(bytes.toString('latin1', at + 58, at + 60)).toBe('`\n');
    members.set(bytes.toString('latin1', at, at + 16).trim(), bytes.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

function tar(tarball: Buffer, ...words: readonly string[]): string {
  const { stdout, stderr, success } = Bun.spawnSync(['tar', ...words], {
    stdin: gunzipSync(tarball),
    env: { TZ: 'UTC' },
  });
  if (!success) throw new Error(stderr.toString());
  return stdout.toString();
}

const members = membersOf(DEB);
const part = (name: string): Buffer => members.get(name) ?? Buffer.alloc(0);

test('a package consists of a version, the control data and the files, in this sequence', () => {
  expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
  expect(part('debian-binary').toString()).toBe('2.0\n');
});

test('two builds of a package are the same', () => {
  expect(packDocket(ROOT, PACKED).equals(DEB)).toBe(true);
});

test('all packaged files belong to root and have the required modes', () => {
  const lines = tar(part('data.tar.gz'), '-tvf', '-').trim().split('\n');
  expect(lines.every((line) => /^\S+ root\/root /.test(line))).toBe(true);
  const modes = Object.fromEntries(lines.map((line) => [line.split(/ \.\//)[1] ?? '', line.slice(0, 10)]));
  expect(modes).toMatchObject({
    'opt/docket/docket': '-rwxr-xr-x',
    'etc/docket.env': '-rw-------',
    'usr/bin/docket -> /opt/docket/docket': 'lrwxrwxrwx',
    'usr/lib/systemd/system/docket.service': '-rw-r--r--',
    'usr/share/man/man1/docket.1': '-rw-r--r--',
    'usr/share/bash-completion/completions/docket': '-rw-r--r--',
    'usr/share/zsh/vendor-completions/_docket': '-rw-r--r--',
    'usr/share/fish/vendor_completions.d/docket.fish': '-rw-r--r--',
    'usr/share/doc/docket/copyright': '-rw-r--r--',
    'usr/share/doc/docket/examples/nginx.conf': '-rw-r--r--',
    'opt/': 'drwxr-xr-x',
  });
  // The package's script and systemd create the folder for data. If it belonged to the package, dpkg would delete it.
  expect(Object.keys(modes).filter((path) => path.startsWith('var'))).toEqual([]);
  expect(tar(part('data.tar.gz'), '-xOf', '-', './opt/docket/docket')).toBe(EXECUTABLE.toString());
});

test('the control data names the version, architecture, dependencies and configuration file', () => {
  const control = tar(part('control.tar.gz'), '-xOf', '-', './control');
  expect(control).toContain('Version: 1.2.3~snapshot.abcdef012345\nArchitecture: arm64\n');
  expect(control).toContain('Depends: libc6 (>= 2.17), passwd');
  expect(tar(part('control.tar.gz'), '-xOf', '-', './conffiles')).toBe('/etc/docket.env\n');
  expect(tar(part('control.tar.gz'), '-xOf', '-', './md5sums')).toMatch(/^[0-9a-f]{32} {2}opt\/docket\/docket$/m);
  const scripts = tar(part('control.tar.gz'), '-tvf', '-').match(/^-rwxr-xr-x .*\.\/(\w+)$/gm);
  expect(scripts?.map((line) => line.split('./')[1])).toEqual(['postinst', 'prerm', 'postrm']);
  expect(nameOfDeb('1.2.3', 'amd64')).toBe('docket_1.2.3_amd64.deb');
});

test('each Linux target with glibc has a package, and no other target has one', () => {
  expect(TARGETS.map((target) => architectureOf(target))).toEqual(['amd64', 'arm64', undefined, undefined, undefined]);
});

test('the package’s systemd unit differs from the manual’s only in its user', async () => {
  const unit = await Bun.file(join(ROOT, 'scripts/deploy/docket.service')).text();
  const lines = new Set(unit.split('\n'));
  const packaged = packagedUnit(unit).split('\n');
  expect(packaged.filter((line) => !lines.has(line))).toEqual(['Group=docket']);
  const dropped = [...lines].filter((line) => !packaged.includes(line) && !line.startsWith('#'));
  expect(dropped).toEqual(['DynamicUser=yes']);
});

test('no package script deletes the orders', async () => {
  for (const name of ['postinst', 'prerm', 'postrm']) {
    const script = await Bun.file(join(ROOT, 'scripts/deploy/debian', name)).text();
    const commands = script.split('\n').filter((line) => !/^\s*(?:#|echo )/.test(line));
    expect(commands.filter((line) => /\brm\b/.test(line))).toEqual([]);
  }
});

testUnless(lacksTool('dpkg-deb'), 'dpkg reads the package as it was meant', async () => {
  using dir = dataDir();
  const file = join(dir.path, 'docket.deb');
  await Bun.write(file, DEB);
  const dpkg = (...words: readonly string[]): string => {
    const { stdout, stderr, success } = Bun.spawnSync(['dpkg-deb', ...words]);
    if (!success) throw new Error(stderr.toString());
    return stdout.toString();
  };
  expect(dpkg('--field', file, 'Package', 'Architecture')).toBe('Package: docket\nArchitecture: arm64\n');
  expect(dpkg('--contents', file)).toContain('./usr/bin/docket -> /opt/docket/docket');
});
