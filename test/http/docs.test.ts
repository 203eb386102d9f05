import { beforeAll, describe, expect, test } from 'bun:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { longSentences } from '../../scripts/sentences.ts';
import { loadManual, PARTS } from '../../src/manual/index.ts';
import { writtenOut } from '../support/api-document.ts';
import { type Answer, client, openShop, orderBody, type Shop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { plainText } from '../support/plain-text.ts';
import { shapeOf } from '../support/shape-of.ts';
import { shared } from '../support/shared.ts';
import { curlWords, sendAsCurl } from '../support/shell.ts';

let served: Answer['body'];
/** The served document with each reference replaced by the part that it names. */
let document: Answer['body'];
const shop = shared(openShop);
beforeAll(async () => {
  served = await (await fetch(`${shop.url}/docs/json`)).json();
  document = writtenOut(served);
});

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
  listChanges: 'get /api/v1/changes',
};
const specOf = (operationId: string) => operations().find(({ spec }) => spec.operationId === operationId)?.spec;
const bodyOf = (spec: Answer['body']) => spec.requestBody?.content['application/json'].schema;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const exampleOf = (operationId: string) => specOf(operationId)?.requestBody.content['application/json'].example;

describe('the OpenAPI document', () => {
  test('states OpenAPI version 3 and lists exactly the nine operations of the public API', () => {
    expect(document.openapi).toMatch(/^3\./);
    const listed = operations().map(({ method, path, spec }) => [spec.operationId, `${method} ${path}`]);
    expect(Object.fromEntries(listed)).toEqual(OPERATIONS);
    expect(listed).toHaveLength(9);
  });

  test('each operation requires a bearer key and describes the answers 200, 401, 403, 422 and 429', () => {
    for (const { spec } of operations()) {
      const [scheme] = spec.security.flatMap((one: object) => Object.keys(one));
      expect(document.components.securitySchemes[scheme]).toMatchObject({ type: 'http', scheme: 'bearer' });
      expect(Object.keys(spec.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '422', '429']));
      expect(spec.responses['200'].content['application/json'].schema).toBeObject();
    }
  });

  test('lists every error code of the API in the schema named Error', () => {
    const codes: string[] = document.components.schemas.Error.properties.code.enum;
    for (const code of [
      'bad_request',
      'order_key_conflict',
      'inquiry_key_conflict',
      'idempotency_key_conflict',
      'cursor_expired',
    ]) {
      expect(codes).toContain(code);
    }
    expect(codes).toHaveLength(29);
  });

  test('the document describes each field, header and error code, and the effect of a repeated call, in short sentences', () => {
    const said = saidIn(document, '');
    expect(said.length).toBeGreaterThan(300);
    expect(said.filter(([, words = '']) => words === '')).toEqual([]);
    const paragraphs = said.flatMap(([where, words = '']) =>
      words.split('\n').map((text) => [where, text.replaceAll(/`[^`]*`/g, 'code')] as const),
    );
    expect(paragraphs.flatMap(([where, text]) => longSentences(text).map((problem) => `${where} ${problem}`))).toEqual(
      [],
    );
    for (const { spec } of operations()) {
      expect(spec.summary).toMatch(/^[A-Z][a-z]/);
      expect(spec.description).toContain('\n\nSent again: ');
      for (const [status, { description, content }] of Object.entries<Answer['body']>(spec.responses)) {
        if (status === '200') continue;
        const { examples } = content['application/json'];
        const codes = [...description.matchAll(/^- `(\w+)`: [A-Z`].*\.$/gm)].map(([, code = '']) => code);
        expect(codes.length).toBeGreaterThan(0);
        expect(Object.keys(examples)).toEqual(codes);
        for (const code of codes) expect(examples[code].value.code).toBe(code);
      }
    }
  });

  test('contains the object that each reference points to', () => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const reference of references) {
      const found = reference.split('/').reduce((node, part) => node?.[part], served);
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
  });

  test('every schema is valid by the rules of JSON Schema', () => {
    for (const { spec } of operations()) {
      for (const schema of [bodyOf(spec), spec.responses['200'].content['application/json'].schema]) {
        if (schema !== undefined) expect(ajv.validateSchema(schema)).toBe(true);
      }
    }
    expect(JSON.stringify(document)).not.toContain('x-in-document');
  });

  test('states the minimum and maximum of amounts and quantities in a form that code generators can use', () => {
    const { client, products, delivery, payments } = bodyOf(specOf('createOrder')).properties;
    const { price, quantity, name } = products.items.properties;
    const { phone } = client.anyOf[0].properties;
    const most = 999_999_999.99;
    const amount = { type: 'number', minimum: 0.01, maximum: most };
    expect(price).toMatchObject({ type: 'number', minimum: 0, maximum: most });
    expect(delivery.anyOf[0].properties.price.anyOf[0]).toMatchObject({ minimum: 0, maximum: most });
    expect(quantity).toMatchObject({ type: 'number', minimum: 0.001, maximum: 999_999_999.999 });
    expect(payments.anyOf[0].items.properties.amount).toMatchObject(amount);
    expect(bodyOf(specOf('recordPayment')).properties.amount).toMatchObject(amount);
    const types = phone.anyOf.map(({ type }: { type: string }) => type);
    expect([name.type, ...types]).toEqual(['string', 'string', 'number', 'boolean', 'null']);
  });

  test('the document says which keys a new order and a payment need, and the server refuses every other combination of keys', async () => {
    const { requestKey, ...rest } = orderBody();
    const num = 'one-of-7';
    const creates = [
      {},
      { requestKey },
      { num },
      { requestKey, num },
      { requestKey: null },
      { requestKey: null, num: 'one-of-8' },
    ];
    const { id } = await placeOrder(shop.api);
    const keys = [{}, { id }, { orderKey: num }, { id: null, orderKey: num }, { id: null }, { id, orderKey: null }];
    const payments = keys.map((one, at) => ({ ...one, paymentId: `one-of-${at}`, amount: 1 }));
    for (const [operation, bodies, told] of [
      ['createOrder', creates.map((one) => ({ ...rest, ...one })), [false, true, true, false, false, true]],
      ['recordPayment', payments, [false, true, true, true, false, true]],
    ] as const) {
      expect(bodyOf(specOf(operation)).description).toMatch(
        /^Send (?:exactly one of `requestKey` and `num`|`id`, or `orderKey`, or both)\.$/,
      );
      const path = OPERATIONS[operation]?.split(' ')[1] ?? '';
      const statuses: number[] = [];
      for (const body of bodies) statuses.push((await shop.api.post(path, body)).status);
      expect(statuses).toEqual(told.map((fits) => (fits ? 200 : 422)));
    }
  });

  test('the schema of Idempotency-Key allows exactly the values that the server accepts', async () => {
    const [header] = specOf('createInquiry').parameters.filter(
      ({ name }: { name: string }) => name === 'Idempotency-Key',
    );
    const isValid = ajv.compile(header.schema);
    const keys = ['a', 'spaces inside', '~'.repeat(255), '~'.repeat(256), 'ключ'];
    const statuses: number[] = [];
    for (const key of keys) {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      statuses.push((await shop.api.post('/api/v1/inquiries', { payload: {} }, headers)).status);
    }
    expect(keys.map((key) => isValid(key))).toEqual([true, true, true, false, false]);
    expect(statuses).toEqual([200, 200, 200, 422, 422]);
  });

  test('the answer to a create links to every operation on the order', async () => {
    const links: Record<string, Answer['body']> = specOf('createOrder').responses['200'].links;
    const led = Object.values(links).map(({ operationId }) => operationId);
    expect(led).toEqual(['getOrder', 'updateOrder', 'changeOrderStatus', 'recordPayment', 'deleteOrder']);
    const more: Record<string, object> = {
      updateOrder: { data: { platform: 'linked' } },
      changeOrderStatus: { statusId: 'status-closed' },
      recordPayment: { paymentId: 'linked', amount: 1 },
    };
    const made = await shop.api.post('/api/v1/orders/create', orderBody());
    const foundBy = (expression: string) => {
      const [source, pointer = ''] = expression.split('#');
      expect(source).toBe('$response.body');
      return pointer
        .split('/')
        .slice(1)
        .reduce((node, key) => node[key], made.body);
    };
    for (const { operationId, parameters, requestBody } of Object.values(links)) {
      const [method, path = ''] = (OPERATIONS[operationId] ?? '').split(' ');
      const [[name, expression] = ['', '']] = Object.entries<string>(parameters ?? requestBody);
      const value = foundBy(expression);
      const answer =
        method === 'get'
          ? await shop.api.get(path.replace(`{${name}}`, value))
          : await shop.api.post(path, { [name]: value, ...more[operationId] });
      expect([operationId, answer.status]).toEqual([operationId, 200]);
    }
  });

  test('each example answer in the document has the shape of the server’s real answer', async () => {
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
    answered['listChanges'] = await fresh.api.get('/api/v1/changes?limit=2');
    // The order of the first example is deleted by now, so the payment gets another order.
    await placeOrder(fresh.api, { requestKey: 'to-be-paid' });
    await post('recordPayment', { orderKey: 'to-be-paid' });
    await post('createInquiry');
    for (const operation of Object.keys(OPERATIONS)) {
      const answer = answered[operation];
      const real = answer === undefined ? undefined : shapeOf(expectOk(answer));
      expect({ operation, shape: shapeOf(shown(operation)) }).toEqual({ operation, shape: real });
    }
  });

  test('the answer to a read has exactly the fields that its schema requires', async () => {
    const { id } = await placeOrder(shop.api);
    const answer = await shop.api.get(`/api/v1/orders/${id}`);
    const schema = document.paths['/api/v1/orders/{id}'].get.responses['200'].content['application/json'].schema;
    expect(Object.keys(answer.body).sort()).toEqual([...schema.required].sort());
    expect(Object.keys(answer.body.data).sort()).toEqual([...schema.properties.data.required].sort());
  });
});

