/**
 * Bodies of HTML forms and hasty clients (contract, section 2): most are accepted as meant, and the others are refused
 * with good advice.
 */

import { describe, expect, test } from 'bun:test';
import { openOwned } from '../support/browser-session.ts';
import { type Answer, openShop, orderBody } from '../support/docket.ts';
import { eventTypes, expectFailure, expectInvalid, expectOk, UNKNOWN_ID } from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

const { post, made } = ordersOf(shop);
const list = (query: string) => shop.api.get(`/api/v1/orders?${query}`);

describe('an empty text', () => {
  test('an empty time in a create counts as no time, so the same create without the time is a repeat', async () => {
    const body = orderBody();
    const order = expectOk(await post('create', { ...body, timeStart: '', timeEnd: '' }));
    expect([order.timeStart, order.timeEnd]).toEqual([null, null]);
    for (const same of [body, { ...body, timeStart: '' }, { ...body, timeStart: null, timeEnd: '' }]) {
      const repeat = await post('create', same);
      expect([expectOk(repeat).id, repeat.headers.get('idempotent-replayed')]).toEqual([order.id, 'true']);
    }
    const other = await post('create', { ...body, platform: '' });
    expectFailure(other, 409, 'order_key_conflict');
  });

  test('an empty time in an update leaves the stored time unchanged', async () => {
    const { id } = await made({ timeStart: '10:00', timeEnd: '12:00' });
    const data = { timeStart: '', timeEnd: '13:00' };
    expect(expectOk(await post('update', { id, data }))).toMatchObject({ timeStart: '10:00', timeEnd: '13:00' });
  });

  test('an update with only empty texts is refused like an update without fields', async () => {
    const { id } = await made({ timeStart: '10:00' });
    const empty = await post('update', { id, data: {} });
    expectInvalid(empty, 'data');
    for (const data of [{ timeStart: '' }, { timeStart: '', timeEnd: '' }]) {
      const answer = await post('update', { id, data });
      expectInvalid(answer, 'data');
      expect(answer.body.message).toBe(empty.body.message);
    }
    expect(eventTypes(shop, id)).toEqual(['order.created']);
  });

  test('each query parameter with an empty text counts as absent', async () => {
    const names = ['limit', 'cursor', 'dateFrom', 'dateTo', 'statusId', 'updatedFrom', 'num', 'requestKey'];
    const all = expectOk(await list(''));
    expect(expectOk(await list(names.map((name) => `${name}=`).join('&')))).toEqual(all);
    expect(expectOk(await list('limit=1&cursor=&statusId='))).toEqual(expectOk(await list('limit=1')));
    const { nextCursor } = expectOk(await list('limit=1'));
    expectOk(await list(`limit=1&cursor=${nextCursor}&statusId=&dateFrom=`));
  });

  test('an unknown or repeated query parameter is refused even if its value is empty', async () => {
    expectInvalid(await list('stauts='), 'stauts');
    expectInvalid(await list('limit=&limit=5'), 'limit');
    expectInvalid(await shop.api.post('/api/v1/orders/delete?id=', { id: UNKNOWN_ID }), 'id');
  });
});

describe('a date', () => {
  test('a missing or invalid date is refused with the same example of a valid date', async () => {
    const EXAMPLE = 'a real ISO date and time with Z or an offset, such as 2026-03-08T10:00:00+03:00';
    for (const date of [undefined, null, '', '8 March', '2026-03-08', 5]) {
      const answer = await post('create', orderBody({ date }));
      expectInvalid(answer, 'date');
      expect(answer.body.details[0].message).toContain(`must be ${EXAMPLE}`);
    }
    const { id } = await made();
    for (const date of [null, '', '2026-03-08', 5]) {
      const answer = await post('update', { id, data: { date } });
      expectInvalid(answer, 'data.date');
      expect(answer.body.details[0].message).toContain(`must be ${EXAMPLE}`);
    }
  });
});

