import { expect, test } from 'bun:test';
import { client, dataDir, docket, docketJson, orderBody, serve } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

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

function startCollector() {
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

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

test('requests, transactions and webhook attempts are sent as spans, without callers’ texts', async () => {
  using collector = startCollector();
  using receiver = startReceiver();
  using dir = dataDir();
  const at = ['--data', dir.path];
  await docketJson(['init', ...at, '--workspace', 'A', '--email', 'owner@example.com', '--password', 'correct horse']);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'site', '--scopes', 'all']);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const flags = ['--allow-private-webhooks', '--metrics-token', 'token-of-the-metrics'];
  await using server = await serve(dir.path, flags, { env });
  const api = client(server.url, key);
  const made = await api.post(
    '/api/v1/orders/create',
    orderBody({ client: { name: 'Secretova', phone: '79991234567' } }),
  );
  expectOk(made);
  await api.get(`/api/v1/orders/${made.body.data.id}`);
  const trace = '0af7651916cd43dd8448eb211c80319c';
  await api.get('/api/v1/orders/79991234567?phone=79991234567', {
    cookie: 'a=Secretova',
    'user-agent': 'Secretova',
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
    tracestate: 'a=79991234567@Secretova',
  });
  // These orders are created before the webhook endpoint. Otherwise a webhook's outcome could begin a commit, and
  // orders in that commit get no commit span.
  for (let more = 0; more < 11; more += 1) await placeOrder(api);
  await docketJson(['webhook', 'add', ...at, '--url', receiver.url, '--events', 'all', '--allow-private-webhooks']);
  await placeOrder(api);
  await receiver.count(1);
  expect(await server.end()).toBe(0);

  const spans = Map.groupBy(collector.spans, ({ name }) => name);
  const creates = spans.get('POST /api/v1/orders/create') ?? [];
  expect(creates).toHaveLength(13);
  const create = creates.find(({ attributes }) => attributes['docket.request_id'] === made.body.requestId);
  expect(create).toMatchObject({
    kind: SERVER,
    attributes: { 'http.route': '/api/v1/orders/create', 'docket.request_id': made.body.requestId },
  });
  const opened = (spans.get('commit') ?? []).filter(({ traceId }) => creates.some((one) => one.traceId === traceId));
  expect(opened.length).toBeGreaterThan(2);
  expect(opened.map(({ attributes }) => attributes)).toContainEqual({ 'docket.changes': 1 });
  expect(spans.get('GET /api/v1/orders/:id')).toHaveLength(2);
  const [attempt] = spans.get('webhook attempt') ?? [];
  expect(attempt).toMatchObject({
    kind: CLIENT,
    attributes: { 'docket.attempt': 1, 'docket.attempt_kind': 'scheduled', 'http.response.status_code': 200 },
  });
  expect(attempt?.status.code).not.toBe(ERROR);
  for (const { startTimeUnixNano, endTimeUnixNano } of collector.spans) {
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  }
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'docket' });
  const secrets = [
    trace,
    'Secretova',
    '79991234567',
    key.slice(9),
    'token-of-the-metrics',
    'Мария',
    dir.path,
    receiver.url,
  ];
  expect(secrets.filter((secret) => collector.text().includes(secret))).toEqual([]);
});

test('an unreachable collector delays neither start, orders nor shutdown', async () => {
  using dir = dataDir();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  await using server = await serve(dir.path, [], { env });
  expectOk(await client(server.url).get('/health/ready'));
  expect(await server.end()).toBe(0);
});

test('an endless answer of the collector is cut off, and the next spans are still sent', async () => {
  const block = new Uint8Array(65_536);
  let [asked, sent, left] = [0, 0, 0];
  using collector = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      asked += 1;
      const body = new ReadableStream({
        pull(controller) {
          sent += 1;
          // Without this, a caller who continues to read would fill the memory of the test's machine.
          if (sent > 5_000) controller.close();
          else controller.enqueue(block);
        },
        cancel() {
          left += 1;
        },
      });
      return new Response(body);
    },
  });
  using dir = dataDir();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin, OTEL_BSP_SCHEDULE_DELAY: '50' };
  await using server = await serve(dir.path, [], { env });
  for (let round = 1; round <= 2; round += 1) {
    expectOk(await client(server.url).get('/health/ready'));
    await until('that spans were sent, and the collector left', () => asked >= round && left >= round);
  }
  expect(sent).toBeLessThan(5_000);
});

test('serve exits with status 2 and names the variable of an invalid collector endpoint', async () => {
  using dir = dataDir();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
  const { status, stderr } = await docket(['serve', '--data', dir.path, '--port', '0'], { env });
  expect(status).toBe(2);
  expect(stderr).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
});

test.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])(
  'a remote collector needs https unless plain http is allowed: %s',
  async (name) => {
    using dir = dataDir();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:9', [name]: 'http://10.255.255.1:4318/v1/traces' };
    const refused = await docket(['serve', '--data', dir.path, '--port', '0'], { env });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`${name}: `);
    expect(refused.stderr).toContain('OTEL_EXPORTER_OTLP_INSECURE=true');
    await using server = await serve(dir.path, [], { env: { ...env, OTEL_EXPORTER_OTLP_INSECURE: 'true' } });
    expectOk(await client(server.url).get('/health/ready'));
  },
);
