import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { dropDraft, dropDrafts, keepDraft, keptDraft, sweepDrafts } from '../../src/dashboard/client/data/drafts.ts';
import { reader } from '../../src/dashboard/client/data/reader.ts';

/** A tab's storage, whose keys are properties of the object, as in browsers. */
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
  Object.assign(globalThis, { localStorage: new Store() });
  setSystemTime(new Date('2026-03-08T10:00:00Z'));
  reader.value = 'anna';
});
afterEach(() => {
  sweepDrafts(true);
  setSystemTime();
  Reflect.deleteProperty(globalThis, 'localStorage');
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  reader.value = undefined;
});

test('a draft can be restored until it is sent', () => {
  expect(keptDraft('new-order')).toBeUndefined();
  keepDraft('new-order', { client: { name: 'Ольга' } });
  keepDraft('another', 1);
  expect(keptDraft('new-order')).toEqual({ client: { name: 'Ольга' } });
  dropDraft('new-order');
  expect([keptDraft('new-order'), keptDraft('another')]).toEqual([undefined, 1]);
});

test('a draft is shown only to its author and deleted at sign-out', () => {
  sessionStorage.setItem('of another page', 'stays');
  keepDraft('new-order', 'of Anna');
  reader.value = 'boris';
  expect(keptDraft('new-order')).toBeUndefined();
  keepDraft('new-order', 'of Boris');
  dropDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['of another page']);
});

test('an unreadable draft is ignored, and a browser without storage keeps none', () => {
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

const kept = (): string[] => Object.keys(sessionStorage);

test('a draft expires after a day, even if the clock was set back', () => {
  keepDraft('new-order', 'of Anna');
  setSystemTime(new Date('2026-03-09T09:59:59Z'));
  expect(keptDraft('new-order')).toBe('of Anna');
  setSystemTime(new Date('2026-03-09T10:00:00Z'));
  expect(keptDraft('new-order')).toBeUndefined();
  reader.value = 'boris';
  keepDraft('new-order', 'of Boris');
  expect(kept()).toHaveLength(2);
  sweepDrafts(true);
  expect(kept()).toEqual(['docket.draft boris new-order']);
  setSystemTime(new Date('2026-03-01T10:00:00Z'));
  expect(keptDraft('new-order')).toBeUndefined();
});

test('signing out in one tab deletes the drafts of other tabs', () => {
  const other = new Store();
  give(other);
  keepDraft('new-order', 1);
  setSystemTime(new Date('2026-03-08T10:00:01Z'));
  give(new Store());
  dropDrafts();
  give(other);
  expect(keptDraft('new-order')).toBeUndefined();
  sweepDrafts(true);
  expect(kept()).toEqual([]);
  setSystemTime(new Date('2026-03-08T10:00:02Z'));
  keepDraft('new-order', 2);
  expect(keptDraft('new-order')).toBe(2);
});

test('if the workspace forbids browsers to keep data, drafts are deleted and new ones are not stored', () => {
  keepDraft('new-order', 1);
  sweepDrafts(false);
  keepDraft('new-order', 2);
  expect(kept()).toEqual([]);
  sweepDrafts(true);
  keepDraft('new-order', 3);
  expect(keptDraft('new-order')).toBe(3);
});
