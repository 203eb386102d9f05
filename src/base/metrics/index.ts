/**
 * Counters and histograms, and their text for Prometheus.
 * Must never: name what is counted after a person, a key or an order.
 */
export { watchEventLoop } from './event-loop.ts';
export { type Counter, createMetrics, type Histogram, type Metrics, type Reading } from './registry.ts';
export { METRICS_TYPE, type Sample } from './text-format.ts';
