import { expect, test } from 'bun:test';
import { t } from 'elysia';
import { closed, Instant, list, Pieces, Roubles, shown, Text } from '../../src/dashboard/desk/index.ts';
import { nullable } from '../../src/web/index.ts';

const Line = closed({ at: nullable(Instant), taken: Pieces });
const Model = closed({ id: Text, at: Instant, price: Roubles, lines: list(Line), last: nullable(Line), any: t.Any() });
const AT = Date.UTC(2026, 4, 20, 10, 0, 0, 5);

test('stored values are converted to API values at any depth', () => {
  const own = {
    id: 'a',
    at: AT,
    price: 335_050,
    lines: [{ at: null, taken: 1_500 }],
    last: { at: AT, taken: -1 },
    any: 7,
  };
  expect(shown(Model, own)).toEqual({
    id: 'a',
    at: '2026-05-20T10:00:00.005Z',
    price: 3350.5,
    lines: [{ at: null, taken: 1.5 }],
    last: { at: '2026-05-20T10:00:00.005Z', taken: -0.001 },
    any: 7,
  });
});

test('a field outside the model never leaves the server', () => {
  const line = { at: null, taken: 0, seq: 7 };
  const own = { id: 'a', at: AT, price: 0, lines: [line], last: line, any: null, secretHash: 'x' };
  expect(JSON.stringify(shown(Model, own))).not.toMatch(/seq|secret/);
});

test('a model refuses a stored text where it expects a time', () => {
  // @ts-expect-error an instant is milliseconds here, and not a text
  expect(() => shown(closed({ at: Instant }), { at: 'now' })).toThrow();
});
