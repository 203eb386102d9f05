export { watchEventLoop } from './event-loop.ts';
export { type Counter, createMetrics, type Histogram, type Metrics, type Reading } from './registry.ts';
export { METRICS_TYPE, type Sample } from './text-format.ts';
