import { expect, test } from 'bun:test';
import { createKeptTexts } from '../../src/http/orders/kept-texts.ts';

const FIRST = { version: 1, updatedAt: 1_000 };

const text = (of: string) => Buffer.from(of);

test('a text is returned only for its own state, and for no other order', () => {
  const texts = createKeptTexts();
  expect(texts.find('a', FIRST)).toBeUndefined();
  expect(texts.keep('a', FIRST, text('{"name":"Роза"}')).toString()).toBe('{"name":"Роза"}');
  expect(texts.find('a', FIRST)?.toString()).toBe('{"name":"Роза"}');
  expect(texts.find('b', FIRST)).toBeUndefined();
  expect(texts.find('a', { ...FIRST, version: 2 })).toBeUndefined();
  expect(texts.find('a', { ...FIRST, updatedAt: 1_001 })).toBeUndefined();
  texts.keep('a', { version: 2, updatedAt: 2_000 }, text('{}'));
  expect(texts.find('a', FIRST)).toBeUndefined();
  expect(texts.find('a', { version: 2, updatedAt: 2_000 })?.toString()).toBe('{}');
});

test('all texts together stay below their bound, and the least recently used goes', () => {
  const texts = createKeptTexts(100);
  for (const id of ['a', 'b']) texts.keep(id, FIRST, text(id.repeat(50)));
  texts.keep('b', FIRST, text('b'.repeat(50)));
  expect(texts.find('a', FIRST)?.toString()).toBe('a'.repeat(50));
  texts.keep('c', FIRST, text('c'.repeat(50)));
  const left = ['a', 'b', 'c'].filter((id) => texts.find(id, FIRST) !== undefined);
  expect(left).toEqual(['a', 'c']);
  expect(texts.keep('d', FIRST, text('d'.repeat(65_537))).length).toBe(65_537);
  expect(texts.find('d', FIRST)).toBeUndefined();
  expect(texts.find('a', FIRST)).toBeDefined();
});
