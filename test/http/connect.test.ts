import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  curlOf,
  findTestOrder,
  isTestOrder,
  KEY_LINE,
  type Operation,
  ORDER_ID_LINE,
  operationsFor,
} from '../../src/dashboard/client/features/connect/operations.ts';
import { ownerOf, signedIn, type Visitor } from '../support/browser-session.ts';
import {
  type Answer,
  client as bareClient,
  type Client,
  docketJson,
  openShop as openBareShop,
  orderBody,
  type Shop,
  serve,
} from '../support/docket.ts';
import { expectFailure, expectOk, INSTANT, placeOrder, UNKNOWN_ID } from '../support/http-answers.ts';
import { addMember, addWorkspace } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';
import { curlWords, sendAsCurl } from '../support/shell.ts';
import { until } from '../support/until.ts';

/** Calls of the same millisecond may be listed in any sequence, so each call waits for the next millisecond. */
function apart(api: Client): Client {
  const later = async (call: () => Promise<Answer>): Promise<Answer> => {
    const now = Date.now();
    await until('the next millisecond', () => Date.now() > now);
    return call();
  };
  return {
    get: (...call) => later(() => api.get(...call)),
    post: (...call) => later(() => api.post(...call)),
  };
}

const client = (url: string, key?: string): Client => apart(bareClient(url, key));

async function openShop(args?: readonly string[]): Promise<Shop> {
  const opened = await openBareShop(args);
  return { ...opened, api: apart(opened.api) };
}

const { shop, owner } = sharedShop();

const callsNow = async (): Promise<Answer['body'][]> => expectOk(await owner.get(`${shop.base}/calls`)).calls;
const SITE = { keyName: 'site', keyPrefix: expect.stringMatching(/^dk_.{6}$/), keyRefusal: null };

test('each new call is listed first, with its time, operation, API key, result and order', async () => {
  const made = await shop.api.post('/api/v1/orders/create', orderBody({ num: 'S-1001', requestKey: null }));
  const { id } = expectOk(made);
  const [newest] = await callsNow();
  expect(newest).toEqual({
    ...SITE,
    requestId: made.body.requestId,
    at: expect.stringMatching(INSTANT),
    method: 'POST',
    route: '/api/v1/orders/create',
    status: 200,
    code: 'ok',
    ms: expect.any(Number),
    missingScope: null,
    orderId: id,
    orderNumber: 'S-1001',
    orderDeleted: false,
  });
  const read = await shop.api.get(`/api/v1/orders/${id}`);
  expect((await callsNow()).slice(0, 2).map(({ requestId }) => requestId)).toEqual([
    read.body.requestId,
    made.body.requestId,
  ]);
});

test('a refused call is listed with its reason: the missing scope or the fault of the API key', async () => {
  const limited = await shop.newKey('till', 'svc:orders:read');
  expectFailure(await client(shop.url, limited).post('/api/v1/orders/create', orderBody()), 403, 'scope_missing');
  expect((await callsNow())[0]).toMatchObject({
    keyName: 'till',
    status: 403,
    code: 'scope_missing',
    missingScope: 'svc:orders:create',
    orderNumber: null,
  });
  expectFailure(await client(shop.url).get('/api/v1/orders'), 401, 'unauthorized');
  const nobody = { keyName: null, keyPrefix: null, status: 401, code: 'unauthorized' };
  expect((await callsNow())[0]).toMatchObject({ ...nobody, keyRefusal: 'no_key' });
  const wrong = `${limited}x`;
  expectFailure(await client(shop.url, wrong).get('/api/v1/orders'), 401, 'unauthorized');
  expect((await callsNow())[0]).toMatchObject({ ...nobody, keyRefusal: 'unknown_key' });
  const { keys } = expectOk(await owner.get(`${shop.base}/keys`));
  const { id } = keys.find(({ name }: { name: string }) => name === 'till');
  expectOk(await owner.post(`${shop.base}/keys/${id}/revoke`));
  const revoked = await client(shop.url, limited).get('/api/v1/orders');
  expectFailure(revoked, 401, 'unauthorized');
  expect((await callsNow())[0]).toMatchObject({ keyName: 'till', status: 401, keyRefusal: 'ended_key' });
  // The caller is not told whether the wrong key was ever valid.
  const unknown = await client(shop.url, wrong).get('/api/v1/orders');
  expect(unknown.body.message).toBe(revoked.body.message);
});

