import { expect, spyOn, test } from 'bun:test';
import { type JsonValue, parseStored } from '../../src/base/index.ts';
import { keepDigits } from '../../src/dashboard/orders/keep-digits.ts';
import type { Order } from '../../src/orders/index.ts';

const LONG = '12345678901234567891';
const ROUNDED = 12345678901234567000;

const kept = (sent: JsonValue, stored: string): string =>
  JSON.stringify(keepDigits({ delivery: sent }, { delivery: stored } as Order).delivery);

test('an item’s rounded digits are restored from the stored item with the same name, or else at the same position', () => {
  const stored = `[{"name":"a","n":1},{"name":"b","n":${LONG}},{"name":"b","n":2},{"n":${LONG}}]`;
  const sent = (name?: string) => ({ ...(name !== undefined && { name }), n: ROUNDED });
  const back = (name?: string) => JSON.stringify(sent(name)).replace(String(ROUNDED), LONG);
  expect(kept([sent('b'), sent('c'), sent('a'), sent()], stored)).toBe(
    `[${[back('b'), back('c'), JSON.stringify(sent('a')), back()].join()}]`,
  );
});

// A separate scan for each item would take minutes, and the runner would end the test.
test('an array is scanned once, however many items are looked up in it', () => {
  const many = (length: number, item: JsonValue) => Array.from({ length }, () => item);
  // A stored part is only parsed if it has a long number.
  const long = { n: JSON.rawJSON(LONG) as JsonValue };
  expect(kept(many(200_000, { name: 1 }), JSON.stringify([...many(200_000, { name: 2 }), long]))).toStartWith(
    '[{"name":1}',
  );
  const parts = many(20_000, { name: 1, parts: [{ name: 2 }] });
  const stored = JSON.stringify([{ name: 1, parts: many(200_000, { name: 3 }) }, long]);
  expect(parseStored<JsonValue[]>(stored)).toHaveLength(2);
  expect(kept(parts, stored)).toStartWith('[{"name":1,"parts":[{"name":2}]}');
});

test('if a stored part has no long number, keepDigits does not parse it and returns the sent part unchanged', () => {
  const sent = { name: 'b', own: [{ n: JSON.rawJSON(LONG) as JsonValue }, '1'] };
  const stored = JSON.stringify({ name: 'a', own: [{ n: 1 }, 123456.5] });
  using parse = spyOn(JSON, 'parse');
  expect(kept(sent, stored)).toBe(JSON.stringify(sent));
  expect(parse).not.toHaveBeenCalled();
});
