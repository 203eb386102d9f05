/**
 * OpenTelemetry: spans of requests, transactions and webhook attempts, sent to a collector by OTLP. Must never: send a
 * text that came from a caller, or be imported statically except for types.
 */
export { startTracing, type Tracing } from './start.ts';
