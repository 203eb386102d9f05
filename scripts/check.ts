import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '..');
/** Two checker threads, not four, because each additional thread reads many of the same files again. */
const TSC = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '2'];
const CHECKS = [
  { name: 'types', command: TSC },
  { name: 'pages', command: [...TSC, '-p', 'src/dashboard/client'] },
  {
    name: 'biome',
    command: [
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      '--max-diagnostics=50',
      '--colors=off',
    ],
  },
  { name: 'unused', command: ['node_modules/knip/bin/knip-bun.js', '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'layers', command: ['scripts/check-layers.ts'] },
  { name: 'sending', command: ['scripts/check-sending.ts'] },
  { name: 'styles', command: ['scripts/check-styles.ts'] },
  { name: 'docs', command: ['scripts/check-docs.ts'] },
  { name: 'manual', command: ['scripts/check-manual.ts'] },
  { name: 'released', command: ['scripts/check-released.ts'] },
  { name: 'sizes', command: ['scripts/check-sizes.ts'] },
];

/**
 * The compiler's garbage collector uses a quarter of its CPU time. A few hundred more megabytes of memory save most of
 * that time.
 */
const SWEEP_LESS = { GOGC: '400' };

async function run({ name, command }: (typeof CHECKS)[number]): Promise<boolean> {
  const started = performance.now();
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    env: { ...SWEEP_LESS, ...process.env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = status === 0;
  process.stdout.write(`${name.padEnd(8)} ${passed ? 'ok' : 'FAILED'}  ${seconds} s\n${passed ? '' : out + err}`);
  return passed;
}

const passed = await Promise.all(CHECKS.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
