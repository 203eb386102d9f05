import { expect, test } from 'bun:test';
import { createMetrics } from '../../src/base/index.ts';
import { readScrape } from '../support/scrape.ts';

const named = (name: string) => ({ name, help: 'What "it" is,\nin two lines, with a \\.' });

test('counters and gauges keep their kinds, labels and values when a Prometheus parser reads them', () => {
  const metrics = createMetrics();
  const calls = metrics.counter({ ...named('a_calls_total'), labels: ['route', 'status'] });
  calls.add(['/a"b\\c', '200']);
  calls.add(['/a"b\\c', '200'], 2);
  calls.add(['/d', '500']);
  metrics.read({ ...named('b_bytes'), type: 'gauge' }, () => 12.5);
  metrics.read({ ...named('c_state'), type: 'gauge' }, () => [{ labels: { state: 'on' }, value: 1 }]);
  const found = readScrape(metrics.text());
  expect([...found.kinds]).toEqual([
    ['a_calls_total', 'counter'],
    ['b_bytes', 'gauge'],
    ['c_state', 'gauge'],
  ]);
  expect(found.value('a_calls_total', { route: '/a"b\\c', status: '200' })).toBe(3);
  expect(found.value('a_calls_total', { route: '/d', status: '500' })).toBe(1);
  expect(found.value('b_bytes')).toBe(12.5);
  expect(found.value('c_state', { state: 'on' })).toBe(1);
});

test('a histogram counts each value once in every bucket with an upper bound at or above the value', () => {
  const metrics = createMetrics();
  const times = metrics.histogram({ ...named('t_seconds'), labels: ['route'], buckets: [0.1, 1] });
  for (const value of [0.05, 0.1, 0.5, 1, 7]) times.observe(['/x'], value);
  const found = readScrape(metrics.text());
  const bucket = (le: string) => found.value('t_seconds_bucket', { route: '/x', le });
  expect([bucket('0.1'), bucket('1'), bucket('+Inf')]).toEqual([2, 4, 5]);
  expect(found.value('t_seconds_count', { route: '/x' })).toBe(5);
  expect(found.value('t_seconds_sum', { route: '/x' })).toBeCloseTo(8.65);
});

test('a histogram without labels exists before any measurement, with zeros', () => {
  const metrics = createMetrics();
  metrics.histogram({ ...named('t_seconds'), labels: [], buckets: [1] });
  expect(readScrape(metrics.text()).value('t_seconds_count')).toBe(0);
});

test('a metric that cannot be read has no sample and does not affect others', () => {
  const metrics = createMetrics();
  metrics.read({ ...named('broken'), type: 'gauge' }, () => {
    throw new Error('the disk is gone');
  });
  metrics.read({ ...named('unknown'), type: 'gauge' }, () => undefined);
  metrics.read({ ...named('fine'), type: 'gauge' }, () => 1);
  const found = readScrape(metrics.text());
  expect([found.labels('broken'), found.labels('unknown'), found.value('fine')]).toEqual([[], [], 1]);
});

test('a duplicate metric name is refused', () => {
  const metrics = createMetrics();
  metrics.read({ ...named('one'), type: 'gauge' }, () => 1);
  expect(() => metrics.counter({ ...named('one'), labels: [] })).toThrow('one is there already');
});
