import { describe, expect, test } from 'bun:test';
import { client, createKey, docketJson, openShop, orderBody } from '../support/docket.ts';
import {
  changeStore,
  countRows,
  expectFailure,
  expectOk,
  placeOrder,
  rawRequest,
  UNKNOWN_ID,
} from '../support/http-answers.ts';
import { addWorkspace } from '../support/members.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';

const shop = shared(openShop);

const CREATE = '/api/v1/orders/create';

/** Creates a workspace with its own API key, so that changes of its plan or settings affect no other test. */
async function workspace(plan = 'pro') {
  const at = ['--data', shop.dir];
  const workspaceId = await addWorkspace(shop.dir, 'Other', '--plan', plan);
  const of = ['key', 'create', ...at, '--workspace', workspaceId, '--source', 'other', '--scopes', 'all'];
  const { key, id } = await docketJson<{ key: string; id: string }>(of);
  const update = (...flags: string[]) => docketJson(['workspace', 'update', workspaceId, ...at, ...flags]);
  return { api: client(shop.url, key), keyId: id, workspaceId, update };
}

describe('each line of the error table', () => {
  test('a body that is not JSON is 400 invalid_json', async () => {
    for (const body of ['{', '', '{"a":1,}', "{'a':1}", 'NaN', '{} {}']) {
      expectFailure(await shop.api.post(CREATE, body), 400, 'invalid_json');
    }
  });

  test('a missing, malformed or unknown API key is 401 unauthorized with WWW-Authenticate: Bearer', async () => {
    const anonymous = client(shop.url);
    for (const authorization of [undefined, 'Bearer', 'Bearer ', 'Basic b3duZXI6eA==', 'Bearer nonsense', shop.key]) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await anonymous.get('/api/v1/orders', headers as Record<string, string>);
      expectFailure(answer, 401, 'unauthorized');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(answer.headers.has('ratelimit')).toBe(false);
    }
  });

  test('an API key with one changed character is 401 unauthorized and is not repeated in the answer', async () => {
    const wrong = `${shop.key.slice(0, -1)}${shop.key.endsWith('A') ? 'B' : 'A'}`;
    const answer = await client(shop.url, wrong).get('/api/v1/orders');
    expectFailure(answer, 401, 'unauthorized');
    expect(JSON.stringify(answer.body)).not.toContain(wrong);
  });

  test('an API key revoked while the server runs is 401 unauthorized immediately', async () => {
    const { api, keyId, workspaceId } = await workspace();
    expectOk(await api.get('/api/v1/orders'));
    await docketJson(['key', 'revoke', keyId, '--data', shop.dir, '--workspace', workspaceId]);
    expectFailure(await api.get('/api/v1/orders'), 401, 'unauthorized');
  });

  test('an API key without the scope of a call is 403 scope_missing, and the answer names the scope', async () => {
    const scopes = ['inquiries:create', 'orders:create', 'orders:update', 'orders:read', 'orders:delete'];
    const needed: Readonly<Record<string, string>> = {
      'POST /api/v1/inquiries': 'inquiries:create',
      'POST /api/v1/orders/create': 'orders:create',
      'POST /api/v1/orders/update': 'orders:update',
      'POST /api/v1/orders/status': 'orders:update',
      'POST /api/v1/orders/payment': 'orders:update',
      'POST /api/v1/orders/delete': 'orders:delete',
      'GET /api/v1/orders': 'orders:read',
      'GET /api/v1/orders/{id}': 'orders:read',
      'GET /api/v1/changes': 'orders:read',
    };
    // Each route needs a row here, and each row needs a route.
    const { paths } = await docketJson<{ paths: Record<string, Record<string, object>> }>(['openapi']);
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => /^(?:get|post|put|patch|delete)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.toSorted()).toEqual(Object.keys(needed).toSorted());
    for (const scope of scopes) {
      const api = client(shop.url, await shop.newKey('narrow', `svc:${scope}`));
      for (const [route, wanted] of Object.entries(needed)) {
        const [method, path = ''] = route.split(' ');
        const filled = path.replace('{id}', UNKNOWN_ID);
        const answer = await (method === 'GET' ? api.get(filled) : api.post(filled, {}));
        if (scope === wanted)
          expect({ route, scope, refused: answer.status === 403 }).toEqual({ route, scope, refused: false });
        else expect(expectFailure(answer, 403, 'scope_missing')).toEqual({ scope: `svc:${wanted}` });
      }
    }
  });

  test('a call of a workspace below Pro is refused with 403 plan_required until the plan is raised', async () => {
    const { api, update } = await workspace('free');
    expectFailure(await api.get('/api/v1/orders'), 403, 'plan_required');
    await update('--plan', 'pro');
    expectOk(await api.get('/api/v1/orders'));
    await update('--plan', 'free');
    expectFailure(await api.get('/api/v1/orders'), 403, 'plan_required');
    await update('--plan', 'business');
    expectOk(await api.get('/api/v1/orders'));
  });

  test('a call to a workspace with the API off is 403 api_disabled until the API is on again', async () => {
    const { api, update } = await workspace();
    await update('--api', 'off');
    expectFailure(await api.get('/api/v1/orders'), 403, 'api_disabled');
    await update('--api', 'on');
    expectOk(await api.get('/api/v1/orders'));
  });

  test('creating an inquiry is 403 inquiries_disabled while inquiries are switched off, and reading orders still works', async () => {
    const { api, update } = await workspace();
    await update('--inquiries', 'off');
    expectFailure(await api.post('/api/v1/inquiries', { payload: {} }), 403, 'inquiries_disabled');
    expectOk(await api.get('/api/v1/orders'));
    await update('--inquiries', 'on');
    expectOk(await api.post('/api/v1/inquiries', { payload: {} }));
  });

  test('a path that does not exist is 404 not_found', async () => {
    for (const path of ['/api/v1/order', '/api/v2/orders', '/nothing', '/api/v1/orders/create/more']) {
      expectFailure(await shop.api.get(path), 404, 'not_found');
      expectFailure(await client(shop.url).get(path), 404, 'not_found');
    }
  });

  test('reading or changing an unknown or deleted order is answered with 404 order_not_found', async () => {
    const { id } = await placeOrder(shop.api);
    expectOk(await shop.api.post('/api/v1/orders/delete', { id }));
    for (const gone of [UNKNOWN_ID, id]) {
      const payment = { paymentId: `p-${gone}`, amount: 1 };
      const answers = [
        await shop.api.get(`/api/v1/orders/${gone}`),
        await shop.api.post('/api/v1/orders/update', { id: gone, data: { platform: 'x' } }),
        await shop.api.post('/api/v1/orders/status', { id: gone, statusId: 'status-closed' }),
        await shop.api.post('/api/v1/orders/payment', { id: gone, ...payment }),
      ];
      for (const answer of answers) expectFailure(answer, 404, 'order_not_found');
    }
    expectFailure(await shop.api.post('/api/v1/orders/delete', { id: UNKNOWN_ID }), 404, 'order_not_found');
  });

  test('repeating a payment that has since been deleted is answered with 409 payment_deleted', async () => {
    const { id } = await placeOrder(shop.api);
    const payment = { id, paymentId: 'errors-deleted', amount: 10 };
    expectOk(await shop.api.post('/api/v1/orders/payment', payment));
    changeStore(shop, "UPDATE payments SET status = 'deleted' WHERE external_id = 'errors-deleted'");
    const rows = countRows(shop, 'payments');
    expectFailure(await shop.api.post('/api/v1/orders/payment', payment), 409, 'payment_deleted');
    expect(countRows(shop, 'payments')).toBe(rows);
  });

  test('repeating the creation of an order that has since been deleted is answered with 409 order_deleted', async () => {
    const body = orderBody();
    const { id } = expectOk(await shop.api.post(CREATE, body));
    expectOk(await shop.api.post('/api/v1/orders/delete', { id }));
    const rows = countRows(shop, 'orders');
    expectFailure(await shop.api.post(CREATE, body), 409, 'order_deleted');
    expect(countRows(shop, 'orders')).toBe(rows);
  });

  test('a body’s Content-Type must be application/json, in upper or lower case; any other type is 415 unsupported_media_type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', '']) {
      const answer = await shop.api.post(CREATE, orderBody(), { 'content-type': type });
      expectFailure(answer, 415, 'unsupported_media_type');
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8']) {
      expectOk(await shop.api.post(CREATE, orderBody(), { 'content-type': type }));
    }
  });

  test('a compressed body in any encoding is 415 unsupported_media_type, and the message gives the reason', async () => {
    const packed = Bun.gzipSync(JSON.stringify(orderBody()));
    for (const coding of ['gzip', 'br', 'zstd', 'GZIP, identity']) {
      const headers = { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' };
      const request = { method: 'POST', body: packed, headers: { ...headers, 'content-encoding': coding } };
      const response = await fetch(`${shop.url}${CREATE}`, request);
      const answer = {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as { message: string },
      };
      expectFailure(answer, 415, 'unsupported_media_type');
      expect(answer.body.message).toContain('without Content-Encoding');
      expect(answer.headers.get('accept-encoding')).toBe('identity');
    }
    expectOk(await shop.api.post(CREATE, orderBody(), { 'content-encoding': 'identity' }));
  });

  test('an invalid value is 422 validation_failed with the path of its field', async () => {
    const answer = await shop.api.post(CREATE, orderBody({ products: [{ name: 'x', quantity: 1, price: -1 }] }));
    const details = expectFailure(answer, 422, 'validation_failed');
    expect(details).toEqual([{ path: 'products.0.price', message: expect.any(String) }]);
  });

  test('a refusal names its rule only to a page of the dashboard, and not to an API caller', async () => {
    for (const path of ['/api/v1/orders/none', '/api/v1/orders?limit=0', '/api/v1/nothing', '/nothing']) {
      expect((await shop.api.get(path)).body).not.toHaveProperty('refusal');
    }
    const page = await shop.api.post('/app/api/sign-in', {});
    expect(page.body.refusal).toEqual({ rule: 'foreign_origin' });
    expect((await shop.api.get('/app/api/nothing')).body.refusal).toEqual({ rule: 'no_path' });
  });

  test('a request above its API key’s rate limit is 429 rate_limited with Retry-After and stores nothing', async () => {
    await using slow = await openShop(['--rate-limit', '1']);
    const bodies = Array.from({ length: 6 }, () => orderBody());
    const answers = await Promise.all(bodies.map((body) => slow.api.post(CREATE, body)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const answer of refused) {
      expectFailure(answer, 429, 'rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get('ratelimit-policy')).toMatch(/^"[^"]+";q=2;w=2$/);
      expect(answer.headers.get('ratelimit')).toMatch(/^"[^"]+";r=0;t=\d+$/);
    }
    const taken = answers.filter((answer) => answer.status === 200);
    for (const answer of taken) expect(answer.headers.get('ratelimit')).toMatch(/^"[^"]+";r=\d+;t=\d+$/);
    expect(countRows(slow, 'orders')).toBe(taken.length);
    expectOk(await client(slow.url, await slow.newKey('second')).get('/api/v1/orders'));
  });
});

describe('the RateLimit headers and the requestId of an answer', () => {
  test('under a rate limit every answer to a known API key has both RateLimit headers, even a refusal', async () => {
    await using limited = await openShop(['--rate-limit', '50']);
    const reader = client(limited.url, await limited.newKey('reader', 'svc:orders:read'));
    const answers = [
      await limited.api.get('/api/v1/orders'),
      await limited.api.get('/api/v1/orders?limit=0'),
      await limited.api.post(CREATE, '{'),
      await limited.api.post(CREATE, '{}', { 'content-type': 'text/plain' }),
      await limited.api.get(`/api/v1/orders/${UNKNOWN_ID}`),
      await reader.post(CREATE, '{}'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 422, 400, 415, 404, 403]);
    for (const answer of answers) {
      expect(answer.headers.get('ratelimit-policy')).toMatch(/^"[^"]+";q=100;w=2$/);
      expect(answer.headers.get('ratelimit')).toMatch(/^"[^"]+";r=\d+;t=\d+$/);
    }
  });

  test('no RateLimit header is sent with the limit off', async () => {
    const answer = await shop.api.get('/api/v1/orders');
    expectOk(answer);
    expect([answer.headers.has('ratelimit'), answer.headers.has('ratelimit-policy')]).toEqual([false, false]);
  });

  test('each answer has its own requestId', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api.get('/api/v1/orders')));
    expect(new Set(answers.map((answer) => answer.body.requestId)).size).toBe(20);
  });
});

