import { describe, expect, test } from 'bun:test';
import { countTests, slowest, summarize } from '../../scripts/test-summary.ts';

const reportOf = (totals: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bun test" ${totals} time="0.1">\n  <testsuite tests="99" />\n</testsuites>`;

const SOUND = reportOf('tests="9" assertions="20" failures="0" skipped="0"');

describe('the closing line of a test run', () => {
  test('counts passed, failed and skipped tests from the report', () => {
    const report = reportOf('tests="9" assertions="20" failures="2" skipped="3"');
    expect(countTests(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
    expect(summarize([{ report, status: 1 }], 0)).toEqual({ line: '4 passed, 2 failed, 3 skipped', ok: false });
  });

  test('says nothing of skipped tests when there are none', () => {
    expect(summarize([{ report: SOUND, status: 0 }], 0)).toEqual({ line: '9 passed, 0 failed', ok: true });
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
    expect(summarize([{ ...sound, status: 1 }], 0)).toEqual({ line: '9 passed, 1 failed', ok: false });
    expect(summarize([sound], 1)).toEqual({ line: '9 passed, 1 failed', ok: false });
    expect(summarize([{ ...sound, status: 1 }, sound], 1)).toEqual({ line: '18 passed, 2 failed', ok: false });
  });

  test('is no success when no test ran', () => {
    expect(summarize([], 0)).toEqual({ line: '0 passed, 0 failed', ok: false });
    expect(summarize([{ report: '', status: 0 }], 0)).toEqual({ line: '0 passed, 0 failed', ok: false });
    expect(summarize([{ report: '', status: 1 }], 1).line).toBe('0 passed, 2 failed');
  });
});

test('the slowest files are named, slowest first, as many as asked for', () => {
  const tookMs = { 'test/a.test.ts': 900, 'test/b.test.ts': 12_340, 'test/c.test.ts': 4 };
  expect(slowest(tookMs, 2)).toEqual(['   12.3 s  test/b.test.ts', '    0.9 s  test/a.test.ts']);
  expect(slowest({})).toEqual([]);
});
