import { expect, test } from 'bun:test';
import { holdToDocument } from '../support/documented-answers.ts';

const requestId = '01900000-0000-7000-8000-000000000000';
const id = requestId;
const ok = (data: unknown) => ({ ok: true, code: 'ok', requestId, data });
const refused = (code: string) => ({ ok: false, code, message: 'No.', requestId });
const PATH = '/api/v1/orders/delete';

test('an answer or a refusal that matches the OpenAPI document is accepted', async () => {
  await holdToDocument('POST', PATH, 200, ok({ id }));
  await holdToDocument('POST', PATH, 404, refused('order_not_found'));
  await holdToDocument('GET', `/api/v1/orders/${id}?x=1`, 422, refused('validation_failed'));
  await holdToDocument('GET', '/api/v1/nowhere', 404, refused('not_found'));
  await holdToDocument('PUT', PATH, 405, refused('method_not_allowed'));
  await holdToDocument('GET', '/health/live', 200, { anything: 1 });
});

test.each([
  [200, ok({}), "data that must have required property 'id'"],
  [200, ok({ id: 'x' }), 'data/id that must match format "uuid"'],
  [200, ok({ id, more: 1 }), 'data that must NOT have additional properties'],
  [404, refused('order_deleted'), 'with order_deleted, which'],
  [410, refused('cursor_expired'), 'answers 410, which'],
  [404, { ...refused('order_not_found'), details: 'x' }, '/details that'],
])('an answer %d with %j is reported as different from the OpenAPI document', async (status, body, told) => {
  await expect(holdToDocument('POST', PATH, status, body)).rejects.toThrow(told);
});
