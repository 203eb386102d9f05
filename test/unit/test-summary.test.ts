import { describe, expect, test } from 'bun:test';
import { countTests, reasonsOfSkipped, slowest, summarize } from '../../scripts/test-summary.ts';

const reportOf = (totals: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bun test" ${totals} time="0.1">\n  <testsuite tests="99" />\n</testsuites>`;

const SOUND = reportOf('tests="9" assertions="20" failures="0" skipped="0"');

describe('the closing line of a test run', () => {
  test('counts passed, failed and skipped tests from the report', () => {
    const report = reportOf('tests="9" assertions="20" failures="2" skipped="3"');
    expect(countTests(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
    expect(summarize([{ report, status: 1 }], 0)).toEqual({ line: '4 passed, 2 failed, 3 skipped', ok: false });
  });

  test('says that no test was skipped', () => {
    expect(summarize([{ report: SOUND, status: 0 }], 0)).toEqual({ line: '9 passed, 0 failed, 0 skipped', ok: true });
  });

  test('counts a failure where every test had to run and one was skipped', () => {
    const skipping = { report: reportOf('tests="9" assertions="20" failures="0" skipped="3"'), status: 0 };
    expect(summarize([skipping], 0)).toEqual({ line: '6 passed, 0 failed, 3 skipped', ok: true });
    expect(summarize([skipping], 0, true)).toEqual({ line: '6 passed, 1 failed, 3 skipped', ok: false });
    expect(summarize([{ report: SOUND, status: 0 }], 0, true).ok).toBe(true);
  });

  test('adds up the tests that ran side by side and those that ran alone', () => {
    const failing = reportOf('tests="4" assertions="4" failures="1" skipped="1"');
    const runs = [
      { report: SOUND, status: 0 },
      { report: failing, status: 1 },
    ];
    expect(summarize(runs, 0)).toEqual({ line: '11 passed, 1 failed, 1 skipped', ok: false });
  });

  test('never says that nothing failed when a run failed beside its tests', () => {
    const sound = { report: SOUND, status: 0 };
    expect(summarize([{ ...sound, status: 1 }], 0)).toEqual({ line: '9 passed, 1 failed, 0 skipped', ok: false });
    expect(summarize([sound], 1)).toEqual({ line: '9 passed, 1 failed, 0 skipped', ok: false });
    expect(summarize([{ ...sound, status: 1 }, sound], 1)).toEqual({
      line: '18 passed, 2 failed, 0 skipped',
      ok: false,
    });
  });

  test('is no success when no test ran', () => {
    expect(summarize([], 0)).toEqual({ line: '0 passed, 0 failed, 0 skipped', ok: false });
    expect(summarize([{ report: '', status: 0 }], 0)).toEqual({ line: '0 passed, 0 failed, 0 skipped', ok: false });
    expect(summarize([{ report: '', status: 1 }], 1).line).toBe('0 passed, 2 failed, 0 skipped');
  });
});

test('each reason to skip is said once, with the number of its tests', () => {
  const one = (name: string, inner: string): string =>
    `<testcase name="${name}" time="0" line="2">\n      ${inner}\n    </testcase>`;
  const report = [
    one('a (not run here: php is not installed)', '<skipped />'),
    one('b &amp; c (not run here: php is not installed)', '<skipped />'),
    one('d (not run here: only root can try this)', '<skipped />'),
    one('e (not run here: go is not installed)', '<failure />'),
    '<testcase name="f" time="0" line="3" />',
    one('g', '<skipped />'),
  ].join('\n');
  expect(reasonsOfSkipped([{ report, status: 0 }])).toEqual([
    'not run here: php is not installed (2 tests)',
    'not run here: only root can try this (1 test)',
    'skipped: g (1 test)',
  ]);
  expect(reasonsOfSkipped([{ report: SOUND, status: 0 }])).toEqual([]);
});

test('the slowest files are named, slowest first, as many as asked for', () => {
  const tookMs = { 'test/a.test.ts': 900, 'test/b.test.ts': 12_340, 'test/c.test.ts': 4 };
  expect(slowest(tookMs, 2)).toEqual(['   12.3 s  test/b.test.ts', '    0.9 s  test/a.test.ts']);
  expect(slowest({})).toEqual([]);
});