function namesIn(schema: Answer['body']): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf = [] } = schema;
  const below = [
    ...Object.values(properties),
    items,
    ...anyOf.filter((one: object) => !('required' in one) || 'type' in one),
  ];
  return [...Object.keys(properties), ...below.flatMap(namesIn)];
}

/** The rank of a call in the order in which a reader tries them: the create first, the delete last. */
const last = ({ spec: { operationId } }: Operation): number =>
  operationId === 'createOrder' ? 0 : operationId === 'deleteOrder' ? 2 : 1;

/**
 * The parts of the document that need a description, each with its place. The description is undefined if it is
 * missing.
 */
function saidIn(node: Answer['body'], where: string): [string, string | undefined][] {
  if (typeof node !== 'object' || node === null) return [];
  const named = [node.properties, node.headers].flatMap((part) => Object.entries(part ?? {}));
  // The fields inside an answer's `data` have descriptions of their own, so `data` itself needs none.
  const fields = named.filter(
    ([name, part]) => name !== 'data' || !('properties' in (part as object)) || 'id' in node.properties,
  );
  const wordsOf = (part: Answer['body']): string | undefined =>
    part.description ?? part.anyOf?.find((one: Answer['body']) => 'description' in one)?.description;
  return [
    ...('required' in node && !('type' in node)
      ? []
      : fields.map(([name, part]): [string, string | undefined] => [`${where}/${name}`, wordsOf(part as object)])),
    ...(typeof node.description === 'string' ? [[where, node.description] as [string, string]] : []),
    ...Object.entries(node)
      .filter(([name]) => name !== 'example' && name !== 'examples')
      .flatMap(([name, part]) => saidIn(part, `${where}/${name}`)),
  ];
}

