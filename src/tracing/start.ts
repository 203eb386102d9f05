import { opentelemetry } from '@elysiajs/opentelemetry';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type AnyElysia, Elysia } from 'elysia';
import { type Clock, VERSION } from '../base/index.ts';
import type { AttemptOutcome } from '../webhooks/index.ts';
import { openExporter } from './exporter.ts';
import { lettingThroughKnown } from './let-through.ts';

export interface Tracing {
  /**
   * Creates a plugin for the root of the server, to be used before its routes.
   * @param requestIdOf returns the request id that the answer has
   */
  plugin(requestIdOf: (request: Request) => string): AnyElysia;
  committed(changes: number, durationMs: number, kept: boolean): void;
  attempted(outcomes: readonly AttemptOutcome[]): void;
  /** Sends the waiting spans. Resolves soon, even if the collector refuses them. */
  flush(): Promise<void>;
}

interface TracingPorts {
  readonly clock: Clock;
}

const FLUSH_MS = 2_000;
const NAME = 'docket';

/**
 * Starts tracing, over HTTP as JSON. OpenTelemetry's library itself reads the target, headers, timeouts and sampling
 * from the variables OTEL_EXPORTER_OTLP_… and OTEL_TRACES_SAMPLER….
 */
export function startTracing({ clock }: TracingPorts): Tracing {
  const processor = lettingThroughKnown(new BatchSpanProcessor(openExporter()));
  const elysia = opentelemetry({
    serviceName: NAME,
    spanProcessors: [processor],
    // The attributes that the library detects by itself include the command line. It may contain the metrics token or a
    // mailbox's password.
    autoDetectResources: false,
    instrumentations: [],
    // Tracing headers of requests are ignored. Otherwise a caller could decide what is traced, and add text to the
    // traces.
    textMapPropagator: { inject: () => undefined, extract: (kept) => kept, fields: () => [] },
  });
  const tracer = trace.getTracer(NAME, VERSION);
  return {
    plugin: (requestIdOf) =>
      new Elysia({ name: 'tracing' })
        .wrap((answer, request) => (...args: unknown[]) => {
          trace.getActiveSpan()?.setAttribute('docket.request_id', requestIdOf(request));
          return answer(...args);
        })
        // The plugin must be added after the wrapper. Otherwise the plugin's span would not be open yet when the
        // wrapper runs.
        .use(elysia)
        // Without any hook of this kind, Elysia 1.4.30 hides the handler's result from mapResponse while tracing.
        .onAfterHandle({ as: 'global' }, () => undefined),
    committed(changes, durationMs, kept) {
      const endTime = clock.now();
      // The span is a child of the request that opened the batch. The other requests of the batch wait for the same
      // commit, but have no span for it.
      const options = { startTime: endTime - durationMs, attributes: { 'docket.changes': changes } };
      const span = tracer.startSpan('commit', options, context.active());
      if (!kept) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    attempted(outcomes) {
      for (const { at, durationMs, delayMs, attempt, kind, httpCode, reason } of outcomes) {
        const attributes = {
          'docket.attempt': attempt,
          'docket.attempt_kind': kind,
          ...(delayMs === undefined ? {} : { 'docket.delay_ms': delayMs }),
          ...(httpCode === null ? {} : { 'http.response.status_code': httpCode }),
          ...(reason === null ? {} : { 'error.type': reason }),
        };
        const options = { kind: SpanKind.CLIENT, startTime: at - durationMs, attributes };
        const span = tracer.startSpan('webhook attempt', options, ROOT_CONTEXT);
        if (reason !== null) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(at);
      }
    },
    flush: () => Promise.race([processor.forceFlush().catch(() => undefined), Bun.sleep(FLUSH_MS)]),
  };
}
