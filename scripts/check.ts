import { resolve } from 'node:path';

/** All that can be said of the code without running it, side by side. */

const ROOT = resolve(import.meta.dir, '..');
const CHECKS = [
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'] },
  {
    name: 'pages',
    command: ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', 'src/dashboard/client'],
  },
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
  { name: 'layers', command: ['scripts/check-layers.ts'] },
  { name: 'sending', command: ['scripts/check-sending.ts'] },
  { name: 'styles', command: ['scripts/check-styles.ts'] },
  { name: 'docs', command: ['scripts/check-docs.ts'] },
  { name: 'manual', command: ['scripts/check-manual.ts'] },
  { name: 'sizes', command: ['scripts/check-sizes.ts'] },
] as const;

async function run({ name, command }: (typeof CHECKS)[number]): Promise<boolean> {
  const started = performance.now();
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = status === 0;
  process.stdout.write(`${name.padEnd(7)} ${passed ? 'ok' : 'FAILED'}  ${seconds} s\n${passed ? '' : out + err}`);
  return passed;
}

const passed = await Promise.all(CHECKS.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