test.each([
  ...['x', 'ab', 'pos', 'shop.example.com:8080', '[::1]:80', '', 'a/b?c'].map(
    (name) => `HTTP/1.1\r\nHost: ${name}\r\n`,
  ),
  'HTTP/1.0\r\n',
])('a request with %j after its path reaches its route, with or without a query or a body', async (called) => {
  const head = `${called}Authorization: Bearer ${shop.key}\r\n`;
  const list = await rawRequest(shop.url, `GET /api/v1/orders?limit=1 ${head}\r\n`);
  expectOk(list);
  const body = JSON.stringify(orderBody());
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  expectOk(await rawRequest(shop.url, `POST ${CREATE} ${head}${type}\r\n${body}`));
  const live = await rawRequest(shop.url, `GET /health/live ${head}\r\n`);
  expect(live.status).toBe(200);
});

describe('the sequence of a request’s checks', () => {
  const tooLarge = `"${'x'.repeat(1_048_576)}"`;
  const text = { 'content-type': 'text/plain' };

  test('a wrong path or method is reported before a wrong API key', async () => {
    expectFailure(await client(shop.url, 'nonsense').post('/api/v1/nothing', '{'), 404, 'not_found');
    expectFailure(await client(shop.url, 'nonsense').get(CREATE), 405, 'method_not_allowed');
  });

  test('a wrong API key is reported before a wrong media type, size or body', async () => {
    const api = client(shop.url, 'nonsense');
    expectFailure(await api.post(CREATE, '{'), 401, 'unauthorized');
    expectFailure(await api.post(CREATE, '{}', text), 401, 'unauthorized');
    expectFailure(await api.post(CREATE, tooLarge), 401, 'unauthorized');
  });

  test('a plan without the API, a disabled API and disabled inquiries are reported before a missing scope', async () => {
    const { update, workspaceId } = await workspace('free');
    const key = await createKey(shop.dir, workspaceId, 'reader', 'svc:orders:read');
    const api = client(shop.url, key);
    expectFailure(await api.post(CREATE, '{', text), 403, 'plan_required');
    await update('--plan', 'pro', '--api', 'off');
    expectFailure(await api.post(CREATE, '{', text), 403, 'api_disabled');
    await update('--api', 'on', '--inquiries', 'off');
    expectFailure(await api.post('/api/v1/inquiries', '{', text), 403, 'inquiries_disabled');
    expectFailure(await api.post(CREATE, '{', text), 403, 'scope_missing');
  });

  test('a missing scope is reported before a wrong media type, size or body', async () => {
    const api = client(shop.url, await shop.newKey('reader', 'svc:orders:read'));
    for (const [body, headers] of [
      ['{', {}],
      ['{}', text],
      [tooLarge, {}],
    ] as const) {
      expectFailure(await api.post(CREATE, body, headers), 403, 'scope_missing');
    }
  });

  test('a missing scope is reported before an exceeded rate, and an exceeded rate before a wrong media type', async () => {
    await using slow = await openShop(['--rate-limit', '1']);
    const reader = client(slow.url, await slow.newKey('reader', 'svc:orders:read'));
    const refused = await Promise.all(Array.from({ length: 8 }, () => reader.post(CREATE, '{}')));
    expect(refused.map((answer) => answer.status)).toEqual(Array(8).fill(403));
    const answers = await Promise.all(Array.from({ length: 8 }, () => slow.api.post(CREATE, '{', text)));
    const codes = answers.map((answer) => answer.body.code);
    expect(new Set(codes)).toEqual(new Set(['unsupported_media_type', 'rate_limited']));
    expect(codes.filter((code) => code === 'unsupported_media_type').length).toBeLessThanOrEqual(4);
  });

  test('a wrong media type is reported before an excessive size, and that size before malformed JSON', async () => {
    expectFailure(await shop.api.post(CREATE, tooLarge, text), 415, 'unsupported_media_type');
    expectFailure(await shop.api.post(CREATE, `{${tooLarge}`), 413, 'body_too_large');
  });

  test('malformed JSON is reported before a wrong shape, and a wrong shape before an unknown status or order', async () => {
    expectFailure(await shop.api.post(CREATE, '{"requestKey":1,"num":2'), 400, 'invalid_json');
    const shape = orderBody({ statusId: 'status-nope', products: [] });
    expectFailure(await shop.api.post(CREATE, shape), 422, 'validation_failed');
    const update = { id: UNKNOWN_ID, data: { platform: 5 } };
    expectFailure(await shop.api.post('/api/v1/orders/update', update), 422, 'validation_failed');
  });
});

test('a server error is 500 without details, and the log has the details under the answer’s requestId', async () => {
  await using shop = await openShop();
  const made = await shop.api.post('/api/v1/orders/create', orderBody());
  const { id } = made.body.data;
  changeStore(shop, "UPDATE orders SET products = '[damaged'");
  const answer = await shop.api.get(`/api/v1/orders/${id}`);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  expect(answer.body).toMatchObject({ ok: false, code: 'internal_error' });
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'message', 'ok', 'requestId']);
  for (const inner of ['JSON', 'damaged', 'src/', 'SyntaxError']) expect(answer.body.message).not.toContain(inner);
  await until('the fault in the log', () => shop.server.stderr().includes('SyntaxError'));
  expect(shop.server.stderr()).toContain(answer.body.requestId);
  expect((await shop.api.get('/api/v1/orders')).status).toBe(200);
});
