import { describe, expect, test } from 'bun:test';
import { countTests, failures, reasonsOfSkipped, slowest, summarize } from '../../scripts/test-summary.ts';

const reportOf = (totals: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bun test" ${totals} time="0.1">\n  <testsuite tests="99" />\n</testsuites>`;

const SOUND = reportOf('tests="9" assertions="20" failures="0" skipped="0"');

describe('the closing line of a test run', () => {
  test('the numbers of passed, failed and skipped tests come from the report', () => {
    const report = reportOf('tests="9" assertions="20" failures="2" skipped="3"');
    expect(countTests(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
    expect(summarize([{ report, status: 1 }], 0)).toEqual({ line: '4 passed, 2 failed, 3 skipped', ok: false });
  });

  test('names the number of skipped tests even if it is zero', () => {
    expect(summarize([{ report: SOUND, status: 0 }], 0)).toEqual({ line: '9 passed, 0 failed, 0 skipped', ok: true });
  });

  test('counts all skipped tests as one failure if the run must not skip any', () => {
    const skipping = { report: reportOf('tests="9" assertions="20" failures="0" skipped="3"'), status: 0 };
    expect(summarize([skipping], 0)).toEqual({ line: '6 passed, 0 failed, 3 skipped', ok: true });
    expect(summarize([skipping], 0, true)).toEqual({ line: '6 passed, 1 failed, 3 skipped', ok: false });
    expect(summarize([{ report: SOUND, status: 0 }], 0, true).ok).toBe(true);
  });

  test('the closing line adds up the tests of all runs', () => {
    const failing = reportOf('tests="4" assertions="4" failures="1" skipped="1"');
    const runs = [
      { report: SOUND, status: 0 },
      { report: failing, status: 1 },
    ];
    expect(summarize(runs, 0)).toEqual({ line: '11 passed, 1 failed, 1 skipped', ok: false });
  });

  test('counts one failure for a run that ends with an error although none of its tests failed', () => {
    const sound = { report: SOUND, status: 0 };
    expect(summarize([{ ...sound, status: 1 }], 0)).toEqual({ line: '9 passed, 1 failed, 0 skipped', ok: false });
    expect(summarize([sound], 1)).toEqual({ line: '9 passed, 1 failed, 0 skipped', ok: false });
    expect(summarize([{ ...sound, status: 1 }, sound], 1)).toEqual({
      line: '18 passed, 2 failed, 0 skipped',
      ok: false,
    });
  });

  test('reports no success when no test ran', () => {
    expect(summarize([], 0)).toEqual({ line: '0 passed, 0 failed, 0 skipped', ok: false });
    expect(summarize([{ report: '', status: 0 }], 0)).toEqual({ line: '0 passed, 0 failed, 0 skipped', ok: false });
    expect(summarize([{ report: '', status: 1 }], 1).line).toBe('0 passed, 2 failed, 0 skipped');
  });
});

test('each reason for a skip is printed once, with its number of tests', () => {
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

test('the requested number of slowest files is listed, slowest first', () => {
  const tookMs = { 'test/a.test.ts': 900, 'test/b.test.ts': 12_340, 'test/c.test.ts': 4 };
  expect(slowest(tookMs, 2)).toEqual(['   12.3 s  test/b.test.ts', '    0.9 s  test/a.test.ts']);
  expect(slowest({})).toEqual([]);
});

test('each failed test is printed with its file and line, and the first lines of its message', () => {
  const report = `
    <testcase name="sells &quot;two&quot;" classname="stock &amp; shelves" time="0.1" file="test/a.test.ts" line="12" assertions="1">
      <failure type="Error" message="waited for &lt;li&gt;&#10;&#27;[2msecond&#27;[22m&#10;third">Error: waited for &lt;li&gt;&#10;second&#10;third&#10;      at until (test/until.ts:3:9)&#10;      at test/a.test.ts:14:2&#10;</failure>
    </testcase>
    <testcase name="sound" classname="" time="0.1" file="test/a.test.ts" line="20" assertions="1" />
    <testcase name="left out" classname="" time="0" file="test/a.test.ts" line="22"><skipped /></testcase>
    <testcase name="hangs" classname="" time="60" file="test/b.test.ts" line="4" assertions="0">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>`;
  const runs = [
    { report: SOUND, status: 0 },
    { report, status: 1 },
  ];
  expect(failures(runs, 2)).toEqual([
    [
      'test/a.test.ts:12  stock & shelves > sells "two"',
      '    waited for <li>',
      '    second',
      '    …',
      '      at until (test/until.ts:3:9)',
      '      at test/a.test.ts:14:2',
    ].join('\n'),
    'test/b.test.ts:4  hangs\n    test timed out',
  ]);
  expect(failures([{ report: SOUND, status: 0 }])).toEqual([]);
});
