import { afterEach, describe, expect, test } from 'bun:test';
import { client, openShop, orderBody } from '../support/docket.ts';
import {
  countRows,
  expectFailure,
  expectInvalid,
  expectOk,
  placeOrder,
  rawRequest,
  rawSocket,
} from '../support/http-answers.ts';
import { inChunks } from '../support/raw-upload.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);
afterEach(async () => {
  expectOk(await shop.api.get('/api/v1/orders?limit=1'));
  await placeOrder(shop.api);
});

const CREATE = '/api/v1/orders/create';
const INQUIRIES = '/api/v1/inquiries';
const BOUND = 1_048_576;

const head = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: docket', `Authorization: Bearer ${shop.key}`, 'Content-Type: application/json']
    .concat(headers, '', '')
    .join('\r\n');
const sendBytes = (bytes: Uint8Array) => rawRequest(shop.url, head(CREATE, `Content-Length: ${bytes.length}`), bytes);
const sendChunked = (bytes: Uint8Array, path = CREATE) =>
  rawRequest(shop.url, head(path, 'Transfer-Encoding: chunked'), inChunks(Buffer.from(bytes), 65_536), '0\r\n\r\n');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const withClient = (json: string): string => JSON.stringify(orderBody({ client: 'CLIENT' })).replace('"CLIENT"', json);

