/**
 * OpenTelemetry: spans of requests, transactions and attempts at webhooks, sent to a collector by OTLP.
 * Must never: be imported but by the command that was told to trace, which fetches it when it is needed; let anything out that
 * a caller has written.
 */
export { startTracing, type Tracing } from './start.ts';
