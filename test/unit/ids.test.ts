import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bytesToUuid, createIdSource, isUuid, uuidToBytes } from '../../src/base/ids/ids.ts';
import { START_MS, seededRandom } from '../support/world.ts';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('an id is a version 7 UUID that contains its time', () => {
  const newId = createIdSource(seededRandom(7));
  const id = newId(START_MS);
  expect(id).toMatch(V7);
  expect(timeOf(id)).toBe(START_MS);
});

test('10,000 ids of one workspace in one millisecond are all different and increase', () => {
  const newId = createIdSource(seededRandom(1));
  let before = '';
  for (let count = 0; count < 10_000; count += 1) {
    const id = newId(START_MS, 1);
    expect(id > before && V7.test(id)).toBe(true);
    before = id;
  }
});

test('a workspace’s ids increase even when the clock steps back', () => {
  const steps = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 2, maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer(), (jumps, seed) => {
      const newId = createIdSource(seededRandom(seed));
      const ids = jumps.map((jump) => newId(START_MS + jump, 7));
      expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true);
      expect(ids.every((id) => V7.test(id))).toBe(true);
    }),
  );
});

const countIn = (id: string): number => Number.parseInt(id.slice(15, 18), 16);

test('an id does not reveal how many others were created in its millisecond', () => {
  for (const others of [0, 1, 50, 9_000]) {
    const newId = createIdSource(seededRandom(3));
    const first = newId(START_MS, 1);
    for (let nth = 0; nth < others; nth += 1) {
      newId(START_MS, 2);
      newId(START_MS);
    }
    const second = newId(START_MS, 1);
    expect([first, second].map((id) => [timeOf(id), countIn(id)])).toEqual([
      [START_MS, 0],
      [START_MS, 1],
    ]);
  }
  const newId = createIdSource(seededRandom(4));
  const free = Array.from({ length: 300 }, () => newId(START_MS));
  expect(new Set(free).size).toBe(300);
  expect(free.every((id) => V7.test(id) && timeOf(id) === START_MS)).toBe(true);
  const steps = free.slice(1).filter((id, at) => countIn(id) === countIn(free[at] ?? '') + 1);
  expect(steps.length).toBeLessThan(10);
});

test('text and bytes of an id convert into each other', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const text = bytesToUuid(bytes);
      expect(isUuid(text)).toBe(true);
      expect(uuidToBytes(text)).toEqual(bytes);
      expect(uuidToBytes(text.toUpperCase())).toEqual(bytes);
    }),
  );
});

test.each(['', 'x', '00000000-0000-0000-0000-00000000000', '00000000-0000-0000-0000-000000000000\n', '0'.repeat(32)])(
  '%p is not a UUID',
  (text) => {
    expect(isUuid(text)).toBe(false);
  },
);