test('the list of calls contains no body, query, unknown path or API key', async () => {
  const secrets = ['Тайная', 'Secretova', '79991234567'];
  await shop.api.post('/api/v1/orders/create', orderBody({ client: { name: 'Тайная', phone: '+79991234567' } }));
  await shop.api.get('/api/v1/orders?phone=79991234567');
  await shop.api.get('/api/v1/clients/Secretova/79991234567');
  await shop.api.get(`/api/v1/orders/79991234567`);
  await client(shop.url, 'Secretova').get('/api/v1/orders');
  const calls = await callsNow();
  // Calls of one millisecond have no fixed order.
  const routes = calls.slice(0, 4).map(({ status, route }) => `${status} ${route}`);
  expect(routes.sort()).toEqual(['401 /api/v1/orders', '404 null', '422 /api/v1/orders', '422 /api/v1/orders/:id']);
  const text = JSON.stringify(calls);
  for (const secret of [...secrets, shop.key, shop.key.slice(9)]) expect(text).not.toContain(secret);
});

test('calls survive a restart and are found by requestId, API key and outcome', async () => {
  await using own = await openShop();
  const list = async (url: string, query = ''): Promise<Answer> => {
    const person = await signedIn(url, 'owner@example.com', 'correct horse');
    return person.get(`${own.base}/calls${query}`);
  };
  const idsOf = (answer: Answer): string[] => expectOk(answer).calls.map((call: Answer['body']) => call.requestId);
  const fine = await own.api.post('/api/v1/orders/create', orderBody({ num: 'S-7', requestKey: null }));
  const missing = await own.api.get(`/api/v1/orders/${UNKNOWN_ID}`);
  const stray = await client(own.url).get('/api/v1/orders');
  expect(await own.server.end()).toBe(0);
  await using again = await serve(own.dir);
  const [made, unknown, keyless] = [fine, missing, stray].map(({ body }) => body.requestId);
  expect(idsOf(await list(again.url))).toEqual([keyless, unknown, made]);
  expect(expectOk(await list(again.url, `?requestId=${made.toUpperCase()}`)).calls).toEqual([
    expect.objectContaining({ ...SITE, requestId: made, orderNumber: 'S-7' }),
  ]);
  expect(idsOf(await list(again.url, `?requestId=${UNKNOWN_ID}`))).toEqual([]);
  expect(idsOf(await list(again.url, '?status=4'))).toEqual([keyless, unknown]);
  expect(idsOf(await list(again.url, `?before=${unknown}`))).toEqual([made]);
  const person = await ownerOf(again);
  const [key] = expectOk(await person.get(`${own.base}/keys`)).keys;
  expect(key.callsInWeek).toBe(2);
  expect(idsOf(await list(again.url, `?key=${key.id}`))).toEqual([unknown, made]);
  for (const query of ['?requestId=1', '?status=3', '?before=x', '?key=site', '?phone=1']) {
    expect([query, (await list(again.url, query)).status]).toEqual([query, 422]);
  }
});

