import { plainText } from '../test/support/plain-text.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Run {
  /** The JUnit report; empty if there is none. */
  readonly report: string;
  readonly status: number;
}

export function countTests(xml: string): Counts {
  const totals = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? '';
  const total = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(totals)?.[1] ?? 0);
  const failed = total('failures') + total('errors');
  const skipped = total('skipped');
  return { passed: total('tests') - failed - skipped, failed, skipped };
}

/**
 * Lists the reasons for skipped tests, each on one line, such as `not run here: php is not installed (3 tests)`. The
 * reason is at the end of each test's name (test/support/tools.ts).
 */
export function reasonsOfSkipped(runs: readonly Run[]): string[] {
  const skipped = runs.flatMap(({ report }) => [
    ...report.matchAll(/<testcase\b[^>]*\bname="([^"]*)"[^>]*>\s*<skipped\b/g),
  ]);
  const reasons = Map.groupBy(
    skipped,
    ([, name = '']) => /\((not run here: [^()]*)\)$/.exec(name)?.[1] ?? `skipped: ${name}`,
  );
  return [...reasons].map(([reason, tests]) => `${reason} (${tests.length} ${tests.length === 1 ? 'test' : 'tests'})`);
}

/**
 * Sums up all runs in one line, which never reports "0 failed" after a failure outside the tests. With `all`, a skipped
 * test counts as a failure. `checkStatus` is 0 if `bun run check` was not run.
 */
export function summarize(runs: readonly Run[], checkStatus: number, all = false): { line: string; ok: boolean } {
  const each = runs.map(({ report, status }) => ({ ...countTests(report), status }));
  const sum = (count: (one: (typeof each)[number]) => number): number => each.reduce((all, one) => all + count(one), 0);
  const passed = sum((one) => one.passed);
  const skipped = sum((one) => one.skipped);
  const beside =
    Number(checkStatus !== 0) + Number(all && skipped > 0) + sum((one) => Number(one.status !== 0 && one.failed === 0));
  const failed = sum((one) => one.failed) + beside;
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return { line, ok: failed === 0 && passed > 0 };
}

/** @param tookMs the duration of each test file, in milliseconds */
export function slowest(tookMs: Readonly<Record<string, number>>, most = 10): string[] {
  return Object.entries(tookMs)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

const FAILED = /<testcase\b([^>]*)>\s*<(?:failure|error)\b([^>]*?)(?:\/>|>([^<]*)<)/g;

const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

function unescaped(xml: string): string {
  const text = plainText(xml.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))));
  // Playwright colors its error messages.
  return Bun.stripANSI(text);
}

const PLACE = /^\s+at \S/;

/**
 * Lists the failed tests again, because only the end of a long log may be kept. Shows three lines of the stack, because
 * the stack names helpers before the test itself. `most` limits the lines of each message.
 */
export function failures(runs: readonly Run[], most = 12): string[] {
  return runs.flatMap(({ report }) =>
    [...report.matchAll(FAILED)].map(([, test = '', failure = '', inner = '']) => {
      const name = [attribute(test, 'classname'), attribute(test, 'name')].filter((part) => part !== '').join(' > ');
      const lines = attribute(failure, 'message').split('\n');
      const told = lines.slice(0, most).map((line) => `    ${line}`.trimEnd());
      const more = lines.length > most ? ['    …'] : [];
      const places = unescaped(inner)
        .split('\n')
        .filter((line) => PLACE.test(line));
      return [
        `${attribute(test, 'file')}:${attribute(test, 'line')}  ${name}`,
        ...told,
        ...more,
        ...places.slice(0, 3),
      ].join('\n');
    }),
  );
}
