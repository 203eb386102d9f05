import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Usage: fixtures.ts [schema …]
 * Makes test/fixtures/schema-N.db.zst: for each schema a database as the last executable that had it left it. Each is built
 * from its commit and filled through its own API. Made once and kept: run it for a new schema, add its commit here.
 */

const ROOT = resolve(import.meta.dir, '..');
const FIXTURES = join(ROOT, 'test/fixtures');
const MOST_BYTES = 100_000;

/**
 * The last commit of each schema. Some never stood alone: 9 and 10 came with 11, 13 to 16 with 17, 18 to 27 with 28, 29
 * with 30. With 45 came 38 to 44.
 */
const COMMITS: readonly (readonly [schema: number, commit: string])[] = [
  [1, '4e14db3'],
  [2, '595217a'],
  [3, 'e4ec8f1'],
  [4, 'd1398e1'],
  [5, '8ca7658'],
  [6, 'dba2fe5'],
  [7, '5dfb5c2'],
  [8, '52e77f4'],
  [11, '2ebe67f'],
  [12, 'cb2494f'],
  [17, '2ef6c57'],
  [28, '8138e75'],
  [30, '3a7282c'],
  [31, '6c0873c'],
  [32, 'cb845e2'],
  [33, 'f762688'],
  [34, '0646975'],
  [35, '5c7cf18'],
  [36, 'c76572f'],
  [37, 'bac3c22'],
  [45, 'e92f34b9'],
];

function run(cwd: string, command: readonly string[], env: Record<string, string> = {}): void {
  const { success, stdout, stderr } = Bun.spawnSync([...command], { cwd, env: { ...process.env, ...env } });
  if (!success) throw new Error(`${command.join(' ')}: ${stdout.toString()}${stderr.toString()}`);
}

/** Builds the executable of a commit in a folder of its own, with the packages of that commit's lock. */
function buildAt(commit: string, folder: string): string {
  const tree = join(folder, 'tree');
  mkdirSync(tree, { recursive: true });
  run(ROOT, ['sh', '-c', `git archive ${commit} | tar -x -C ${tree}`]);
  run(tree, [process.execPath, 'install', '--frozen-lockfile']);
  run(tree, [process.execPath, 'scripts/build.ts', join(folder, 'docket')]);
  return join(folder, 'docket');
}

function makeFixture(schema: number, commit: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'docket-fixture-'));
  try {
    const executable = buildAt(commit, folder);
    const file = join(folder, 'copy.db');
    run(ROOT, [process.execPath, 'test/support/fill-fixture.ts', String(schema), file], { DOCKET_BIN: executable });
    const packed = Bun.zstdCompressSync(readFileSync(file), { level: 19 });
    if (packed.length > MOST_BYTES) throw new Error(`the fixture has ${packed.length} bytes, at most ${MOST_BYTES}`);
    mkdirSync(FIXTURES, { recursive: true });
    writeFileSync(join(FIXTURES, `schema-${schema}.db.zst`), packed);
    process.stdout.write(`schema ${schema} (${commit}): ${packed.length} bytes\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = new Set(process.argv.slice(2).map(Number));
for (const [schema, commit] of COMMITS) if (wanted.size === 0 || wanted.has(schema)) makeFixture(schema, commit);