describe('the reference page', () => {
  const assets = async (): Promise<string[]> => {
    const html = await (await fetch(`${shop.url}/docs`)).text();
    return [...html.matchAll(/<(?:script|link|img)\b[^>]*(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  };

  test('the page is HTML, and its policy forbids resources from other sites', async () => {
    const page = await fetch(`${shop.url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe-inline');
  });

  test('the reference page has an anchor for each operation and lists the operation’s fields, statuses and error codes', async () => {
    const html = await (await fetch(`${shop.url}/docs`)).text();
    for (const { method, path, spec } of operations()) {
      const from = html.indexOf(`<section class="operation" id="${spec.operationId}"`);
      const section = html.slice(from, html.indexOf('</section>', from));
      const names = [...namesIn(bodyOf(spec)), ...spec.parameters.map(({ name }: { name: string }) => name)];
      const statuses = Object.keys(spec.responses);
      const codes = statuses.flatMap((status) =>
        [...spec.responses[status].description.matchAll(/`\w+`/g)].map(String),
      );
      const wanted = [
        `<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`,
        ...names.map((name) => `<code class="name">${name}</code>`),
        ...statuses.map((status) => `<strong>${status}</strong>`),
        ...codes.map((code) => `<code>${code.slice(1, -1)}</code>`),
      ];
      expect(wanted.filter((one) => !section.includes(one))).toEqual([]);
      expect(html).toContain(`href="#${spec.operationId}"`);
    }
    const known: string[] = document.components.schemas.Error.properties.code.enum;
    expect(known.filter((code) => !html.includes(`<code>${code}</code>`))).toEqual([]);
  });

  test('a shell parses each curl call on the reference page, and the server answers it with 200', async () => {
    await using fresh = await openShop();
    const html = await (await fetch(`${fresh.url}/docs`)).text();
    let id = 'none yet';
    const called = async ({ method, path, spec }: Operation): Promise<Answer['body']> => {
      const [, shown = ''] = new RegExp(`<pre id="${spec.operationId}-curl">([^<]*)</pre>`).exec(html) ?? [];
      const script = plainText(shown).replaceAll('https://docket.example.com', fresh.url);
      const words = await curlWords(script, { DOCKET_KEY: fresh.key, ID: id, IDEMPOTENCY_KEY: spec.operationId });
      expect(words).toContain(`${fresh.url}${path.replace('{id}', id)}`);
      expect(words.filter((_, at) => words[at - 1] === '-X')).toEqual(method === 'post' ? ['POST'] : []);
      const answer = await sendAsCurl(words);
      expect([spec.operationId, answer.status]).toEqual([spec.operationId, 200]);
      return answer.body;
    };
    const [create, ...others] = operations().toSorted((a, b) => last(a) - last(b));
    if (create !== undefined) id = (await called(create)).data.id;
    for (const operation of others) await called(operation);
  });

  test('the page lists each header only for the answers that carry it', async () => {
    const html = await (await fetch(`${shop.url}/docs`)).text();
    const named = (from: string, to: string): string[] => {
      const part = html.slice(html.indexOf(from), html.indexOf(to));
      return [...part.matchAll(/<code class="name">([\w-]+)</g)].map(([, name = '']) => name);
    };
    const withKey = 'An answer to a known key carries these too';
    const [always, ofKey] = [named('Every answer carries', withKey), named(withKey, 'id="Orders-group"')];
    expect([always.length, ofKey]).toEqual([2, ['RateLimit-Policy', 'RateLimit']]);
    await using slow = await openShop(['--rate-limit', '1']);
    await using brisk = await openShop(['--rate-limit', '100']);
    await using unlimited = await openShop(['--rate-limit', '0']);
    const ask = (at: Shop, path: string, key = at.key) =>
      fetch(`${at.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const orders = '/api/v1/orders';
    const known = [await ask(brisk, orders), await ask(brisk, `${orders}/x`), await ask(brisk, '/api/v1/nothing')];
    for (let sent = 0; sent < 3; sent += 1) known.push(await ask(slow, orders));
    const strange = [await fetch(`${brisk.url}${orders}`), await ask(brisk, orders, 'dk_wrong')];
    while (strange.at(-1)?.status !== 429) strange.push(await ask(slow, orders, 'dk_wrong'));
    expect(known.map(({ status }) => status)).toEqual([200, 422, 404, 200, 200, 429]);
    for (const answer of [...known, ...strange, await ask(unlimited, orders)]) {
      expect(always.filter((name) => !answer.headers.has(name))).toEqual([]);
    }
    for (const answer of known) expect(ofKey.filter((name) => !answer.headers.has(name))).toEqual([]);
    for (const answer of [...strange, await ask(unlimited, orders)]) {
      expect(ofKey.filter((name) => answer.headers.has(name))).toEqual([]);
    }
  });

  test('the page shows each webhook event with its headers, its fields and a sample', async () => {
    const html = await (await fetch(`${shop.url}/docs`)).text();
    const written = writtenOut(document);
    const types = Object.keys(written.webhooks);
    expect(types).toHaveLength(5);
    for (const type of types) {
      const { operationId, parameters, requestBody } = written.webhooks[type].post;
      const from = html.indexOf(`<section class="operation" id="${operationId}"`);
      const section = html.slice(from, html.indexOf('</section>', from));
      const names = namesIn(requestBody.content['application/json'].schema);
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !section.includes(`<code class="name">${name}</code>`))).toEqual([]);
      for (const { name } of parameters) expect(html).toContain(`<li id="webhooks.${name}">`);
      const [, sample = ''] = new RegExp(`<pre id="${operationId}-sample">([^<]*)</pre>`).exec(section) ?? [];
      const { data, ...rest } = JSON.parse(plainText(sample));
      expect([rest.type, data.orderId]).toEqual([type, '00000000-0000-0000-0000-000000000000']);
      expect(html).toContain(`<a href="#${operationId}">`);
    }
  });

  test('lists each manual page for programmers by its title in the table of contents', async () => {
    const html = await (await fetch(`${shop.url}/docs`)).text();
    const manual = await loadManual();
    const contents = html.slice(html.indexOf('<nav id="contents"'));
    const listed = [...contents.matchAll(/href="\/docs\/manual\/([a-z-]+)">([^<]*)</g)].map(([, ...one]) => one);
    const topics = PARTS.find(({ topics }) => topics.includes('quickstart'))?.topics ?? [];
    expect(listed).toEqual(topics.map((topic) => [topic, manual.title('en', topic)]));
  });

  test('loads scripts, styles and pictures from this server alone', async () => {
    const links = [...new Set(await assets())];
    expect(links.sort()).toEqual(['/app/icon.svg', '/docs/reference.css', '/docs/reference.js']);
    const types: Record<string, RegExp> = { js: /^text\/javascript/, css: /^text\/css/, svg: /^image\/svg/ };
    for (const link of links) {
      const asset = await fetch(`${shop.url}${link}`);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('content-type')).toMatch(types[link.split('.').at(-1) ?? ''] ?? /^$/);
      expect(asset.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await asset.text()).length).toBeGreaterThan(20);
    }
  });
});

describe('health and metrics', () => {
  test('/health/live and /health/ready answer 200 without an API key', async () => {
    for (const path of ['/health/live', '/health/ready']) expectOk(await client(shop.url).get(path));
  });

  test('a loopback caller gets the metrics as Prometheus text, without a token', async () => {
    const answer = await fetch(`${shop.url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toMatch(/^# TYPE docket_\w+ counter$/m);
    expect(text).toMatch(/^docket_http_requests_total\{.*\} \d+$/m);
    expect(text).not.toContain(shop.key);
  });
});
