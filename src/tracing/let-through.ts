import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor, TimedEvent } from '@opentelemetry/sdk-trace-base';

/**
 * The only attributes that may leave the server. Elysia's OpenTelemetry plugin also records API keys, cookies, queries
 * and bodies with names and phones.
 */
const KNOWN: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'http.request.body.size',
  'http.response.body.size',
  'url.scheme',
  'error.type',
  'exception.type',
  'docket.request_id',
  'docket.changes',
  'docket.attempt',
  'docket.attempt_kind',
  'docket.delay_ms',
]);

export function lettingThroughKnown(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd: (span) => next.onEnd(known(span)),
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}

const knownAttributes = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => KNOWN.has(name)));

function known(span: ReadableSpan): ReadableSpan {
  const attributes = knownAttributes(span.attributes);
  const isRequest = 'http.request.method' in span.attributes;
  // For a request without a route, Elysia's plugin names the span after the path. A path may contain a caller's text,
  // so the name becomes "request".
  const name = isRequest && attributes['http.route'] === undefined ? 'request' : span.name;
  const events: TimedEvent[] = span.events.map((event) => ({
    ...event,
    attributes: knownAttributes(event.attributes),
  }));
  const own = { name, attributes, events, links: [], status: { code: span.status.code } };
  return Object.create(
    span,
    Object.fromEntries(Object.entries(own).map(([field, value]) => [field, { value, enumerable: true }])),
  );
}
