import { expect, test } from 'bun:test';
import { describeSchema } from '../../src/http/docs/schema.ts';

test.each([
  [{ type: 'string', minLength: 1, maxLength: 200 }, 'string', ['1 to 200 characters']],
  [{ anyOf: [{ type: 'string', maxLength: 500 }, { type: 'null' }] }, 'string or null', ['at most 500 characters']],
  [
    { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'number' }, { type: 'null' }] },
    'string, number or null',
    ['at most 5 characters'],
  ],
  [{ type: 'string', format: 'date-time' }, 'string (date-time)', []],
  [{ type: 'integer', minimum: 1, maximum: 100, default: 50 }, 'integer', ['1 to 100', 'default 50']],
  [{ type: 'number', format: 'double', minimum: 0.01, maximum: 999_999_999.99 }, 'number', ['0.01 to 999,999,999.99']],
  [{ type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 100 }, 'array of object', ['1 to 100 items']],
  [{ const: 'RUB', type: 'string' }, '"RUB"', []],
  [{ enum: ['a', 'b'] }, '"a", "b"', []],
  [{}, 'any JSON value', []],
  [{ type: 'string', pattern: '\\S' }, 'string', ['matches \\S']],
  [{ type: 'string', pattern: '^x', description: 'Begins with x' }, 'string', []],
  [{ type: 'string', maxLength: 9, description: 'At most 9 characters' }, 'string', []],
  [{ type: 'object', minProperties: 1, properties: {} }, 'object', ['at least 1 key']],
  [{ type: 'object', additionalProperties: true, properties: {} }, 'object', ['other keys are kept as sent']],
] as const)('the schema %j is described as a %s', (schema, type, bounds) => {
  expect(describeSchema(schema)).toMatchObject({ type, bounds: [...bounds] });
});

test('the fields of an object, of a nullable object and of an array’s items are listed', () => {
  const object = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: {} } };
  const fields = [
    { name: 'a', required: true },
    { name: 'b', required: false },
  ];
  for (const schema of [object, { anyOf: [object, { type: 'null' }] }, { type: 'array', items: object }]) {
    expect(describeSchema(schema).fields).toMatchObject(fields);
  }
});
