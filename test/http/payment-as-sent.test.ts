/**
 * Docket returns a payment's id and method as texts, and its time in UTC. The `sent` field keeps the values that the
 * caller sent in another form (contract, section 3).
 */

import { expect, test } from 'bun:test';
import { orderBody } from '../support/docket.ts';
import { eventTypes, expectFailure, expectInvalid, expectOk } from '../support/http-answers.ts';
import { createText, ordersOf } from '../support/orders-api.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev']);

const { post, made, read, textOf } = ordersOf(shop);
const make = async (extra?: Record<string, unknown>): Promise<string> => (await made(extra)).id;

const WHEN = '2026-03-08T13:00:00+03:00';
const MOMENT = '2026-03-08T10:00:00.000Z';

test('numbers and a time with an offset are returned unchanged in a payment’s `sent` field', async () => {
  const payment = { paymentId: 7001, amount: 1, paymentMethod: 3, paidAt: WHEN };
  const shown = {
    externalId: '7001',
    paymentMethod: '3',
    paidAt: MOMENT,
    sent: { paymentId: 7001, paymentMethod: 3, paidAt: WHEN },
  };
  const id = await make();
  expectOk(await post('payment', { id, ...payment }));
  expect((await read(id)).payments).toMatchObject([shown]);
  const made = await make({ payments: [{ ...payment, paymentId: 7002, id: 'own', sent: 'by me' }] });
  const sent = { ...shown.sent, paymentId: 7002, id: 'own', sent: 'by me' };
  expect((await read(made)).payments).toMatchObject([{ ...shown, externalId: '7002', sent }]);
});

test('the `sent` field lists only payment fields that Docket stores in another form, and is omitted when empty', async () => {
  const id = await make();
  expectOk(await post('payment', { id, paymentId: 'as-it-came', amount: 1, paymentMethod: 'card', paidAt: MOMENT }));
  expectOk(await post('payment', { id, paymentId: 'undated', amount: 1, paymentMethod: null }));
  expectOk(await post('payment', { id, paymentId: 7003, amount: 1, paymentMethod: 'card', paidAt: MOMENT }));
  expectOk(await post('payment', { id, paymentId: 'zoned', amount: 1, paidAt: '2026-03-08T10:00:00Z' }));
  const sent = (await read(id)).payments.map((one: { sent?: unknown }) => one.sent);
  expect(sent).toEqual([undefined, undefined, { paymentId: 7003 }, { paidAt: '2026-03-08T10:00:00Z' }]);
});

