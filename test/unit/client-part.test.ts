import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CLIENT_PART, clientKeys, personIn, personText } from '../../src/storage/schema/index.ts';

const db = new Database(':memory:');
const read = db.query<{ part: string | null }, [string | null]>(
  `SELECT ${CLIENT_PART} AS part FROM (SELECT ? AS client)`,
);
const partOf = (client: string | null): string | null => read.get(client)?.part ?? null;

const textOf = (client: string | null, key: string): string => personText(personIn(client) ?? {}, key);

const field = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom('+7 912 345-67-89', 'anna@example.com', ' Anna@Example.com ', `${'Анна '.repeat(90)}`, '"\\\u0001'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const client = fc.record(
  { name: field, phone: field, email: field, own: fc.string({ minLength: 2_000, maxLength: 2_100 }) },
  { requiredKeys: [] },
);

test('reading only a part of a client’s JSON gives the same phone and email as reading the whole JSON', () => {
  fc.assert(
    fc.property(client, (value) => {
      const whole = JSON.stringify(value);
      const part = partOf(whole);
      expect(clientKeys(part)).toEqual(clientKeys(whole));
      const key = clientKeys(whole)?.key ?? 'p1234567';
      expect(textOf(part, key)).toBe(textOf(whole, key));
    }),
    { numRuns: 2_000, seed: 11 },
  );
  expect(partOf(null)).toBeNull();
});

test('only a small part of a client’s JSON is read, however long the JSON is', () => {
  const long = 'Ж'.repeat(10_000);
  const own = Object.fromEntries(Array.from({ length: 95 }, (_, at) => [`f${at}`, long]));
  const client = JSON.stringify({ name: long, phone: long, email: { deep: [long] }, ...own });
  expect(client.length).toBeGreaterThan(900_000);
  const part = partOf(client) ?? '';
  expect(Object.keys(JSON.parse(part))).toEqual(['name', 'phone', 'email']);
  expect(part.length).toBeLessThan(3_000);
});
