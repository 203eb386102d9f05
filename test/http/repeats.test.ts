import { describe, expect, test } from 'bun:test';
import { type Answer, client, openShop, orderBody } from '../support/docket.ts';
import {
  countRows,
  eventTypes,
  expectFailure,
  expectInvalid,
  expectOk,
  historyOf,
  UNKNOWN_ID,
} from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

let keys = 0;
const freshKey = (): string => String(orderBody()['requestKey']);
const fresh = (): Record<string, string> => {
  keys += 1;
  return { 'idempotency-key': `call-${keys}` };
};
const { post, made, etagOf } = ordersOf(shop);
const told = ({ headers }: Answer) => ({ etag: headers.get('etag'), replayed: headers.get('idempotent-replayed') });

function expectReplay(repeat: Answer, first: Answer): void {
  expect(JSON.stringify(expectOk(repeat))).toBe(JSON.stringify(expectOk(first)));
  expect(told(repeat)).toEqual({ etag: first.headers.get('etag'), replayed: 'true' });
}

const CHANGES: readonly (readonly [string, (id: string) => object])[] = [
  ['update', (id) => ({ id, data: { platform: 'till' } })],
  ['status', (id) => ({ id, statusId: 'status-closed', expectedStatusId: 'status-new' })],
  ['payment', (id) => ({ id, paymentId: `paid-${id}`, amount: 10 })],
  ['delete', (id) => ({ id })],
];

describe('every write', () => {
  test('returns the same ETag as a read of the order', async () => {
    const first = orderBody();
    const create = await post('create', first);
    const { id } = expectOk(create);
    expect(create.headers.get('etag')).toBe(await etagOf(id));
    for (const [operation, body] of CHANGES.slice(0, 3)) {
      const answer = await post(operation, body(id));
      expectOk(answer);
      expect(answer.headers.get('etag')).toBe(await etagOf(id));
    }
    const replayed = await post('create', first);
    expect(told(replayed)).toEqual({ etag: await etagOf(id), replayed: 'true' });
    expect(told(await post('payment', CHANGES[2]?.[1](id)))).toEqual({ etag: await etagOf(id), replayed: 'true' });
  });

  test('the ETag that a write returns is valid as the If-Match of the next write', async () => {
    const create = await post('create', orderBody());
    const { id } = expectOk(create);
    const ifMatch = (answer: Answer) => ({ 'if-match': answer.headers.get('etag') ?? '' });
    const updated = await post('update', { id, data: { platform: 'till' } }, ifMatch(create));
    expectOk(updated);
    const moved = await post('status', { id, statusId: 'status-closed' }, ifMatch(updated));
    expectOk(moved);
    const paid = await post('payment', { id, paymentId: 'chained', amount: 1 }, ifMatch(moved));
    expectOk(paid);
    expectFailure(await post('delete', { id }, ifMatch(moved)), 412, 'precondition_failed');
    expectOk(await post('delete', { id }, ifMatch(paid)));
  });

  test('a payment with a stale If-Match is refused and not recorded', async () => {
    const { id } = await made();
    const stale = await post('payment', { id, paymentId: `stale-${id}`, amount: 1 }, { 'if-match': '"99"' });
    expect(expectFailure(stale, 412, 'precondition_failed')).toEqual({ currentEtag: await etagOf(id) });
    expect(eventTypes(shop, id)).toEqual(['order.created']);
  });
});