describe('an unknown status', () => {
  const VIRTUAL = [
    { id: 'status-new', name: 'New' },
    { id: 'status-in-progress', name: 'In progress' },
    { id: 'status-closed', name: 'Closed' },
    { id: 'status-cancelled', name: 'Cancelled' },
  ];

  test('an unknown status is answered with the four built-in statuses if the workspace has no statuses of its own', async () => {
    const { id } = await made();
    for (const answer of [
      await post('create', orderBody({ statusId: 'done' })),
      await post('status', { id, statusId: 'done' }),
    ]) {
      expect(expectFailure(answer, 422, 'invalid_status')).toEqual({ statusId: 'done', allowed: VIRTUAL });
    }
  });

  test('the answer to an unknown status lists at most 20 active statuses, in the workspace’s sequence', async () => {
    const own = await openOwned();
    await using _ = own.shop;
    const { owner, base } = own;
    for (let at = 1; at <= 20; at += 1) {
      const status = { id: `own-${at}`, name: `Own ${at}`, tone: 'move', group: 'work', writesOffStock: false };
      expectOk(await owner.post(`${base}/flows/orders`, status));
    }
    expectOk(await owner.post(`${base}/flows/orders/status-in-progress/update`, { active: false }));
    const answer = await own.shop.api.post('/api/v1/orders/create', orderBody({ statusId: 'done' }));
    const { allowed } = expectFailure(answer, 422, 'invalid_status');
    const { statuses } = expectOk(await owner.get(`${base}/orders/choices`));
    const active = statuses.filter((one: { active: boolean }) => one.active);
    expect(active.length).toBe(23);
    expect(allowed).toEqual(active.slice(0, 20).map(({ id, name }: { id: string; name: string }) => ({ id, name })));
    expect(JSON.stringify(allowed)).not.toContain('status-in-progress');
  });
});

test('the message about a stale If-Match does not claim that another caller changed the order', async () => {
  const { id } = await made();
  const stale = await post('update', { id, data: { platform: 'x' } }, { 'if-match': '"9"' });
  expect(expectFailure(stale, 412, 'precondition_failed')).toEqual({ currentEtag: '"1"' });
  expect(stale.body.message).toBe(
    'The ETag of the order is another one now. Nothing was changed. Read the order, then decide whether to send the call again with that ETag.',
  );
});

