import { describe, expect, test } from 'bun:test';
import { countTests, summarize } from '../../scripts/test-summary.ts';

const report = (totals: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bun test" ${totals} time="0.1">\n  <testsuite tests="99" />\n</testsuites>`;

describe('the closing line of a test run', () => {
  test('counts passed, failed and skipped tests from the report', () => {
    const counts = countTests(report('tests="9" assertions="20" failures="2" skipped="3"'));
    expect(summarize(counts, 1, 0)).toEqual({ line: '4 passed, 2 failed, 3 skipped', ok: false });
  });

  test('says nothing of skipped tests when there are none', () => {
    const counts = countTests(report('tests="9" assertions="20" failures="0" skipped="0"'));
    expect(summarize(counts, 0, 0)).toEqual({ line: '9 passed, 0 failed', ok: true });
  });

  test('never says that nothing failed when the run failed beside its tests', () => {
    const counts = countTests(report('tests="9" assertions="20" failures="0" skipped="0"'));
    expect(summarize(counts, 1, 0)).toEqual({ line: '9 passed, 1 failed', ok: false });
    expect(summarize(counts, 0, 1)).toEqual({ line: '9 passed, 1 failed', ok: false });
  });

  test('is no success when no test ran', () => {
    expect(summarize(countTests(''), 0, 0)).toEqual({ line: '0 passed, 0 failed', ok: false });
    expect(summarize(countTests(''), 1, 0).line).toBe('0 passed, 1 failed');
  });
});
