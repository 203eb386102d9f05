/**
 * Counters and histograms, and their text for Prometheus.
 * Must never: name what is counted after a person, a key or an order.
 */
export { watchEventLoop } from './event-loop.ts';
export { createMetrics, type Metrics } from './registry.ts';
export { METRICS_TYPE } from './text-format.ts';
