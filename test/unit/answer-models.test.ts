import { describe, expect, test } from 'bun:test';
import { declaredRoutes, holdToModel } from '../support/answer-models.ts';

const ok = (data: unknown) => ({ ok: true, code: 'ok', requestId: 'r', data });
const VIEWS = '/app/api/workspaces/w/views';
const view = { id: 'v', name: 'Today', query: 'when=today' };

describe('the dashboard’s answers are checked against the models of its routes', () => {
  test('an answer that fits its model passes, and so does any refusal', () => {
    holdToModel('GET', VIEWS, ok({ views: [view] }));
    holdToModel('GET', `${VIEWS}?a=b`, ok({ views: [] }));
    holdToModel('GET', VIEWS, { ok: false, code: 'not_found', message: 'no' });
  });

  test('a missing, extra or wrongly typed field is reported', () => {
    const { query: _, ...short } = view;
    expect(() => holdToModel('GET', VIEWS, ok({ views: [short] }))).toThrow('/views/0/query');
    expect(() => holdToModel('GET', VIEWS, ok({ views: [{ ...view, name: 1 }] }))).toThrow('/views/0/name');
    expect(() => holdToModel('GET', VIEWS, ok({ views: [{ ...view, seq: 7 }] }))).toThrow('/views/0/seq');
    expect(() => holdToModel('POST', `${VIEWS}/v/remove`, ok({ gone: true }))).toThrow('/gone');
  });

  test('a literal path’s model takes precedence over the model of a path with a parameter', () => {
    expect(() => holdToModel('GET', '/app/api/workspaces/w/orders/choices', ok({ order: {} }))).toThrow('/statuses');
  });

  test('every route has a model unless it answers with a file', () => {
    const files = declaredRoutes.filter(({ data }) => data === undefined).map(({ path }) => path.split('/').slice(5));
    expect(files.map((path) => path.join('/')).sort()).toEqual([
      'client-data/file',
      'clients/export',
      'history/export',
      'live',
      'logo',
      'orders/export',
      'orders/schedules/export',
      'payments/export',
      'payments/till/export',
      'reports/export',
      'stock/:id/picture',
      'stock/export',
      'stock/stocktakes/:id/export',
      'system/diagnostics',
    ]);
  });
});
