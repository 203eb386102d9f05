/**
 * Usage: build.ts [outfile] [target, such as bun-linux-arm64]
 *
 * - DOCKET_RELEASE_KEY: the minisign public key that checks updates. Without it, an update needs a SHA-256.
 * - DOCKET_BUILD_VERSION: the version, instead of the one in package.json.
 * - DOCKET_BUILD_COMMIT: the commit, instead of the one that git reports.
 * - DOCKET_BUILD_TARGET: the name of the target in releases.
 * - DOCKET_BUILD_RUNTIME: the path of Bun's executable for the target.
 */

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { MIGRATIONS } from '../src/storage/schema/migrations.ts';
import { describeSchema } from '../src/storage/schema/whole-schema.ts';
import { parsePublicKey } from '../src/updates/minisign.ts';
import { clientPlugin, PRODUCTION } from './client-build.ts';

const ROOT = resolve(import.meta.dir, '..');
const UNKNOWN = 'unknown';
const { DOCKET_RELEASE_KEY: releaseKey = '', DOCKET_BUILD_RUNTIME } = process.env;
const runtime = DOCKET_BUILD_RUNTIME === undefined ? undefined : resolve(DOCKET_BUILD_RUNTIME);
const { DOCKET_BUILD_VERSION: version = manifest.version, DOCKET_BUILD_TARGET: targetName = '' } = process.env;

function git(...args: string[]): string | undefined {
  try {
    const { success, stdout } = Bun.spawnSync(['git', '-C', ROOT, ...args], { stderr: 'ignore' });
    return success ? stdout.toString().trim() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the commit. Inside another repository, returns `unknown`, because git would return that repository's commit.
 */
function commit(): string {
  if (process.env['DOCKET_BUILD_COMMIT'] !== undefined) return process.env['DOCKET_BUILD_COMMIT'];
  return git('rev-parse', '--show-prefix') === '' ? (git('rev-parse', '--short=12', 'HEAD') ?? UNKNOWN) : UNKNOWN;
}

function entryPoints(): string[] {
  const found = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const workers = found.filter((path) => /^worker[\\/].*\.worker\.ts$/.test(path)).sort();
  return ['main.ts', ...workers].map((path) => join(ROOT, 'src', path));
}

function isTarget(text: string): text is Bun.Build.CompileTarget {
  return /^bun-(linux|darwin|windows)-/.test(text);
}

async function bundle(outfile: string, target: string | undefined): Promise<void> {
  if (target !== undefined && !isTarget(target))
    throw new Error(`${target} is no target; name one such as bun-linux-x64`);
  await Bun.build({
    entrypoints: entryPoints(),
    root: join(ROOT, 'src'),
    compile: {
      outfile,
      ...(target === undefined ? {} : { target }),
      ...(runtime === undefined ? {} : { executablePath: runtime }),
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
    splitting: true,
    plugins: [await clientPlugin()],
    // Renamed identifiers break Elysia, which reads its handlers' source.
    minify: { whitespace: true, syntax: true, identifiers: false },
    bytecode: true,
    format: 'esm',
    sourcemap: 'inline',
    define: {
      // A library that uses these constants would otherwise put the path of the build folder into the executable.
      __dirname: '"/$bunfs/root"',
      __filename: '"/$bunfs/root/docket"',
      ...PRODUCTION,
      BUILD_VERSION: JSON.stringify(version),
      BUILD_COMMIT: JSON.stringify(commit()),
      BUILD_RELEASE_KEY: JSON.stringify(releaseKey === '' ? '' : parsePublicKey(releaseKey).text),
      BUILD_TARGET: JSON.stringify(targetName),
      BUILD_SCHEMA: JSON.stringify(describeSchema(MIGRATIONS)),
    },
  });
}

async function build(outfile: string, target: string | undefined): Promise<void> {
  const started = new Date();
  mkdirSync(dirname(outfile), { recursive: true });
  // The build leaves source maps next to its output, which contains them already. A temporary folder keeps them out of
  // the target folder.
  const folder = mkdtempSync(join(dirname(outfile), '.draft-'));
  // The bundler appends .exe to the names of Windows executables by itself.
  const draft = join(folder, target?.startsWith('bun-windows-') === true ? 'docket.exe' : 'docket');
  try {
    await bundle(draft, target);
    chmodSync(draft, 0o755);
    // A source saved during the build must count as newer than the executable.
    utimesSync(draft, started, started);
    renameSync(draft, outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function explain(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(explain).join('\n');
  return error instanceof Error && !('position' in error) ? error.message : Bun.inspect(error, { colors: false });
}

const [outfile, target] = process.argv.slice(2);
const path = resolve(outfile ?? join(ROOT, 'dist/docket'));
// The bundler names sources relative to the folder in which it was started.
process.chdir(ROOT);
try {
  await build(path, target);
} catch (error) {
  process.stderr.write(`${explain(error)}\ndocket: the build failed\n`);
  process.exitCode = 1;
}
