/**
 * The content of Docket's Debian package. The Install page of the manual describes how to put the same files into the
 * same places by hand. So all other pages fit both kinds of installation.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deb, debOf } from './deb.ts';
import type { Target } from './targets.ts';

/** Debian's names of architectures by target; the other targets have no package. */
const ARCHITECTURES: Readonly<Record<string, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

export const architectureOf = ({ name }: Target): string | undefined => ARCHITECTURES[name];

/**
 * Replaces the dash of a version with a tilde, so that a pre-release sorts before its release. A dash would begin a
 * Debian revision.
 */
const debianVersion = (version: string): string => version.replace('-', '~');

export const nameOfDeb = (version: string, architecture: string): string =>
  `docket_${debianVersion(version)}_${architecture}.deb`;

export interface PackageContent {
  readonly version: string;
  readonly architecture: string;
  readonly executable: Uint8Array;
  readonly printed: (...words: readonly string[]) => string;
  /** The time of the commit, in seconds since the epoch. */
  readonly seconds: number;
}

/** The example configurations to install. The systemd unit has another place, and a package needs no Dockerfile. */
const EXAMPLES = [
  'nginx.conf',
  'Caddyfile',
  'haproxy.cfg',
  'litestream.yml',
  'docket-litestream.service',
  'prometheus-alerts.yml',
  'grafana-dashboard.json',
];

const ENV = 'etc/docket.env';
const UNIT = 'usr/lib/systemd/system/docket.service';

export const packagedUnit = (unit: string): string =>
  unit
    .replace(/^(?:#.*\n)+/, '')
    .replace('DynamicUser=yes\n', '')
    .replace('User=docket\n', 'User=docket\nGroup=docket\n');

function controlOf({ version, architecture }: PackageContent, bytes: number): string {
  const fields = {
    Package: 'docket',
    Version: debianVersion(version),
    Architecture: architecture,
    Maintainer: 'The makers of Docket <docket@example.com>',
    'Installed-Size': Math.ceil(bytes / 1024),
    // libc6 2.17 is the oldest glibc with all symbols that Bun's runtime needs; passwd creates the user.
    Depends: 'libc6 (>= 2.17), passwd, init-system-helpers (>= 1.54~)',
    Section: 'misc',
    Priority: 'optional',
    Description:
      'the order desk of a small business\n A server with an API, webhooks, pages for the desk, and backups.',
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

/** @param tree the folder of the source */
export function packDocket(tree: string, packed: PackageContent): Buffer {
  const { executable, printed, seconds } = packed;
  const source = (path: string): string => readFileSync(join(tree, path), 'utf8');
  const script = (name: string): string => source(`scripts/deploy/debian/${name}`);
  const plain = (path: string, content: string, mode = 0o644) => ({ path, content, mode });
  const files: Deb['files'] = [
    { path: 'opt/docket/docket', content: executable, mode: 0o755 },
    // Only root may read this file, because operators write tokens and passwords into it.
    plain(ENV, script('docket.env'), 0o600),
    plain(UNIT, packagedUnit(source('scripts/deploy/docket.service'))),
    plain('usr/share/man/man1/docket.1', printed('man')),
    plain('usr/share/bash-completion/completions/docket', printed('completions', 'bash')),
    plain('usr/share/zsh/vendor-completions/_docket', printed('completions', 'zsh')),
    plain('usr/share/fish/vendor_completions.d/docket.fish', printed('completions', 'fish')),
    plain('usr/share/doc/docket/copyright', source('LICENSE')),
    ...EXAMPLES.map((name) => plain(`usr/share/doc/docket/examples/${name}`, printed('help', name))),
  ];
  const control = {
    control: controlOf(
      packed,
      files.reduce((sum, { content }) => sum + content.length, 0),
    ),
    conffiles: `/${ENV}\n`,
    postinst: script('postinst'),
    prerm: script('prerm'),
    postrm: script('postrm'),
  };
  return debOf({ control, files, links: [{ path: 'usr/bin/docket', leadsTo: '/opt/docket/docket' }], seconds });
}
