/** A span as received by OTLP/HTTP in JSON (opentelemetry-proto, trace/v1). */
interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The status of the span. The code 2 means an error. */
  readonly status: { readonly code?: number };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & { readonly attributes: readonly Attribute[] })[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export function startCollector() {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  let text = '';
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/traces') {
        return new Response(null, { status: 404 });
      }
      const body = await request.text();
      text += body;
      for (const { resource, scopeSpans } of (JSON.parse(body) as Traces).resourceSpans) {
        resources.push(valuesOf(resource.attributes));
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, attributes: valuesOf(span.attributes) });
        }
      }
      return Response.json({ partialSuccess: {} });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    /** The attributes of the process that sent each request. */
    resources,
    text: () => text,
    [Symbol.dispose]() {
      void server.stop(true);
    },
  };
}