test('neither the server’s log nor the call log’s file contains a name, phone or secret', async () => {
  await using loud = await openShop(['--environment', 'dev', '--log-level', 'debug', '--log-format', 'json']);
  const [name, phone, password, code] = ['Secretova', '79991234567', 'Long enough 7', '123456'];
  const person = await ownerOf(loud);
  const body = orderBody({ requestKey: `k-${name}`, num: null, client: { name, phone } });
  const desk = `${loud.base}/orders`;
  expectOk(await loud.api.post('/api/v1/orders/create', body));
  await loud.api.post('/api/v1/orders/create', { ...body, client: { name: 'B', phone } });
  await loud.api.post('/api/v1/inquiries', { payload: { name, phone } }, { 'idempotency-key': name });
  await loud.api.post('/api/v1/orders/create', `{"client": {"name": "${name}"`);
  await loud.api.get(`/api/v1/clients/${name}/${phone}?q=${name}`);
  await client(loud.url, `${name}-${phone}`).get(`/api/v1/orders/${phone}`);
  await fetch(`${loud.url}/api/v1/orders`, { method: 'PATCH', headers: { [name]: phone, 'user-agent': name } });
  await person.get(`${desk}?search=${phone}&name=${name}`);
  await person.post(`${desk}/${name}/status`, { statusId: name });
  await person.post('/app/api/sign-in', { email: `${name}@example.com`, password, code, remember: false });
  await person.post('/app/api/reset', { token: password, password });
  const last = await loud.api.get('/health/live');
  await until('the last call in the log', () => loud.server.stderr().includes(last.body.requestId));
  expectOk(await person.get(`${loud.base}/calls`));
  const files = ['calls.db', 'calls.db-wal'].map((file) => readFileSync(join(loud.dir, file), 'latin1'));
  for (const [at, text] of [loud.server.stderr(), ...files].entries()) {
    const found = [name, phone, password, code, loud.key.slice(9), 'example.com'].filter((word) => text.includes(word));
    expect({ at, found }).toEqual({ at, found: [] });
  }
  const lines = loud.server.stderr().trimEnd().split('\n');
  const requests = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'request');
  expect(requests.length).toBeGreaterThan(12);
  for (const line of requests) {
    expect(Object.keys(line).filter((field) => !LOGGED.has(field))).toEqual([]);
    expect(line.tried ?? '0123456789abcdef').toMatch(/^[0-9a-f]{16}$/);
    expect(line.level).toBe(line.route === '/health/live' ? 'debug' : 'info');
  }
});

const LOGGED = new Set([
  'client',
  'time',
  'level',
  'message',
  'requestId',
  'method',
  'route',
  'status',
  'code',
  'ms',
  'by',
  'key',
  'tried',
]);

test('the list of calls omits the dashboard’s own calls, pages and health checks', async () => {
  const before = await callsNow();
  for (const path of ['/app', '/health/live', '/docs', '/metrics']) await (await fetch(`${shop.url}${path}`)).text();
  await owner.get(`${shop.base}/keys`);
  expect(await callsNow()).toEqual(before);
});

test('owners see only calls of their own workspace, and see calls without an API key only if no other workspace exists', async () => {
  await using own = await openShop();
  const first = await ownerOf(own);
  const list = async (who: Visitor, workspace: string): Promise<(string | null)[]> =>
    expectOk(await who.get(`/app/api/workspaces/${workspace}/calls`)).calls.map(
      ({ keyName }: { keyName: string | null }) => keyName,
    );
  await client(own.url).get('/api/v1/orders');
  expect(await list(first, own.workspaceId)).toEqual([null]);
  const other = await addWorkspace(own.dir, 'B');
  await addMember(own.dir, other, { email: 'b@example.com', password: 'long enough' });
  const in2 = ['--data', own.dir, '--workspace', other];
  const made = await docketJson<{ key: string }>(['key', 'create', ...in2, '--source', 'b']);
  expectOk(await client(own.url, made.key).get('/api/v1/orders'));
  expectOk(await own.api.get('/api/v1/orders'));
  const second = await signedIn(own.url, 'b@example.com', 'long enough');
  expect(await list(first, own.workspaceId)).toEqual(['site']);
  expect(await list(second, other)).toEqual(['b']);
  expectFailure(await second.get(`${own.base}/calls`), 404, 'not_found');
});

test('a call with an unknown order in its path is listed under its route, without the id', async () => {
  await shop.api.get(`/api/v1/orders/${UNKNOWN_ID}`);
  expect((await callsNow())[0]).toMatchObject({ route: '/api/v1/orders/:id', code: 'order_not_found' });
});

async function runCommand(command: string, variables: Record<string, string>): Promise<Answer> {
  const words = await curlWords(command, variables);
  expect(words[0]).toBe('-i');
  return sendAsCurl(words);
}

const SAMPLE = { stamp: 'k3v9', day: '2026-03-08', language: 'en' } as const;

test.each(['1001', 'S-1001', 'test-', 'Test-1', 'pretest-1', 'test-1 ', null])(
  'an order with the num %p does not count as made by the test commands',
  (num) => {
    expect(isTestOrder(num)).toBe(false);
  },
);

