import { expect, test } from 'bun:test';
import { createKeptTexts, type KeptTexts } from '../../src/http/orders/kept-texts.ts';

const SHOP = 1;
const FIRST = { version: 1, updatedAt: 1_000 };

const lookUp = (texts: KeptTexts, id: string, value = FIRST, workspaceSeq = SHOP) =>
  texts.find(workspaceSeq, id, () => ({ value, state: 0 }));
const found = (...asked: Parameters<typeof lookUp>) => lookUp(...asked)?.json.toString();
const keep = (texts: KeptTexts, id: string, json: string, state = FIRST) =>
  texts.keep(SHOP, id, state, Buffer.from(json));

test('a stored text of an order is returned only for the same order in the same state', () => {
  const texts = createKeptTexts();
  expect(found(texts, 'a')).toBeUndefined();
  keep(texts, 'a', '{"name":"Роза"}');
  expect(found(texts, 'a')).toBe('{"name":"Роза"}');
  expect(lookUp(texts, 'a')?.seen.value).toEqual(FIRST);
  expect(found(texts, 'b')).toBeUndefined();
  expect(found(texts, 'a', { ...FIRST, version: 2 })).toBeUndefined();
  expect(found(texts, 'a', { ...FIRST, updatedAt: 1_001 })).toBeUndefined();
  keep(texts, 'a', '{}', { version: 2, updatedAt: 2_000 });
  expect(found(texts, 'a')).toBeUndefined();
  expect(found(texts, 'a', { version: 2, updatedAt: 2_000 })).toBe('{}');
});

test('another workspace’s look-up of a stored text finds nothing and reads no order', () => {
  const texts = createKeptTexts();
  keep(texts, 'a', '{}');
  const refuse = () => {
    throw new Error('looked');
  };
  expect(texts.find(SHOP + 1, 'a', refuse)).toBeUndefined();
  expect(found(texts, 'a')).toBe('{}');
});

test('a look-up of a stored text gives its callback the state from the previous look-up of that text', () => {
  const texts = createKeptTexts();
  keep(texts, 'a', '{}');
  const states: unknown[] = [];
  for (const state of [7, 8]) {
    texts.find(SHOP, 'a', (last) => {
      states.push(last.state);
      return { value: FIRST, state };
    });
  }
  expect(states).toEqual([undefined, 7]);
});

test('an order’s state is looked up only if a text of the order is stored', () => {
  const texts = createKeptTexts();
  const refuse = () => {
    throw new Error('the order is gone');
  };
  expect(texts.find(SHOP, 'a', refuse)).toBeUndefined();
  keep(texts, 'a', '{}');
  expect(() => texts.find(SHOP, 'a', refuse)).toThrow('the order is gone');
});

test('stored texts stay below a total size, and recently requested ones survive', () => {
  const texts = createKeptTexts(100);
  const kept = (...ids: string[]) => ids.filter((id) => found(texts, id) !== undefined);
  for (const id of ['a', 'b', 'c', 'd']) keep(texts, id, id.repeat(20));
  // The store has two halves, each with room for two of these texts. Only `b` was neither added nor requested lately,
  // so only `b` is gone.
  expect(kept('a')).toEqual(['a']);
  expect(kept('b')).toEqual([]);
  expect(kept('a', 'c', 'd')).toEqual(['a', 'c', 'd']);
});

test('storing a text again takes no more room, and a large text is not stored', () => {
  const texts = createKeptTexts(100);
  keep(texts, 'a', 'a'.repeat(20));
  for (let again = 0; again < 10; again += 1) keep(texts, 'b', 'b'.repeat(20));
  expect(found(texts, 'a')).toBeDefined();
  keep(texts, 'c', 'c'.repeat(65_537));
  expect(found(texts, 'c')).toBeUndefined();
});

test('the second request for an order is recognized unless thousands of other orders were requested in between', () => {
  const texts = createKeptTexts(100, 4);
  expect(texts.isRepeated('a')).toBe(false);
  expect(texts.isRepeated('a')).toBe(true);
  // The list of ids has two halves of two ids each. So `a` is gone after four other ids.
  for (const id of ['b', 'c', 'd', 'e']) expect(texts.isRepeated(id)).toBe(false);
  expect(texts.isRepeated('e')).toBe(true);
  expect(texts.isRepeated('a')).toBe(false);
});