describe('an unknown name', () => {
  const refused = async (operation: string, body: Record<string, unknown>, path: string): Promise<string> => {
    const answer = await post(operation, body);
    expectInvalid(answer, path);
    return answer.body.details[0].message;
  };
  const meant = (name: string) => `is not a known field here: did you mean ${name}?`;

  test.each([
    ['timestart', 'timeStart'],
    ['time_start', 'timeStart'],
    ['clent', 'client'],
    ['product', 'products'],
    ['payment', 'payments'],
    ['request_key', 'requestKey'],
    ['statusID', 'statusId'],
    ['aditional', 'additional'],
  ])('the unknown field %s in a create is answered with the nearest known name, %s', async (name, near) => {
    expect(await refused('create', orderBody({ [name]: null }), name)).toBe(meant(near));
  });

  test('an unknown name is answered with the nearest known name in every call, even in a query or an update’s data', async () => {
    const { id } = await made();
    expect(await refused('update', { id, data: { recipent: null } }, 'data.recipent')).toBe(meant('recipient'));
    expect(await refused('update', { id, dat: {}, data: { platform: 'x' } }, 'dat')).toBe(meant('data'));
    const status = { id, statusId: 'status-new', expectedStatus: 'status-new' };
    expect(await refused('status', status, 'expectedStatus')).toBe(meant('expectedStatusId'));
    const payment = { id, paymentId: 'p', amount: 1, paymentMetod: 'card' };
    expect(await refused('payment', payment, 'paymentMetod')).toBe(meant('paymentMethod'));
    expect(await refused('delete', { id, orderkey: 'x' }, 'orderkey')).toBe(meant('orderKey'));
    const answer = await list('dateform=2026-03-08');
    expectInvalid(answer, 'dateform');
    expect(answer.body.details[0].message).toBe(meant('dateFrom'));
  });

  test('an unknown name that resembles no known name is answered without a suggestion', async () => {
    for (const name of ['zzz', 'x', 'weather', '__proto__', 'constructor', 'toString', '', 'ы'.repeat(5_000)]) {
      const body = JSON.stringify(orderBody()).replace('{', `{${JSON.stringify(name)}:1,`);
      const answer = await post('create', body);
      expect(expectFailure(answer, 422, 'validation_failed')).toHaveLength(1);
      expect(answer.body.details[0].message).toBe(
        'is not a known field here; check its spelling against the reference',
      );
    }
  });

  const STATUS = 'is not taken here: use POST /api/v1/orders/status';
  const PAYMENT = 'is not taken here: use POST /api/v1/orders/payment';
  const UPDATE = 'is not taken here: use POST /api/v1/orders/update';
  test.each([
    ['update', { data: { statusId: 'status-new' } }, 'data.statusId', STATUS],
    ['update', { data: { expectedStatusId: 'status-new' } }, 'data.expectedStatusId', STATUS],
    ['update', { data: { platform: 'x' }, statusId: 'status-new' }, 'statusId', STATUS],
    ['update', { data: { payments: [] } }, 'data.payments', PAYMENT],
    ['update', { data: { platform: 'x' }, payments: [] }, 'payments', PAYMENT],
    ['update', { data: { amount: 5 } }, 'data.amount', PAYMENT],
    ['update', { data: { id: 'x', platform: 'x' } }, 'data.id', 'is not taken here: it belongs beside data'],
    ['update', { data: { platform: 'x' }, num: '7' }, 'num', 'is not taken here: it belongs in data'],
    [
      'update',
      { data: { requestKey: 'x' } },
      'data.requestKey',
      'is not taken here: it is fixed when the order is made; to name the order, send it as orderKey beside data',
    ],
    ['update', { data: { name: 'Анна' } }, 'data.name', 'is not taken here: it belongs in client or recipient'],
    ['update', { data: { platform: 'x' }, requestKey: 'x' }, 'requestKey', 'is not taken here: send it as orderKey'],
    [
      'update',
      { data: { platform: 'x' }, idempotencyKey: 'x' },
      'idempotencyKey',
      'is not taken here: send it as the header Idempotency-Key',
    ],
    ['status', { statusId: 'status-new', num: '7' }, 'num', `${UPDATE}; to name the order, send it as orderKey`],
    ['status', { statusId: 'status-new', platform: 'x' }, 'platform', UPDATE],
    ['status', { statusId: 'status-new', data: {} }, 'data', UPDATE],
    ['status', { statusId: 'status-new', payments: [] }, 'payments', PAYMENT],
    ['payment', { paymentId: 'p', amount: 1, statusId: 'status-new' }, 'statusId', STATUS],
    [
      'payment',
      { paymentId: 'p', amount: 1, payments: [] },
      'payments',
      'is not taken here: send each payment in a call of its own',
    ],
    ['payment', { paymentId: 'p', amount: 1, requestKey: 'x' }, 'requestKey', 'is not taken here: send it as orderKey'],
    ['delete', { num: '7' }, 'num', 'is not taken here: send it as orderKey'],
  ])(
    'a misplaced field is refused in the call %s, and the error says where the field belongs: %j',
    async (operation, body, path, message) => {
      const { id } = await made();
      expect(await refused(operation, { id, ...body }, path)).toBe(message);
    },
  );

  test.each([
    ['id', 'Docket gives it; your own id is requestKey'],
    ['data', 'its fields belong at the top level of a create'],
    ['orderKey', 'send it as requestKey or num'],
    ['amount', 'it belongs in an item of payments'],
    ['expectedStatusId', 'use POST /api/v1/orders/status'],
    ['adress', 'it belongs in delivery'],
    ['productsAmount', 'Docket works it out'],
    ['payload', 'use POST /api/v1/inquiries'],
  ])('%s in a create is refused with a hint that says where it belongs', async (name, hint) => {
    expect(await refused('create', orderBody({ [name]: 'x' }), name)).toBe(`is not taken here: ${hint}`);
  });

  test('a field beside the payload of an inquiry is refused with a hint that the field belongs in the payload', async () => {
    const answer = await shop.api.post('/api/v1/inquiries', { payload: {}, name: 'Анна' });
    expectInvalid(answer, 'name');
    expect(answer.body.details[0].message).toBe('is not taken here: it belongs in payload');
  });

  test('a misplaced query parameter is refused with a hint that says what to use instead', async () => {
    const message = async (method: 'get' | 'post', path: string): Promise<string> => {
      const answer = method === 'get' ? await shop.api.get(path) : await shop.api.post(path, { id: UNKNOWN_ID });
      return expectFailure(answer, 422, 'validation_failed')[0].message;
    };
    const inBody = 'is not taken here: it belongs in the body';
    expect(await message('post', `/api/v1/orders/delete?id=${UNKNOWN_ID}`)).toBe(inBody);
    expect(await message('get', '/api/v1/orders?id=5')).toBe('is not taken here: use GET /api/v1/orders/{id}');
    expect(await message('get', '/api/v1/orders?after=now')).toBe('is not taken here: use GET /api/v1/changes');
    expect(await message('get', '/api/v1/orders?orderKey=x')).toBe('is not taken here: send it as requestKey or num');
    expect(await message('get', '/api/v1/orders?page=2')).toBe(
      'is not taken here: send the nextCursor of the page before as cursor',
    );
    expect(await message('get', '/api/v1/orders?nextCursor=x')).toBe('is not taken here: send it as cursor');
  });

  test.each([
    ['cursor', 'send it as after'],
    ['nextCursor', 'send it as after'],
    ['updatedFrom', 'use GET /api/v1/orders'],
    ['statusId', 'use GET /api/v1/orders'],
    ['requestKey', 'use GET /api/v1/orders'],
    ['id', 'use GET /api/v1/orders/{id}'],
    ['orderId', 'use GET /api/v1/orders/{id}'],
    ['offset', 'send the nextCursor of the page before as after'],
  ])(
    'the parameter %s of the feed of changes is refused with a hint that says what to use instead',
    async (name, hint) => {
      const answer = await shop.api.get(`/api/v1/changes?${name}=x`);
      expectInvalid(answer, name);
      expect(answer.body.details[0].message).toBe(`is not taken here: ${hint}`);
    },
  );
});

