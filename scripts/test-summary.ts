import { existsSync, readFileSync } from 'node:fs';

/** Usage: test-summary.ts <JUnit report> <exit status of bun test> <exit status of bun run check, or 0> */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** From the totals that open a JUnit report; nothing was counted when there is no report. */
export function countTests(xml: string): Counts {
  const totals = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? '';
  const total = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(totals)?.[1] ?? 0);
  const failed = total('failures') + total('errors');
  const skipped = total('skipped');
  return { passed: total('tests') - failed - skipped, failed, skipped };
}

/** The closing line never says "0 failed" of a run that failed beside its tests. */
export function summarize(counts: Counts, testStatus: number, checkStatus: number): { line: string; ok: boolean } {
  const beside = Number(checkStatus !== 0) + Number(testStatus !== 0 && counts.failed === 0);
  const failed = counts.failed + beside;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  const ok = failed === 0 && counts.passed > 0;
  return { line: `${counts.passed} passed, ${failed} failed${skipped}`, ok };
}

if (import.meta.main) {
  const [report = '', testStatus, checkStatus] = process.argv.slice(2);
  const counts = countTests(existsSync(report) ? readFileSync(report, 'utf8') : '');
  const { line, ok } = summarize(counts, Number(testStatus), Number(checkStatus));
  if (Number(checkStatus) !== 0) process.stdout.write('bun run check failed; it counts as one failure\n');
  if (Number(testStatus) !== 0 && counts.failed === 0) {
    process.stdout.write(`bun test ended with status ${testStatus} outside a test; it counts as one failure\n`);
  }
  process.stdout.write(`${line}\n`);
  process.exitCode = ok ? 0 : 1;
}