describe('the same call again under its Idempotency-Key', () => {
  test.each(CHANGES)(
    '%s gets the first answer again, even if the order no longer has the version in If-Match',
    async (operation, body) => {
      const { id } = await made();
      const headers = { ...fresh(), 'if-match': await etagOf(id) };
      const first = await post(operation, body(id), headers);
      expect(told(first).replayed).toBeNull();
      const history = historyOf(shop, id).length;
      for (const _ of [1, 2]) expectReplay(await post(operation, body(id), headers), first);
      expect(historyOf(shop, id)).toHaveLength(history);
    },
  );

  test.each(CHANGES)(
    '%s gets the first answer again, though the order has been changed and deleted since',
    async (operation, body) => {
      const { id } = await made();
      const headers = fresh();
      const first = await post(operation, body(id), headers);
      await post('update', { id, data: { platform: 'changed since' } });
      await post('delete', { id });
      const events = eventTypes(shop, id);
      expectReplay(await post(operation, body(id), headers), first);
      expect(eventTypes(shop, id)).toEqual(events);
    },
  );

  test.each(CHANGES)(
    'twenty simultaneous calls of %s make one change and all get the same answer',
    async (operation, body) => {
      const { id } = await made();
      const headers = { ...fresh(), 'if-match': await etagOf(id) };
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(operation, body(id), headers)));
      expect(new Set(answers.map((answer) => JSON.stringify(expectOk(answer)))).size).toBe(1);
      expect(answers.filter((answer) => told(answer).replayed === null)).toHaveLength(1);
      expect(historyOf(shop, id)).toHaveLength(2);
    },
  );

  test('a repeated call gets the first answer even with another If-Match or another API key of the same source', async () => {
    const { id } = await made();
    const headers = fresh();
    const first = await post(
      'update',
      { id, data: { platform: 'once' } },
      { ...headers, 'if-match': await etagOf(id) },
    );
    expectReplay(await post('update', { id, data: { platform: 'once' } }, { ...headers, 'if-match': '"77"' }), first);
    const rotated = client(shop.url, await shop.newKey('site'));
    expectReplay(await rotated.post('/api/v1/orders/update', { id, data: { platform: 'once' } }, headers), first);
  });

  test('a repeated call gets the first answer even with another sequence of fields, other white space, nulls or empty times', async () => {
    const { id } = await made();
    const headers = fresh();
    const first = await post('update', { id, data: { platform: 'x', client: { name: 'Анна' } } }, headers);
    const same = [
      `{"data" : {"client":{"name":"Анна"}, "platform":"x"},\n "id":"${id}"}`,
      `{"id":"${id}","orderKey":null,"data":{"platform":"x","num":null,"timeStart":"","client":{"name":"Анна","email":null}}}`,
    ];
    for (const body of same) expectReplay(await post('update', body, headers), first);
  });

  test('a repeated call gets the first answer again even if the first call changed nothing', async () => {
    const { id } = await made({ statusId: 'status-closed' });
    const headers = fresh();
    const body = { id, statusId: 'status-closed', expectedStatusId: 'status-closed' };
    const first = await post('status', body, headers);
    await post('status', { id, statusId: 'status-new' });
    expectReplay(await post('status', body, headers), first);
  });

  test('counts as a new call if the Idempotency-Key is missing or different', async () => {
    const { id } = await made();
    const body = { id, data: { platform: 'again' } };
    const before = countRows(shop, 'repeated_calls');
    expectOk(await post('update', body));
    expect(countRows(shop, 'repeated_calls')).toBe(before);
    await post('update', { id, data: { platform: 'between' } });
    const other = await post('update', body, fresh());
    expect([expectOk(other).platform, told(other).replayed]).toEqual(['again', null]);
  });
});

describe('an Idempotency-Key', () => {
  test.each([
    ['another payload', 'update', (id: string) => ({ id, data: { platform: 'two' } })],
    [
      'a field cleared that the first left as it was',
      'update',
      (id: string) => ({ id, data: { platform: 'one', client: null } }),
    ],
    ['another order', 'update', () => ({ id: UNKNOWN_ID, data: { platform: 'one' } })],
    ['another call', 'status', (id: string) => ({ id, statusId: 'status-closed' })],
    ['a delete', 'delete', (id: string) => ({ id })],
    ['a create', 'create', () => orderBody()],
  ] as const)(
    'reusing an Idempotency-Key with %s is refused as idempotency_key_conflict and changes nothing',
    async (_what, operation, body) => {
      const { id } = await made();
      const headers = fresh();
      expectOk(await post('update', { id, data: { platform: 'one' } }, headers));
      const orders = countRows(shop, 'orders');
      expectFailure(await post(operation, body(id), headers), 409, 'idempotency_key_conflict');
      expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated']);
      expect(countRows(shop, 'orders')).toBe(orders);
    },
  );

  test('if twenty simultaneous calls share an Idempotency-Key but have different payloads, one succeeds and the others are refused', async () => {
    const { id } = await made();
    const headers = fresh();
    const send = (at: number) => post('update', { id, data: { platform: `p${at}` } }, headers);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expectFailure(answer, 409, 'idempotency_key_conflict');
    expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated']);
  });

  test('the Idempotency-Key of a refused call is not recorded and can be used again', async () => {
    const { id } = await made();
    const headers = fresh();
    const body = { id, statusId: 'status-closed', expectedStatusId: 'status-in-progress' };
    expectFailure(await post('status', body, headers), 409, 'order_status_conflict');
    const stale = await post('update', { id, data: { platform: 'x' } }, { ...headers, 'if-match': '"9"' });
    expectFailure(stale, 412, 'precondition_failed');
    expectFailure(await post('delete', { id: UNKNOWN_ID }, headers), 404, 'order_not_found');
    await post('status', { id, statusId: 'status-in-progress' });
    const now = await post('status', body, headers);
    expect([expectOk(now).statusId, told(now).replayed]).toEqual(['status-closed', null]);
  });

  test('after its use for an order, an Idempotency-Key is still free for another source and for an inquiry', async () => {
    const { id } = await made();
    const headers = fresh();
    expectOk(await post('update', { id, data: { platform: 'ours' } }, headers));
    const other = client(shop.url, await shop.newKey('other'));
    const theirs = await other.post('/api/v1/orders/update', { id, data: { platform: 'theirs' } }, headers);
    expect([expectOk(theirs).platform, told(theirs).replayed]).toEqual(['theirs', null]);
    expectOk(await shop.api.post('/api/v1/inquiries', { payload: { a: 1 } }, headers));
  });

  test('an Idempotency-Key must have 1 to 255 printable ASCII characters, and may contain spaces', async () => {
    const { id } = await made();
    const send = (key: string) => post('update', { id, data: { platform: 'x' } }, { 'idempotency-key': key });
    for (const key of ['', 'k'.repeat(256), 'a\tb', 'é']) expectInvalid(await send(key), 'Idempotency-Key');
    for (const key of ['k'.repeat(255), 'order 17, line "2" ~']) expectOk(await send(key));
    for (const operation of ['create', 'status', 'payment', 'delete']) {
      const body = operation === 'create' ? orderBody() : (CHANGES.find(([name]) => name === operation)?.[1](id) ?? {});
      expectInvalid(await post(operation, body, { 'idempotency-key': '' }), 'Idempotency-Key');
    }
  });

  test('an API key without the scope for a call is refused, even if the answer to that call is recorded', async () => {
    const { id } = await made();
    const headers = fresh();
    expectOk(await post('update', { id, data: { platform: 'x' } }, headers));
    const poor = client(shop.url, await shop.newKey('site', 'svc:orders:read'));
    const answer = await poor.post('/api/v1/orders/update', { id, data: { platform: 'x' } }, headers);
    expectFailure(answer, 403, 'scope_missing');
  });
});