test('a payment sent with the ids 55, "55" and 55.0 is stored once, with its values as first sent', async () => {
  const id = await make();
  const payment = { id, paymentId: 55, amount: 1, paymentMethod: 7, paidAt: WHEN };
  const first = expectOk(await post('payment', payment));
  const texts = { ...payment, paymentId: '55', paymentMethod: '7', paidAt: MOMENT };
  for (const body of [texts, payment, JSON.stringify(payment).replace('55,', '55.0,')]) {
    const again = await post('payment', body);
    expect([expectOk(again), again.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
  }
  const { payments } = await read(id);
  expect(payments).toHaveLength(1);
  expect(payments[0].sent).toEqual({ paymentId: 55, paymentMethod: 7, paidAt: WHEN });
  expectFailure(await post('payment', { ...texts, paymentMethod: 8 }), 409, 'payment_key_conflict');
  const refused = await post('create', orderBody({ payments: [{ paymentId: '55', amount: 1 }] }));
  expectFailure(refused, 409, 'payment_key_conflict');
  const twice = [
    { paymentId: 56, amount: 1 },
    { paymentId: '56', amount: 1 },
  ];
  expectFailure(await post('create', orderBody({ payments: twice })), 409, 'payment_key_conflict');
});

test('the ids 55 and "55" sent simultaneously make one payment and one event', async () => {
  const id = await make();
  const bodies = Array.from({ length: 20 }, (_, at) => ({ id, paymentId: at % 2 === 0 ? 7501 : '7501', amount: 1 }));
  const answers = await Promise.all(bodies.map((body) => post('payment', body)));
  expect(new Set(answers.map((answer) => expectOk(answer).paymentId)).size).toBe(1);
  expect((await read(id)).paidAmount).toBe(1);
  expect(eventTypes(shop, id)).toEqual(['order.created', 'order.payment.created']);
});

test('a repeated create may send its payment’s id and method as texts in place of numbers', async () => {
  const body = orderBody({ payments: [{ paymentId: 7101, amount: 1, paymentMethod: 9 }] });
  const { id } = expectOk(await post('create', body));
  const again = await post('create', { ...body, payments: [{ paymentId: '7101', amount: 1, paymentMethod: '9' }] });
  expect([expectOk(again).id, again.headers.get('idempotent-replayed')]).toEqual([id, 'true']);
  const other = { ...body, payments: [{ paymentId: '7101', amount: 1, paymentMethod: '8' }] };
  expectFailure(await post('create', other), 409, 'order_key_conflict');
});

test('an id or method sent as a number keeps every digit up to the maximum length', async () => {
  const id = await make();
  for (const number of ['12345678901234567890', '-0.1234567890123456789', '1e999', '9'.repeat(500)]) {
    expectOk(await post('payment', `{"id":"${id}","paymentId":${number},"amount":1,"paymentMethod":${number}}`));
    expect(await textOf(id)).toContain(`"sent":{"paymentId":${number},"paymentMethod":${number}}`);
    const body = createText({ payments: 'HERE' }, `[{"paymentMethod":${number},"amount":1}]`);
    expect(await textOf(expectOk(await post('create', body)).id)).toContain(`"sent":{"paymentMethod":${number}}`);
  }
  const text = await post('payment', {
    id,
    paymentId: '12345678901234567890',
    amount: 1,
    paymentMethod: '12345678901234567890',
  });
  expect(text.headers.get('idempotent-replayed')).toBe('true');
  const neighbour = `{"id":"${id}","paymentId":12345678901234567891,"amount":1}`;
  expect((await post('payment', neighbour)).headers.get('idempotent-replayed')).toBeNull();
  for (const field of ['paymentId', 'paymentMethod']) {
    const body = JSON.stringify({ id, amount: 1, paymentId: 'long', [field]: 'HERE' });
    expectInvalid(await post('payment', body.replace('"HERE"', '9'.repeat(501))), field);
  }
});

test('an id or method must be a text or number, and an amount must be a number', async () => {
  const id = await make();
  for (const value of [true, false, [], [55], {}, { id: 55 }]) {
    for (const field of ['paymentId', 'paymentMethod']) {
      const payment = { paymentId: 'odd', amount: 1, [field]: value };
      expectInvalid(await post('payment', { id, ...payment }), field);
      expectInvalid(await post('create', orderBody({ payments: [payment] })), `payments.0.${field}`);
    }
  }
  const [issue] = expectFailure(await post('payment', { id, paymentId: {}, amount: 1 }), 422, 'validation_failed');
  expect(issue.message).toBe('must be a text or a number, not an object');
  expectInvalid(await post('payment', { id, paymentId: null, amount: 1 }), 'paymentId');
  expectInvalid(await post('payment', { id, paymentId: 'odd', amount: '1' }), 'amount');
});

test('an edit at the desk removes only the edited value from the payment’s `sent` field', async () => {
  const id = await make({ payments: [{ paymentId: 7201, amount: 5, paymentMethod: 4, paidAt: WHEN, till: 2 }] });
  const edit = async (more: object) => {
    const { version, payments } = expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;
    expectOk(await owner.post(`${shop.base}/orders/${id}/payments/${payments[0].id}/edit`, { version, ...more }));
    return (await read(id)).payments[0];
  };
  expect((await edit({ amount: 4 })).sent).toEqual({ paymentId: 7201, paymentMethod: 4, paidAt: WHEN });
  expect(await edit({ paidAt: '2026-03-09T10:00:00.000Z' })).toMatchObject({
    sent: { paymentId: 7201, paymentMethod: 4 },
  });
  const last = await edit({ paymentMethod: 'cash' });
  expect(last).toMatchObject({ paymentMethod: 'cash', paidAt: '2026-03-09T10:00:00.000Z', till: 2 });
  expect(last.sent).toEqual({ paymentId: 7201 });
  const { payments } = expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;
  expect(payments[0].extra).toEqual({ till: 2, paymentId: 7201 });
});

test('a call repeated under its Idempotency-Key may send an id or method as a text in place of a number', async () => {
  const key = { 'idempotency-key': 'text-or-number' };
  const id = await make();
  const payment = { id, paymentId: 7301, amount: 1, paymentMethod: 5 };
  const texts = { ...payment, paymentId: '7301', paymentMethod: '5' };
  const first = expectOk(await shop.api.post('/api/v1/orders/payment', payment, key));
  expect(expectOk(await shop.api.post('/api/v1/orders/payment', texts, key))).toEqual(first);
  const other = await shop.api.post('/api/v1/orders/payment', { ...texts, paymentMethod: '6' }, key);
  expectFailure(other, 409, 'idempotency_key_conflict');
  const create = { 'idempotency-key': 'text-or-number-create' };
  const body = orderBody({ payments: [{ paymentId: 7302, amount: 1 }] });
  const made = expectOk(await shop.api.post('/api/v1/orders/create', body, create));
  const again = { ...body, payments: [{ paymentId: '7302', amount: 1 }] };
  expect(expectOk(await shop.api.post('/api/v1/orders/create', again, create)).id).toBe(made.id);
});
