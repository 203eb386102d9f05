/**
 * Counters and histograms, and their text for Prometheus.
 * Must never: put a person, a key or an order into the name of a metric.
 */
export { watchEventLoop } from './event-loop.ts';
export { createMetrics, type Metrics } from './registry.ts';
export { METRICS_TYPE } from './text-format.ts';