describe('nesting', () => {
  test('a body of 100,000 levels is refused by every POST, whether its brackets are closed or not', async () => {
    const deep = 100_000;
    const bodies = [
      nested('[', ']', deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      '['.repeat(deep),
      '{"a":'.repeat(deep),
      '[{"a":'.repeat(deep / 2),
    ];
    for (const path of [CREATE, '/api/v1/orders/update', '/api/v1/orders/payment', INQUIRIES]) {
      for (const body of bodies) {
        const answer = await shop.api.post(path, body);
        expect([400, 413, 422]).toContain(answer.status);
        expectFailure(answer, answer.status, answer.body.code);
      }
    }
    const inside = await shop.api.post(CREATE, withClient(`{"x":${nested('[', ']', deep)}}`));
    expectFailure(inside, 422, 'validation_failed');
  });

  test('brackets inside a text do not count as nesting', async () => {
    await placeOrder(shop.api, { platform: '[{"'.repeat(100) });
  });
});

describe('size', () => {
  const padded = (size: number): Uint8Array => {
    const body = bytesOf(JSON.stringify(orderBody()));
    const bytes = new Uint8Array(size).fill(0x20);
    bytes.set(body);
    return bytes;
  };

  test('a body of the maximum size is accepted, and a body one byte larger is refused, chunked or not', async () => {
    for (const send of [sendBytes, sendChunked]) {
      expectOk(await send(padded(BOUND)));
      expect(expectFailure(await send(padded(BOUND + 1)), 413, 'body_too_large')).toEqual({ limit: BOUND });
    }
  });

  test('a chunked inquiry has its own size limit', async () => {
    const bytes = new Uint8Array(262_145).fill(0x20);
    bytes.set(bytesOf('{"payload":{}}'));
    expectOk(await sendChunked(bytes.subarray(0, 262_144), INQUIRIES));
    expectFailure(await sendChunked(bytes, INQUIRIES), 413, 'body_too_large');
  });

  test('a Content-Length far above the size limit is refused before the body is sent', async () => {
    const answer = await rawRequest(shop.url, head(CREATE, 'Content-Length: 9000000000'));
    expectFailure(answer, 413, 'body_too_large');
  });

  test('a body shorter than its Content-Length stores nothing when the connection closes', async () => {
    const before = countRows(shop, 'orders');
    const body = bytesOf(JSON.stringify(orderBody()));
    for (let round = 0; round < 20; round += 1) {
      const socket = await rawSocket(shop.url);
      socket.send(head(CREATE, `Content-Length: ${body.length + 10}`));
      socket.send(body);
      socket.close();
    }
    expectOk(await shop.api.get('/api/v1/orders'));
    expect(countRows(shop, 'orders')).toBe(before);
  });

  test('two creates in one TCP segment create each order at most once', async () => {
    const before = countRows(shop, 'orders');
    const pair = [orderBody(), orderBody()];
    const bodies = pair.map((order) => JSON.stringify(order));
    const socket = await rawSocket(shop.url);
    socket.send(bodies.map((body) => `${head(CREATE, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`).join(''));
    // Bun closes a connection on which a request arrives before the answer to the earlier one.
    await socket.answer().catch(() => undefined);
    socket.close();
    for (const order of pair) expectOk(await shop.api.post(CREATE, order));
    expect(countRows(shop, 'orders')).toBe(before + pair.length);
  });

  test('bodies that arrive slowly delay no other request', async () => {
    const body = bytesOf(JSON.stringify(orderBody()));
    const slow = await Promise.all(Array.from({ length: 50 }, () => rawSocket(shop.url)));
    for (const socket of slow) socket.send(head(CREATE, `Content-Length: ${body.length}`));
    for (const socket of slow) socket.send(body.subarray(0, 5));
    const others = await Promise.all(Array.from({ length: 50 }, () => shop.api.post(CREATE, orderBody())));
    for (const answer of others) expectOk(answer);
    for (const socket of slow) socket.send(body.subarray(5));
    const ids = (await Promise.all(slow.map((socket) => socket.answer()))).map((answer) => expectOk(answer).id);
    expect(new Set(ids).size).toBe(1);
    for (const socket of slow) socket.close();
  });
});

describe('the contents of a body', () => {
  /** An order whose client has enough commas, lists and objects for a total of `parts`. */
  const holding = (parts: number): string => {
    const body = withClient('{"x":[@]}');
    const around = body.replaceAll(/"[^"]*"/g, '').match(/[,[{]/g)?.length ?? 0;
    return body.replace(
      '@',
      Array(parts - around + 1)
        .fill('1')
        .join(','),
    );
  };

  test('a body with 10,000 commas and opening brackets is accepted, and one with more is refused before parsing', async () => {
    expectOk(await shop.api.post(CREATE, holding(10_000)));
    expectInvalid(await shop.api.post(CREATE, holding(10_001)), '');
    // The answer does not say that the JSON is invalid, because the body was never parsed.
    expectInvalid(await shop.api.post(CREATE, `${'[1,'.repeat(20_000)}nonsense`), '');
    expectInvalid(await shop.api.post(INQUIRIES, `{"payload":{"a":[${'[],'.repeat(20_000)}1]}}`), '');
  });

  test('at most twenty errors are listed, and a very long field name is shortened', async () => {
    const keys = Array.from({ length: 9_000 }, (_, at) => [`key ${at}`, 0]);
    const many = await shop.api.post(CREATE, { ...orderBody(), ...Object.fromEntries(keys) });
    expect(expectFailure(many, 422, 'validation_failed')).toHaveLength(20);
    expect(many.body.message).toEndWith(' (100 or more problems in all, see details)');
    const long = await shop.api.post(CREATE, { ...orderBody(), ['k'.repeat(1_000_000)]: 0 });
    expectInvalid(long, `${'k'.repeat(300)}…`);
    expect(JSON.stringify(long.body).length).toBeLessThan(2_000);
  });
});

describe('text', () => {
  test('invalid UTF-8, and any UTF-16, is invalid_json', async () => {
    const [before, after] = withClient('{"name":"@"}').split('@').map(bytesOf);
    for (const bad of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const bytes = Buffer.concat([before ?? new Uint8Array(), Uint8Array.from(bad), after ?? new Uint8Array()]);
      expectFailure(await sendBytes(bytes), 400, 'invalid_json');
    }
    expectFailure(await sendBytes(Buffer.from(JSON.stringify(orderBody()), 'utf16le')), 400, 'invalid_json');
  });

  test('a byte order mark is skipped or answered with invalid_json, never with a server error', async () => {
    const answer = await shop.api.post(CREATE, `\ufeff${JSON.stringify(orderBody())}`);
    if (answer.status === 200) expectOk(answer);
    else expectFailure(answer, 400, 'invalid_json');
  });

  test('a field that a body has twice causes no server error and at most one order', async () => {
    const before = countRows(shop, 'orders');
    const body = JSON.stringify(orderBody()).replace('{', '{"date":"2026-03-09T10:00:00Z",');
    const answer = await shop.api.post(CREATE, body);
    expect([200, 400, 422]).toContain(answer.status);
    expect(countRows(shop, 'orders')).toBe(before + (answer.status === 200 ? 1 : 0));
  });

  test('a lone surrogate is refused or read back as sent', async () => {
    for (const lone of ['\\ud83c', '\\udf37', 'a\\ud83cb']) {
      const answer = await shop.api.post(CREATE, withClient(`{"name":"${lone}"}`));
      if (answer.status !== 200) {
        expect([400, 422]).toContain(answer.status);
        continue;
      }
      const order = expectOk(await shop.api.get(`/api/v1/orders/${expectOk(answer).id}`));
      expect(order.client.name).toBe(JSON.parse(`"${lone}"`));
    }
  });

  test('a name of 500 emoji is accepted, and one of 501 is refused', async () => {
    const { id } = await placeOrder(shop.api, { client: { name: '🌷'.repeat(500) } });
    expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`)).client.name).toBe('🌷'.repeat(500));
    const longer = await shop.api.post(CREATE, orderBody({ client: { name: '🌷'.repeat(501) } }));
    expectInvalid(longer, 'client.name');
  });

  test('a __proto__ in a nested object changes no field of this or another order', async () => {
    const answer = await shop.api.post(CREATE, withClient('{"name":"a","__proto__":{"email":"x"}}'));
    const { id } = expectOk(answer);
    const plain = await placeOrder(shop.api);
    expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`)).client.email).toBeNull();
    expect(expectOk(await shop.api.get(`/api/v1/orders/${plain.id}`)).client.email).toBeNull();
  });
});