test('a quote in the data of a command is escaped for the shell', async () => {
  const [create] = operationsFor({ ...SAMPLE, stamp: `it's $HOME`, orderId: undefined });
  if (create === undefined) throw new Error('there is no command');
  const words = await curlWords(curlOf('http://h', create), { DOCKET_KEY: 'k' });
  expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({ num: `test-it's $HOME` });
});

test('the names in the test commands are in the page’s language', () => {
  const spoken = (language: 'en' | 'ru') => JSON.stringify(operationsFor({ ...SAMPLE, orderId: undefined, language }));
  expect(spoken('en')).not.toMatch(/\p{Script=Cyrillic}/u);
  expect(spoken('ru')).toMatch(/\p{Script=Cyrillic}/u);
});

test('the API accepts every command that the page shows, run from top to bottom', async () => {
  const variables = { DOCKET_KEY: shop.key, ORDER_ID: '' };
  expect(KEY_LINE).toStartWith('export DOCKET_KEY=');
  expect(ORDER_ID_LINE).toStartWith('export ORDER_ID=');
  const run = (operation: Operation) => runCommand(curlOf(shop.url, operation), variables);
  const [create, ...others] = operationsFor({ ...SAMPLE, orderId: undefined });
  if (create === undefined) throw new Error('there is no command');
  const made = expectOk(await run(create));
  expect(isTestOrder(made.num)).toBe(true);
  expect(made).toMatchObject({ date: '2026-03-08', timeStart: '10:00', productsAmount: 3000 });
  variables.ORDER_ID = made.id;
  const ends: Record<string, number> = {};
  for (const operation of others) ends[operation.name] = (await run(operation)).status;
  expect(ends).toEqual({
    read: 200,
    list: 200,
    changes: 200,
    status: 200,
    update: 200,
    payment: 200,
    inquiry: 200,
    delete: 200,
  });
  expectFailure(await shop.api.get(`/api/v1/orders/${made.id}`), 404, 'order_not_found');
  const ofOrder = { orderId: made.id, route: '/api/v1/orders/create' };
  expect(await callsNow()).toContainEqual(expect.objectContaining(ofOrder));
});

test('the test commands contain the id of a known order and need no ORDER_ID variable', async () => {
  const { id } = await placeOrder(shop.api);
  const operations = operationsFor({ ...SAMPLE, stamp: 'known', language: 'ru', orderId: id });
  for (const operation of operations) {
    const command = curlOf(shop.url, operation);
    expect(command).not.toContain('ORDER_ID');
    expectOk(await runCommand(command, { DOCKET_KEY: shop.key }));
  }
});

test('the test commands cover all operations of the reference, each with its scope', async () => {
  const { paths } = (await (await fetch(`${shop.url}/docs/json`)).json()) as {
    paths: Record<string, Record<string, { description: string }>>;
  };
  const described = Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { description }]) => {
      const scope = /The key needs the scope `([^`]+)`/.exec(description)?.[1];
      return `${method.toUpperCase()} ${route} ${scope}`;
    }),
  );
  const shown = operationsFor({ ...SAMPLE, orderId: undefined }).map(
    ({ method, route, scope }) => `${method} ${route} ${scope}`,
  );
  expect(shown.toSorted()).toEqual(described.toSorted());
});

test('the connect page keeps its test order when another order is deleted, but not when the test order is deleted', async () => {
  const create = async (num: string): Promise<string> => (await placeOrder(shop.api, { num, requestKey: null })).id;
  const remove = async (id: string) => expectOk(await shop.api.post('/api/v1/orders/delete', { id }));
  const known = async () =>
    findTestOrder<{ orderId: string | null; orderNumber: string | null; orderDeleted: boolean }>(await callsNow());
  const first = await create('test-first');
  const before = await known();
  expect(before.order).toMatchObject({ orderId: first, orderNumber: 'test-first' });
  await remove(await create('of-a-customer'));
  expect(await known()).toEqual(before);
  await remove(first);
  const after = await known();
  expect(after.order).toBeUndefined();
  expect(after.round).not.toBe(before.round);
  const second = await create('test-second');
  expect(await known()).toMatchObject({ order: { orderId: second }, round: after.round });
});
