import { expect, test } from 'bun:test';
import { openShop, orderBody } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

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