describe('paths, methods and headers', () => {
  const line = (method: string, path: string, ...headers: string[]) =>
    rawRequest(
      shop.url,
      [`${method} ${path} HTTP/1.1`, 'Host: docket', `Authorization: Bearer ${shop.key}`, ...headers, '', ''].join(
        '\r\n',
      ),
    );

  test('a request with two Host headers is answered with 400 bad_request on every path and has no effect', async () => {
    const rows = countRows(shop, 'orders');
    const body = JSON.stringify(orderBody());
    const rest = `Authorization: Bearer ${shop.key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    const twice = ['Host: docket\r\nHost: evil.example', 'Host: docket\r\nhost: docket', 'Host: docket, evil.example'];
    for (const hosts of twice) {
      for (const start of [
        `POST ${CREATE}`,
        'GET /api/v1/orders',
        'GET /app',
        'GET /docs',
        'GET /health/live',
        'GET /x',
      ]) {
        const sent = start.startsWith('POST') ? `${rest}\r\n${body}` : '\r\n';
        expectFailure(await rawRequest(shop.url, `${start} HTTP/1.1\r\n${hosts}\r\n${sent}`), 400, 'bad_request');
      }
    }
    expect(countRows(shop, 'orders')).toBe(rows);
  });

  test('a wrong path, a double or trailing slash and a broken escape get a JSON error', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/v1',
      '/api/v1/',
      '//',
      '//api/v1/orders',
      '/api//v1/orders',
      '/api/v1/orders/',
      '/API/v1/orders',
      '/api/v1/orders//',
      '/api/v1/%zz',
      '/%',
      '/api/v1/orders%2Fcreate',
      '/.%00',
    ]) {
      const answer = await line('GET', path);
      if (path === '/' && answer.status < 400) continue;
      expect([path, answer.status]).toEqual([path, 404]);
      expectFailure(answer, 404, 'not_found');
    }
    const broken = await line('GET', '/api/v1/orders/%zz');
    expect([404, 422]).toContain(broken.status);
    expect(broken.body.message).toBe('id: must be a UUID');
    expectFailure(broken, broken.status, broken.body.code);
  });

  test('a wrong method on a known path is 405 with Allow', async () => {
    const operations = ['create', 'update', 'status', 'payment', 'delete'].map((name) => `/api/v1/orders/${name}`);
    for (const path of [...operations, INQUIRIES]) {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await line(method, path);
        expectFailure(answer, 405, 'method_not_allowed');
        expect([path, method, answer.headers.get('allow')]).toEqual([path, method, 'POST']);
      }
    }
    for (const path of ['/api/v1/orders', '/api/v1/orders/01900000-0000-7000-8000-000000000000']) {
      const answer = await shop.api.post(path, {});
      expectFailure(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')?.split(/, */)).toContain('GET');
    }
  });

  test('HEAD and OPTIONS are answered and create nothing', async () => {
    const before = countRows(shop, 'orders');
    for (const method of ['HEAD', 'OPTIONS']) {
      for (const path of ['/api/v1/orders', CREATE, '/nothing']) {
        const answer = await fetch(`${shop.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${shop.key}` },
        });
        expect([path, method, answer.status < 500]).toEqual([path, method, true]);
        if (path === CREATE) expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    }
    expect(countRows(shop, 'orders')).toBe(before);
  });

  test('every page, document, redirect, metric and API answer forbids caches to store it', async () => {
    const paths = [
      '/',
      '/app',
      '/app/',
      '/app/orders',
      '/docs',
      '/docs/',
      '/docs/json',
      '/docs/json?openapi=3.0',
      '/docs/reference.js',
    ];
    const others = [
      '/docs/manual',
      '/docs/manual/orders',
      '/docs/manual/nothing',
      '/docs/manual?q=refund',
      '/health/ready',
      '/metrics',
      '/nothing',
    ];
    for (const path of [...paths, ...others]) {
      const answer = await fetch(`${shop.url}${path}`, { redirect: 'manual' });
      await answer.body?.cancel();
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });

  test('an API key in the query has no effect', async () => {
    const anonymous = client(shop.url);
    for (const name of ['key', 'api_key', 'access_token', 'token', 'authorization']) {
      const answer = await anonymous.get(`/api/v1/orders?${name}=${encodeURIComponent(shop.key)}`);
      expectFailure(answer, 401, 'unauthorized');
    }
  });

  test('an API key in the body has no effect', async () => {
    const answer = await fetch(`${shop.url}${CREATE}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${shop.key}`,
    });
    expect(answer.status).toBe(401);
  });

  test('the scheme Bearer is accepted in upper, lower and mixed case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
      const answer = await client(shop.url).get('/api/v1/orders', { authorization: `${scheme} ${shop.key}` });
      expectOk(answer);
    }
  });

  test('an error in the body is reported instead of a repeated query parameter', async () => {
    const path = '/api/v1/orders/create?a=1&a=2';
    const headers = { authorization: `Bearer ${shop.key}` };
    const form = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: 'x' });
    expect(form.status).toBe(415);
    expectFailure(await shop.api.post(path, '{'), 400, 'invalid_json');
    expectFailure(await shop.api.post(path, '{}'), 422, 'validation_failed');
  });

  test('a repeated query parameter is refused', async () => {
    for (const [query, name] of [
      ['limit=1&limit=2', 'limit'],
      ['statusId=a&statusId=a', 'statusId'],
    ] as const) {
      expectInvalid(await shop.api.get(`/api/v1/orders?${query}`), name);
    }
  });

  test('a gigantic header gets a refusal or a closed connection, and the server still works', async () => {
    const outcome = await line('GET', '/api/v1/orders', `X-Large: ${'x'.repeat(2_000_000)}`).then(
      (answer) => answer.status,
      () => 'closed',
    );
    expect([400, 413, 431, 'closed']).toContain(outcome);
  });

  test('bytes that are not HTTP get a refusal or a closed connection, and the server still works', async () => {
    const outcome = await rawRequest(shop.url, '\u0000\u0001nonsense\r\n\r\n').then(
      (answer) => answer.status,
      () => 'closed',
    );
    expect([400, 'closed']).toContain(outcome);
  });
});
