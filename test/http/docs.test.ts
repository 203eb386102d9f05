import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Answer, client, docket, docketJson, openShop, orderBody, type Shop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { shapeOf } from '../support/shape-of.ts';

let shop: Shop;
let document: Answer['body'];
beforeAll(async () => {
  shop = await openShop();
  document = await (await fetch(`${shop.url}/docs/json`)).json();
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly spec: Answer['body'];
}

const operations = (): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, unknown>).map(([method, spec]) => ({ method, path, spec })),
  );
const OPERATIONS: Record<string, string> = {
  createInquiry: 'post /api/v1/inquiries',
  createOrder: 'post /api/v1/orders/create',
  updateOrder: 'post /api/v1/orders/update',
  changeOrderStatus: 'post /api/v1/orders/status',
  recordPayment: 'post /api/v1/orders/payment',
  deleteOrder: 'post /api/v1/orders/delete',
  getOrder: 'get /api/v1/orders/{id}',
  listOrders: 'get /api/v1/orders',
};
const exampleOf = (operationId: string) =>
  operations().find(({ spec }) => spec.operationId === operationId)?.spec.requestBody.content['application/json']
    .example;

describe('the OpenAPI document', () => {
  test('is OpenAPI 3 with exactly the eight operations of the public API', () => {
    expect(document.openapi).toMatch(/^3\./);
    const listed = operations().map(({ method, path, spec }) => [spec.operationId, `${method} ${path}`]);
    expect(Object.fromEntries(listed)).toEqual(OPERATIONS);
    expect(listed).toHaveLength(8);
  });

  test('each operation has the bearer key as security and the answers 200, 401, 403, 422 and 429', () => {
    for (const { spec } of operations()) {
      const [scheme] = spec.security.flatMap((one: object) => Object.keys(one));
      expect(document.components.securitySchemes[scheme]).toMatchObject({ type: 'http', scheme: 'bearer' });
      expect(Object.keys(spec.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '422', '429']));
      expect(spec.responses['200'].content['application/json'].schema).toBeObject();
    }
  });

  test('every code of the error table that an answer can carry is in the Error schema', () => {
    const codes: string[] = document.components.schemas.Error.properties.code.enum;
    for (const code of ['order_key_conflict', 'inquiry_key_conflict', 'payment_deleted', 'invalid_cursor']) {
      expect(codes).toContain(code);
    }
    expect(codes).toHaveLength(26);
  });

  test('every reference in it leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const reference of references) {
      const found = reference.split('/').reduce((node, part) => node?.[part], document);
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
  });

  test('docket openapi prints the same document', async () => {
    const { stdout, status } = await docket(['openapi']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(document);
  });

  test('each example of a body is answered with 200 by the server', async () => {
    const post = (operation: string, body: unknown) => shop.api.post(OPERATIONS[operation]?.split(' ')[1] ?? '', body);
    const { id } = expectOk(await post('createOrder', exampleOf('createOrder')));
    for (const operation of ['updateOrder', 'changeOrderStatus', 'deleteOrder']) {
      const target = expectOk(await post('createOrder', orderBody())).id;
      expectOk(await post(operation, { ...exampleOf(operation), id: target }));
    }
    expect(expectOk(await post('recordPayment', exampleOf('recordPayment'))).orderId).toBe(id);
    expectOk(await post('createInquiry', exampleOf('createInquiry')));
  });

  test('each example of an answer has the shape of the answer that its own request gets', async () => {
    await using fresh = await openShop();
    const shown = (operationId: string): unknown =>
      operations().find(({ spec }) => spec.operationId === operationId)?.spec.responses['200'].content[
        'application/json'
      ].example.data;
    const answered: Record<string, Answer> = {};
    const post = async (operationId: string, change: object = {}): Promise<void> => {
      const path = OPERATIONS[operationId]?.split(' ')[1] ?? '';
      answered[operationId] = await fresh.api.post(path, { ...exampleOf(operationId), ...change });
    };
    await post('createOrder');
    const { id } = expectOk(answered['createOrder'] ?? (await fresh.api.get('/')));
    answered['getOrder'] = await fresh.api.get(`/api/v1/orders/${id}`);
    answered['listOrders'] = await fresh.api.get('/api/v1/orders');
    for (const operation of ['updateOrder', 'changeOrderStatus', 'deleteOrder']) await post(operation, { id });
    // The one of the example is deleted by now.
    expectOk(await fresh.api.post('/api/v1/orders/create', orderBody({ requestKey: 'to-be-paid' })));
    await post('recordPayment', { orderKey: 'to-be-paid' });
    await post('createInquiry');
    for (const operation of Object.keys(OPERATIONS)) {
      const answer = answered[operation];
      const real = answer === undefined ? undefined : shapeOf(expectOk(answer));
      expect({ operation, shape: shapeOf(shown(operation)) }).toEqual({ operation, shape: real });
    }
  });

  test('an answer has the very keys that its schema requires', async () => {
    const { id } = expectOk(await shop.api.post('/api/v1/orders/create', orderBody()));
    const answer = await shop.api.get(`/api/v1/orders/${id}`);
    const schema = document.paths['/api/v1/orders/{id}'].get.responses['200'].content['application/json'].schema;
    expect(Object.keys(answer.body).sort()).toEqual([...schema.required].sort());
    expect(Object.keys(answer.body.data).sort()).toEqual([...schema.properties.data.required].sort());
  });
});

describe('the reference page', () => {
  const assets = async (): Promise<string[]> => {
    const html = await (await fetch(`${shop.url}/docs`)).text();
    return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  };

  test('is HTML under a policy that lets in nothing from outside', async () => {
    const page = await fetch(`${shop.url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe-inline');
  });

  test('names no outside host, and each script and style that it names is served', async () => {
    const links = (await assets()).filter((link) => !link.startsWith('data:'));
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) {
      expect(link).toMatch(/^\/docs\//);
      const asset = await fetch(`${shop.url}${link}`);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('content-type')).toMatch(link.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
      expect(asset.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await asset.text()).length).toBeGreaterThan(20);
    }
  });
});

describe('health and metrics', () => {
  test('live and ready answer 200 without a key', async () => {
    for (const path of ['/health/live', '/health/ready']) expectOk(await client(shop.url).get(path));
  });

  test('metrics are Prometheus text from loopback without a token', async () => {
    const answer = await fetch(`${shop.url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toMatch(/^# TYPE docket_\w+ counter$/m);
    expect(text).toMatch(/^docket_http_requests_total\{.*\} \d+$/m);
    expect(text).not.toContain(shop.key);
  });

  test('metrics with --metrics-token are refused without it and served with it', async () => {
    const token = 'metrics-token-0123456789';
    await using guarded = await openShop(['--metrics-token', token]);
    const scrape = (headers: Record<string, string> = {}) => fetch(`${guarded.url}/metrics`, { headers });
    for (const headers of [undefined, { authorization: 'Bearer wrong' }, { authorization: `Bearer ${guarded.key}` }]) {
      const answer = await scrape(headers);
      expect(answer.status).toBeGreaterThanOrEqual(401);
      expect(await answer.text()).not.toContain('docket_http_requests_total');
    }
    const answer = await scrape({ authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('docket_http_requests_total');
  });
});

test('a key made beside the running server works in it at once', async () => {
  const { key } = await docketJson<{ key: string }>([
    ...['key', 'create', '--data', shop.dir, '--source', 'fresh', '--scopes', 'svc:orders:read'],
  ]);
  expectOk(await client(shop.url, key).get('/api/v1/orders'));
});
