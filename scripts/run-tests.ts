/**
 * Usage: run-tests.ts [--changed [COMMIT] | --update-timings | arguments of bun test]
 *
 * Files run side by side, the slowest first. Those in test/alone run afterwards, one by one.
 */

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findChromium } from '../test/support/chromium.ts';
import { changedSince, touchedTests } from './changed-tests.ts';
import { countTests, failures, type Run, reasonsOfSkipped, slowest, summarize } from './test-summary.ts';

const ROOT = resolve(import.meta.dir, '..');
const TIMINGS = 'test/timings.json';
const ALONE = 'test/alone/';
/**
 * The number of files run at once: one more than there are cores, because tests often wait for the disk, browsers and
 * processes.
 */
const AT_ONCE = availableParallelism() + 1;
/** With this flag, a process that runs several test files loads each shared module only once. */
const SHARED = '--no-isolate';
/**
 * Makes the engine wait some twenty times longer before it optimizes a function. Optimizing costs an eighth of the CPU
 * time, and does not pay off in short-lived processes. Environment variables override these values.
 */
const OPTIMIZE_LATER = {
  BUN_JSC_thresholdForJITAfterWarmUp: '3000',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000',
  BUN_JSC_thresholdForFTLOptimizeSoon: '20000',
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '2000000',
  // The garbage collector uses one thread, because the other cores are busy with other tests.
  BUN_JSC_numberOfGCMarkers: '1',
} as const;

const work = mkdtempSync(join(tmpdir(), 'docket-tests-'));
const tookIn = join(work, 'timings.json');

async function bun(args: readonly string[]): Promise<number> {
  // The folder keeps files that one test makes for all others (test/support/made-once.ts).
  const env = { ...OPTIMIZE_LATER, ...process.env, DOCKET_TEST_FOLDER: work };
  return Bun.spawn([process.execPath, ...args], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] }).exited;
}

let runs = 0;

async function runTests(args: readonly string[]): Promise<Run> {
  runs += 1;
  const out = join(work, `junit-${runs}.xml`);
  const reporter = ['--reporter=junit', `--reporter-outfile=${out}`];
  const timings = [`--timings=${tookIn}`, '--update-timings'];
  const status = await bun(['test', ...reporter, ...timings, ...args]);
  return { report: existsSync(out) ? readFileSync(out, 'utf8') : '', status };
}

const allTests = (): string[] =>
  [...new Bun.Glob('test/**/*.test.ts').scanSync(ROOT)].map((path) => path.replaceAll('\\', '/')).sort();

async function runFiles(files: readonly string[]): Promise<Run[]> {
  const paths = (alone: boolean): string[] =>
    files.filter((file) => file.startsWith(ALONE) === alone).map((file) => `./${file}`);
  const steps = [
    { args: [`--parallel=${AT_ONCE}`, SHARED], files: paths(false), what: `${AT_ONCE} files at a time` },
    { args: [], files: paths(true), what: 'one file at a time: they need the machine for themselves' },
  ];
  const done: Run[] = [];
  for (const step of steps.filter((one) => one.files.length > 0)) {
    process.stdout.write(`\n${step.files.length} files, ${step.what}\n`);
    done.push(await runTests([...step.args, ...step.files]));
  }
  return done;
}

function filesToRun(args: readonly string[]): string[] {
  if (args[0] !== '--changed') return allTests();
  const touched = touchedTests(ROOT, changedSince(ROOT, args[1] ?? 'HEAD'));
  process.stdout.write(`${touched.length} of ${allTests().length} files are touched by what changed\n`);
  return touched;
}

/** Returns the milliseconds of each test file in this run. The timings file contains other files too. */
function tookMs(ran: (file: string) => boolean): Record<string, number> {
  if (!existsSync(tookIn)) return {};
  const { files } = JSON.parse(readFileSync(tookIn, 'utf8')) as { files: Record<string, number> };
  return Object.fromEntries(Object.entries(files).filter(([file]) => ran(file)));
}

async function main(args: readonly string[]): Promise<boolean> {
  const whole = args.length === 0 || args[0] === '--changed' || args[0] === '--update-timings';
  // The run looks for the browser first: without one, hundreds of tests would fail for the same reason.
  if (whole) findChromium();
  if (existsSync(join(ROOT, TIMINGS))) copyFileSync(join(ROOT, TIMINGS), tookIn);
  const checked = whole ? await bun(['run', '--silent', 'check']) : 0;
  const files = whole ? filesToRun(args) : [];
  const done = whole ? await runFiles(files) : [await runTests(args)];
  const ran = new Set(files);
  const slow = slowest(tookMs((file) => ran.has(file)));
  if (slow.length > 0) process.stdout.write(`\nThe slowest files:\n${slow.join('\n')}\n`);
  const failed = failures(done);
  if (failed.length > 0) process.stdout.write(`\nThe failed tests:\n${failed.join('\n')}\n\n`);
  if (args[0] === '--update-timings') copyFileSync(tookIn, join(ROOT, TIMINGS));
  if (checked !== 0) process.stdout.write('bun run check failed; it counts as one failure\n');
  for (const { report, status } of done) {
    if (status === 0 || countTests(report).failed > 0) continue;
    process.stdout.write(`bun test ended with status ${status} outside a test; it counts as one failure\n`);
  }
  for (const line of reasonsOfSkipped(done)) process.stdout.write(`${line}\n`);
  const { line, ok } = summarize(done, checked, process.env['DOCKET_TEST_ALL'] === '1');
  process.stdout.write(`${line}\n`);
  return ok || (done.length === 0 && checked === 0);
}

/** The exit status if the run failed before any test was counted; scripts/test then reports one failure. */
const COULD_NOT_RUN = 2;

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`docket: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = COULD_NOT_RUN;
} finally {
  rmSync(work, { recursive: true, force: true });
}
