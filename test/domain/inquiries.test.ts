import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type JsonObject, parseStored } from '../../src/base/index.ts';
import { createInquiry, PAYLOAD_BOUNDS } from '../../src/inquiries/index.ts';
import { openTestStore } from '../support/store.ts';

/** @param over the number of characters, keys or items beyond the bound; negative for a value within it */
const PAYLOADS: Record<string, (over: number) => JsonObject> = {
  text: (over) => ({ a: '😀'.repeat(PAYLOAD_BOUNDS.textChars + over) }),
  key: (over) => ({ ['😀'.repeat(PAYLOAD_BOUNDS.keyChars + over)]: 1 }),
  'keys of an object': (over) =>
    Object.fromEntries(Array.from({ length: PAYLOAD_BOUNDS.objectKeys + over }, (_, index) => [`k${index}`, 1])),
  'items of an array': (over) => ({ a: Array.from({ length: PAYLOAD_BOUNDS.arrayItems + over }, () => 1) }),
};

test('a payload is accepted up to each bound, at any depth, and refused one step beyond', async () => {
  await using store = await openTestStore();
  const wrap = (payload: JsonObject, levels: number): JsonObject =>
    levels === 0 ? payload : { inside: [wrap(payload, levels - 1)] };
  const over = fc.integer({ min: -3, max: 3 });
  const levels = fc.integer({ min: 0, max: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.values(PAYLOADS)), over, levels, async (make, beyond, depth) => {
      const payload = wrap(make(beyond), depth);
      const input = { payload, payloadText: JSON.stringify(payload), idempotencyKey: undefined };
      const kind = await Promise.resolve()
        .then(() => createInquiry(store.ctx(), input))
        .then(
          ({ inquiry }) => inquiry.version,
          (error) => error.kind,
        );
      expect(kind).toBe(beyond > 0 ? 'validation_failed' : 1);
    }),
    { numRuns: 60 },
  );
});

test('a repeated key replays the same payload and refuses another, even if only digits beyond a double’s precision differ', async () => {
  await using store = await openTestStore();
  const send = (text: string) =>
    createInquiry(store.ctx(), { payload: parseStored(text), payloadText: text, idempotencyKey: 'key-1' });
  const first = await send('{"a":1,"n":12345678901234567890}');
  const again = await send('{"n":12345678901234567890, "a":1}');
  expect(again).toMatchObject({ replayed: true, inquiry: { id: first.inquiry.id } });
  expect(send('{"a":1,"n":12345678901234567891}')).rejects.toHaveProperty('kind', 'inquiry_key_conflict');
});
