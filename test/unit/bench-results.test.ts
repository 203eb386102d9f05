import { describe, expect, test } from 'bun:test';
import { chartOf } from '../../scripts/bench/chart.ts';
import { type Sample, summarize } from '../../scripts/bench/results.ts';
import { resultLines } from '../../scripts/bench/table.ts';

const sample = (perSecond: number, userMicros: number, p99Ms: number | null = 2): Sample => ({
  perSecond,
  userMicros,
  systemMicros: 10,
  p50Ms: p99Ms === null ? null : 1,
  p99Ms,
});
const CREATES = { workload: 'creates', connections: 32 };
const RESULTS = summarize(
  CREATES,
  new Map([
    ['docket', [sample(500, 90), sample(100, 90), sample(300, 190)]],
    ['bare', [sample(1_000, 40), sample(1_000, 40), sample(1_000, 40)]],
  ]),
);

describe('the results of the bench', () => {
  test('each result of the bench is the median of the rounds', () => {
    expect(RESULTS[0]).toMatchObject({ ...CREATES, contender: 'docket', perSecond: 300, userMicros: 90, share: null });
  });

  test('each result compares Docket with the contender in each round, by throughput and by processor time', () => {
    expect(RESULTS[1]?.share).toEqual({
      perSecond: { median: 0.3, least: 0.1, most: 0.5 },
      cpu: { median: 0.5, least: 0.25, most: 0.5 },
    });
  });

  test('each result is one line, without the columns that were not measured', () => {
    const deliveries = summarize(
      { workload: 'deliveries', connections: 64 },
      new Map([['docket', [sample(9, 9, null)]]]),
    );
    expect(resultLines(deliveries)).toEqual([expect.stringMatching(/^deliveries, 64 +docket +9 +19 \(9\+10\)$/)]);
    expect(resultLines(RESULTS)[1]).toMatch(
      /^ +bare +1,000 +50 \(40\+10\) +1\.00 +2\.00 +0\.30 \(0\.10-0\.50\) +0\.50 \(0\.25-0\.50\)$/,
    );
  });

  test('the chart has one bar per contender and an escaped description', () => {
    const svg = chartOf(RESULTS, 'AT&T <fast>');
    expect(svg.match(/<rect class="docket" x="130"/g)).toHaveLength(1);
    expect(svg).toContain('300/s, 100 µs CPU');
    expect(svg).toContain('AT&amp;T &lt;fast&gt;');
  });
});
