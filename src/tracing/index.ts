/**
 * OpenTelemetry: spans of requests, transactions and attempts at webhooks, sent to a collector by OTLP. Must never: be
 * imported except on demand, by the command that traces. Nor may it send any text of a caller.
 */
export { startTracing, type Tracing } from './start.ts';
