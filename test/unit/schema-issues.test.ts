import { expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { fieldText } from '../../src/base/index.ts';
import { describe as describeSchema, schemaIssues } from '../../src/web/schema-issues.ts';

const schema = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
    items: Type.Array(Type.Object({ name: Type.String() }), { minItems: 1, maxItems: 100 }),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    'a/b~c': Type.Optional(Type.Number()),
    form: Type.Optional(Type.Union([Type.Literal('new'), Type.Literal('old'), Type.Literal('')])),
  },
  { additionalProperties: false },
);

const issuesOf = (value: unknown, of: TSchema = schema) =>
  schemaIssues({ validator: { Errors: (input: unknown) => Value.Errors(of, input) }, value }).map((issue) => ({
    path: issue.path,
    message: fieldText(issue),
  }));
const good = { limit: 5, items: [{ name: 'Rose' }] };

test.each([
  ['a wrong kind', { limit: true }, 'limit', 'must be a whole number of at least 1 and of at most 100, not true'],
  ['a missing field of an item', { items: [{}] }, 'items.0.name', 'is missing: must be a text'],
  [
    'an unknown field',
    { weather: 1 },
    'weather',
    'is not a known field here; check its spelling against the reference',
  ],
  ['a key with the pointer’s own signs', { 'a/b~c': 'x' }, 'a/b~c', 'must be a number, not a text'],
  ['one of several kinds', { note: 1 }, 'note', 'must be a text or null, not a number'],
  ['a text that is none of several', { form: 'x' }, 'form', 'must be "new" or "old"'],
  ['a null', { items: null }, 'items', 'must be a list of 1 to 100 items, not null'],
])('%s is reported with its path and the expected value', (_what, change, path, message) => {
  expect(issuesOf({ ...good, ...change })).toEqual([{ path, message }]);
});

test('each field is reported once, and the number of reported fields is limited', () => {
  const issues = issuesOf({ ...good, items: Array.from({ length: 5000 }, () => ({})) });
  expect(issues.length).toBeLessThanOrEqual(100);
  expect(new Set(issues.map((issue) => issue.path)).size).toBe(issues.length);
});

test('a failed schema check without details still has a message', () => {
  expect(schemaIssues({})).toEqual([{ path: '', rule: 'shape' }]);
});

test.each<[TSchema, string]>([
  [Type.String({ format: 'uuid' }), 'a UUID'],
  [Type.Literal('RUB'), '"RUB"'],
  [Type.Number({ exclusiveMinimum: 0 }), 'a number above 0'],
  [Type.Object({}, { minProperties: 1 }), 'an object with at least one field'],
])('a schema is described in words: %#', (of, words) => {
  expect(describeSchema(of)).toBe(words);
});

// The value 0 has the right type, and is only too small.
test('an integer out of range is refused with its range', () => {
  expect(issuesOf({ ...good, limit: 0 })).toEqual([
    { path: 'limit', message: 'must be a whole number of at least 1 and of at most 100' },
  ]);
});
