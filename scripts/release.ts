/**
 * Usage: release.ts [--snapshot] [--out DIR] [--only TARGET,…] [--key FILE.pub] [--sign SECRET-KEY]
 *
 * Builds each target twice, in two folders unpacked from the commit. Continues only if both builds have the same bytes.
 * Then builds the Debian packages from them.
 */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { parsePublicKey } from '../src/updates/minisign.ts';
import { architectureOf, nameOfDeb, packDocket } from './releasing/package.ts';
import { fetchRuntime, run } from './releasing/runtime.ts';
import { makeSbom, namesOf } from './releasing/sbom.ts';
import { smokeTest } from './releasing/smoke.ts';
import { refusalOfTree, type TreeState, versionOf } from './releasing/state.ts';
import { formatOf, TARGETS, type Target } from './releasing/targets.ts';

const ROOT = resolve(import.meta.dir, '..');
const RUNTIMES = join(ROOT, 'node_modules/.cache/docket-bun/runtimes');
const BUN_VERSION = manifest.packageManager.replace(/^bun@/, '');

const { values: flags } = parseArgs({
  options: {
    snapshot: { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, 'dist/release') },
    only: { type: 'string' },
    key: { type: 'string' },
    sign: { type: 'string' },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function readState(): TreeState {
  const git = (...args: readonly string[]): string => run(ROOT, ['git', ...args]);
  return {
    version: manifest.version,
    commit: git('rev-parse', '--short=12', 'HEAD').trim(),
    tags: linesOf(git('tag', '--points-at', 'HEAD')),
    changed: linesOf(git('status', '--porcelain')).map((line) => line.slice(3)),
  };
}

function chosenTargets(only: string | undefined): readonly Target[] {
  if (only === undefined) return TARGETS;
  return only.split(',').map((name) => {
    const target = TARGETS.find((known) => known.name === name);
    if (target === undefined)
      throw new Error(`--only: ${name} is none of ${TARGETS.map((known) => known.name).join(', ')}`);
    return target;
  });
}

function unpack(folder: string): string {
  mkdirSync(folder, { recursive: true });
  run(ROOT, ['sh', '-c', 'git archive HEAD | tar -x -C "$1"', 'sh', folder]);
  run(folder, [process.execPath, 'install', '--frozen-lockfile']);
  return folder;
}

interface Build {
  readonly trees: readonly string[];
  readonly version: string;
  readonly commit: string;
  readonly key: string;
  readonly out: string;
}

/** @returns the file's name */
function buildTarget(target: Target, { trees, version, commit, key, out }: Build): string {
  const name = `docket-${version}-${target.name}${target.name.startsWith('windows') ? '.exe' : ''}`;
  const env = {
    DOCKET_BUILD_VERSION: version,
    DOCKET_BUILD_COMMIT: commit,
    DOCKET_BUILD_TARGET: target.name,
    DOCKET_BUILD_RUNTIME: fetchRuntime(RUNTIMES, target, BUN_VERSION),
    DOCKET_RELEASE_KEY: key,
  };
  const built = trees.map((tree) => {
    const file = join(tree, 'dist', name);
    run(tree, [process.execPath, 'scripts/build.ts', file, target.bun], env);
    return file;
  });
  const sums = new Set(built.map(sha256Of));
  if (sums.size > 1) throw new Error(`${name} comes out differently each time it is built`);
  const [first = ''] = built;
  const format = formatOf(readFileSync(first));
  if (format !== target.format) throw new Error(`${name} is ${format ?? 'no executable'}, not ${target.format}`);
  copyFileSync(first, join(out, name));
  for (const file of built) rmSync(file);
  say(`${name}: ${format}, SHA-256 ${[...sums][0]}, the same from two builds`);
  return name;
}

function buildPackages(names: readonly string[], targets: readonly Target[], build: Build): string[] {
  const { trees, version, out } = build;
  const seconds = Number(run(ROOT, ['git', 'log', '-1', '--format=%ct']));
  return targets.flatMap((target, at) => {
    const architecture = architectureOf(target);
    if (architecture === undefined) return [];
    const executable = readFileSync(join(out, names[at] ?? ''));
    const [first, second] = trees.map((tree) => {
      const printed = (...words: readonly string[]): string => run(tree, [process.execPath, 'src/main.ts', ...words]);
      return packDocket(tree, { version, architecture, executable, printed, seconds });
    });
    const name = nameOfDeb(version, architecture);
    if (first === undefined || second?.equals(first) !== true)
      throw new Error(`${name} comes out differently each time`);
    writeFileSync(join(out, name), first);
    say(`${name}: the same from two builds`);
    return [name];
  });
}

function licenseIn(tree: string): (place: string) => string | undefined {
  return (place) => {
    const path = join(tree, ...namesOf(place).flatMap((name) => ['node_modules', name]), 'package.json');
    if (!existsSync(path)) return undefined;
    const { license } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof license === 'string' ? license : undefined;
  };
}

function writeLists(
  names: readonly string[],
  packages: readonly string[],
  targets: readonly Target[],
  build: Build,
): string[] {
  const { out, version, commit, trees } = build;
  const [tree = ''] = trees;
  const { schemaVersion } = JSON.parse(run(tree, [process.execPath, 'src/main.ts', 'version', '--json']));
  const files = names.map((name, at) => ({ name, target: targets[at]?.name, sha256: sha256Of(join(out, name)) }));
  const lock = readFileSync(join(tree, 'bun.lock'), 'utf8');
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(out, name), `${JSON.stringify(value, null, 2)}\n`);
  write('docket.cdx.json', makeSbom(lock, { version, bun: BUN_VERSION }, licenseIn(tree)));
  write('release.json', { product: 'docket', version, commit, schemaVersion, files });
  const listed = [...names, ...packages, 'docket.cdx.json', 'release.json'];
  writeFileSync(join(out, 'SHA256SUMS'), listed.map((name) => `${sha256Of(join(out, name))}  ${name}\n`).join(''));
  return [...listed, 'SHA256SUMS'];
}

/** If the signing key has a passphrase, minisign asks for it. */
function sign(names: readonly string[], secret: string, { out, version, commit }: Build): void {
  const command = [
    'minisign',
    '-S',
    '-s',
    resolve(secret),
    '-t',
    `docket ${version} (commit ${commit})`,
    '-m',
    ...names,
  ];
  const { exitCode } = Bun.spawnSync(command, { cwd: out, stdin: 'inherit', stdout: 'inherit', stderr: 'inherit' });
  if (exitCode !== 0) throw new Error('minisign did not sign; the files lie there unsigned');
}

async function release(): Promise<void> {
  const state = readState();
  const refusal = refusalOfTree(state, flags.snapshot);
  if (refusal !== undefined) throw new Error(refusal);
  const targets = chosenTargets(flags.only);
  const key = flags.key === undefined ? '' : parsePublicKey(readFileSync(flags.key, 'utf8')).text;
  if (flags.sign !== undefined && key === '') throw new Error('--sign: say --key as well, or nobody could check it');
  const out = resolve(flags.out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'docket-release-'));
  try {
    if (flags.snapshot && state.changed.length > 0) say(`${state.changed.length} changed files are not in it`);
    const trees = [unpack(join(work, 'one')), unpack(join(work, 'and/another'))];
    const build = { trees, version: versionOf(state, flags.snapshot), commit: state.commit, key, out };
    const names = targets.map((target) => buildTarget(target, build));
    const here = targets.findIndex(({ name }) => name === `${process.platform}-${process.arch}`);
    const ours = names[here];
    if (ours !== undefined) await smokeTest(join(out, ours));
    say(
      ours === undefined
        ? 'none of them runs here: not tried'
        : `${ours} started in a hostile folder and took an order`,
    );
    const listed = writeLists(names, buildPackages(names, targets, build), targets, build);
    if (flags.sign !== undefined) sign(listed, flags.sign, build);
    say(`${out}: ${listed.length} files, ${flags.sign === undefined ? 'not signed' : 'signed'}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    await release();
  } catch (error) {
    process.stderr.write(`docket: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