describe('a body that is not JSON', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const told = async (body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${shop.key}`, ...JSON_TYPE };
    const response = await fetch(`${shop.url}/api/v1/orders/create`, { method: 'POST', body, headers });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
    return { details: expectFailure(answer, 400, 'invalid_json'), message: answer.body.message };
  };

  test('the answer gives the line and column of the error in its details and in its message', async () => {
    const body = '{\n  "requestKey": "a",\n  "date": 2026-03-08\n}';
    expect(await told(body)).toEqual({
      details: { line: 3, column: 15 },
      message: 'The body is not valid JSON: look at line 3, column 15.',
    });
    expect((await told(JSON.stringify(orderBody()).replace('"2026', "'2026"))).details.line).toBe(1);
    expect((await told('requestKey=a&num=')).details).toEqual({ line: 1, column: 1 });
    expect((await told('[[[[[[[[[[[[[[[[[[[[[[[[[')).details).toEqual({ line: 1, column: 26 });
  });

  test('a truncated body is answered with the line and column where it breaks off', async () => {
    const whole = JSON.stringify(orderBody({ client: { name: 'Анна 🌷' } }), null, 1);
    const cut = whole.slice(0, whole.indexOf('🌷') + 2);
    const lines = cut.split('\n');
    const column = [...(lines.at(-1) ?? '')].length + 1;
    expect((await told(cut)).details).toEqual({ line: lines.length, column });
  });

  test('an empty body, or a body that is not UTF-8, is answered with the line and column of its error', async () => {
    expect((await told('')).details).toEqual({ line: 1, column: 1 });
    const latin = Buffer.from('{"requestKey":\n"caf\xe9"}', 'latin1');
    expect(await told(new Uint8Array(latin))).toEqual({
      details: { line: 2, column: 5 },
      message: 'The body is not valid UTF-8: look at line 2, column 5.',
    });
  });

  test('a body that is not JSON is answered with a line and column even if it has a megabyte of text', async () => {
    for (const piece of ['{"a":"', '"\\\\n', '\n', ' ', '[', '"\\u0041', 'ы']) {
      const most = piece === '{"a":"' || piece === '[' ? 9_000 : 1_048_000;
      const { details } = await told(piece.repeat(Math.floor(most / Buffer.byteLength(piece))));
      expect(details).toEqual({ line: expect.any(Number), column: expect.any(Number) });
    }
  });
});
