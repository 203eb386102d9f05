import { afterAll, beforeAll } from 'bun:test';
import { ownerOf } from './browser-session.ts';
import { openShop } from './docket.ts';

/** An object that the tests of a file share: opened before the first of them, and closed after the last. */
export function shared<T extends object>(open: () => Promise<T> | T): T {
  let opened: (T & Partial<AsyncDisposable & Disposable>) | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]?.();
    opened?.[Symbol.dispose]?.();
  });
  const own = (): T => {
    if (opened === undefined) throw new Error('this is opened before the first test, and not earlier');
    return opened;
  };
  return new Proxy<T>({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(own(), key);
      return typeof value === 'function' ? value.bind(own()) : value;
    },
    has: (_, key) => Reflect.has(own(), key),
    ownKeys: () => Reflect.ownKeys(own()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(own(), key);
      return found && { ...found, configurable: true };
    },
  });
}

export function sharedShop(...given: Parameters<typeof openShop>) {
  const shop = shared(() => openShop(...given));
  return { shop, owner: shared(() => ownerOf(shop)) };
}
