import { afterEach, beforeEach, expect, test } from 'bun:test';
import { dropDraft, dropDrafts, keepDraft, keptDraft } from '../../src/dashboard/client/data/drafts.ts';
import { reader } from '../../src/dashboard/client/data/reader.ts';

/** A tab's own store: what it holds are its own keys, as in browsers. */
class Store {
  getItem(key: string): string | null {
    return (Object.hasOwn(this, key) ? Reflect.get(this, key) : null) as string | null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

const give = (store: unknown): void => void Object.assign(globalThis, { sessionStorage: store });

beforeEach(() => {
  give(new Store());
  reader.value = 'anna';
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  reader.value = undefined;
});

test('a draft is there again until it is sent', () => {
  expect(keptDraft('new-order')).toBeUndefined();
  keepDraft('new-order', { client: { name: 'Ольга' } });
  keepDraft('another', 1);
  expect(keptDraft('new-order')).toEqual({ client: { name: 'Ольга' } });
  dropDraft('new-order');
  expect([keptDraft('new-order'), keptDraft('another')]).toEqual([undefined, 1]);
});

test('nobody is offered what somebody else began, and whoever signs out leaves nothing', () => {
  sessionStorage.setItem('of another page', 'stays');
  keepDraft('new-order', 'of Anna');
  reader.value = 'boris';
  expect(keptDraft('new-order')).toBeUndefined();
  keepDraft('new-order', 'of Boris');
  dropDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['of another page']);
});

test('what cannot be read is no draft, and a browser that keeps nothing keeps none', () => {
  sessionStorage.setItem('docket.draft anna new-order', '{"half');
  expect(keptDraft('new-order')).toBeUndefined();
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  give({ getItem: refuse, setItem: refuse, removeItem: refuse });
  keepDraft('new-order', 1);
  dropDraft('new-order');
  dropDrafts();
  expect(keptDraft('new-order')).toBeUndefined();
});