describe('a create under an Idempotency-Key', () => {
  test('a repeated create returns the order’s current state', async () => {
    const [body, headers] = [orderBody(), fresh()];
    const { id } = expectOk(await post('create', body, headers));
    await post('update', { id, data: { platform: 'since' } });
    const repeat = await post('create', body, headers);
    expect(expectOk(repeat)).toMatchObject({ id, platform: 'since' });
    expect(told(repeat)).toEqual({ etag: await etagOf(id), replayed: 'true' });
    expectOk(await post('delete', { id }));
    expectFailure(await post('create', body, headers), 409, 'order_deleted');
  });

  test('a create that repeats an Idempotency-Key with another payload or requestKey is refused as idempotency_key_conflict', async () => {
    const [body, headers] = [orderBody(), fresh()];
    expectOk(await post('create', body, headers));
    const orders = countRows(shop, 'orders');
    for (const other of [{ ...body, platform: 'other' }, orderBody()]) {
      expectFailure(await post('create', other, headers), 409, 'idempotency_key_conflict');
    }
    expect(countRows(shop, 'orders')).toBe(orders);
    expectFailure(await post('create', { ...body, platform: 'other' }), 409, 'order_key_conflict');
    expectFailure(await post('create', { ...body, platform: 'other' }, fresh()), 409, 'order_key_conflict');
  });
});

describe('the orderKey of a call', () => {
  test.each(CHANGES)(
    'identifies the order of a %s call, whether or not the call also sends the order’s id',
    async (operation, body) => {
      for (const both of [false, true]) {
        const { id, num } = await made();
        const requestKey = freshKey();
        const keyed = expectOk(await post('create', orderBody({ requestKey, num: undefined })));
        const { id: _, ...payload } = body(keyed.id) as { id: string };
        const answer = expectOk(
          await post(operation, { ...payload, orderKey: requestKey, ...(both ? { id: keyed.id } : {}) }),
        );
        expect(answer.id ?? answer.orderId).toBe(keyed.id);
        expect([num, historyOf(shop, keyed.id).length, historyOf(shop, id).length]).toEqual([num, 2, 1]);
      }
    },
  );

  test.each(CHANGES)(
    'an orderKey and the id of another order in one %s are refused with order_reference_conflict',
    async (operation, body) => {
      const requestKey = freshKey();
      const [one, other] = [await made({ requestKey }), await made()];
      const answer = await post(operation, { ...body(other.id), orderKey: requestKey });
      expectFailure(answer, 409, 'order_reference_conflict');
      for (const { id } of [one, other]) expect(eventTypes(shop, id)).toEqual(['order.created']);
    },
  );

  test.each(CHANGES)(
    'a call of %s by orderKey fails with order_not_found if the API key’s source has no order with that orderKey',
    async (operation, body) => {
      const requestKey = freshKey();
      const { id } = await made({ requestKey });
      const { id: _, ...payload } = body(id) as { id: string };
      expectFailure(await post(operation, { ...payload, orderKey: 'nobody-has-it' }), 404, 'order_not_found');
      const other = client(shop.url, await shop.newKey('other'));
      const foreign = await other.post(`/api/v1/orders/${operation}`, { ...payload, orderKey: requestKey });
      expectFailure(foreign, 404, 'order_not_found');
      expectInvalid(await post(operation, { ...payload, orderKey: '' }), 'orderKey');
      expectInvalid(await post(operation, { ...payload, orderKey: null }), 'id');
      expectInvalid(await post(operation, payload), 'id');
    },
  );

  test('finds a deleted order for a repeated delete, but not for a change of status', async () => {
    const requestKey = freshKey();
    const { id } = await made({ requestKey });
    for (const _ of ['first', 'again'])
      expect(expectOk(await post('delete', { orderKey: requestKey }))).toEqual({ id });
    expectFailure(await post('status', { orderKey: requestKey, statusId: 'status-new' }), 404, 'order_not_found');
    expect(eventTypes(shop, id)).toEqual(['order.created', 'order.deleted']);
  });
});
