/** Each tab of a browser has its own session storage, and all tabs share the local storage. */

import { afterAll, beforeEach, expect, test } from 'bun:test';
import { dropDay, dropDayOfOthers } from '../../src/dashboard/client/data/dropped-day.ts';
import { type KeptDay, keepDay, keptDay } from '../../src/dashboard/client/data/kept-day.ts';
import { reader } from '../../src/dashboard/client/data/reader.ts';

function place(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** A browser's cookies, in the form that a page sees. */
function cookieJar() {
  const jar = new Map<string, string>();
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = '', age = ''] = /^([^=]+)=([^;]*);.* Max-Age=(\d+)/.exec(text) ?? [];
      ages.push(Number(age));
      if (age === '0') jar.delete(name);
      else jar.set(name, value);
    },
  };
}
const ages: number[] = [];
let jar = cookieJar();

const before = { local: globalThis.localStorage, session: globalThis.sessionStorage };
const tab = (session: Storage): void => void Object.assign(globalThis, { sessionStorage: session });
beforeEach(() => {
  jar = cookieJar();
  Object.assign(globalThis, { localStorage: place(), document: jar, location: { protocol: 'https:' } });
  tab(place());
  reader.value = DAY.person;
});
afterAll(() => {
  reader.value = undefined;
  Object.assign(globalThis, { localStorage: before.local, sessionStorage: before.session });
  for (const name of ['document', 'location']) Reflect.deleteProperty(globalThis, name);
});

const { subtle } = crypto;
const keep = (day: KeptDay, remembered: boolean): Promise<void> => keepDay(day, { remembered, subtle });

const today = new Date().toISOString().slice(0, 10);
const DAY: KeptDay = {
  person: 'anna',
  workspace: 'Shop',
  timeZone: 'UTC',
  language: 'en',
  day: today,
  at: `${today}T00:00:00.000Z`,
  orders: [],
};

test('a day’s orders are readable only in the tab that stored them, unless the person chose to stay signed in', async () => {
  await keep(DAY, false);
  expect(await keptDay(subtle)).toEqual(DAY);
  tab(place());
  expect(await keptDay(subtle)).toBeUndefined();
  await keep(DAY, true);
  tab(place());
  expect(await keptDay(subtle)).toEqual(DAY);
});

test('signing out in one tab deletes the day’s orders that another tab stored', async () => {
  const [one, other] = [place(), place()];
  tab(one);
  await keep(DAY, false);
  tab(other);
  dropDay();
  tab(one);
  expect(await keptDay(subtle)).toBeUndefined();
  expect(one.length).toBe(0);
});

test.each([undefined, 'oleg'])('Anna’s stored orders are deleted when the signed-in person is %s', async (person) => {
  await keep(DAY, true);
  dropDayOfOthers('anna');
  expect(await keptDay(subtle)).toEqual(DAY);
  dropDayOfOthers(person);
  expect(await keptDay(subtle)).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test('stored orders are deleted if they are from an earlier day or cannot be read', async () => {
  await keep({ ...DAY, day: '2020-01-01' }, true);
  expect(await keptDay(subtle)).toBeUndefined();
  expect(localStorage.length).toBe(0);
  await keep(DAY, true);
  localStorage.setItem('docket.day.1', '{');
  expect(await keptDay(subtle)).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test('if the person stays signed in, a day’s orders are stored encrypted, and the key expires at midnight', async () => {
  const day = { ...DAY, orders: [{ clientName: 'Анна', left: 100 }] } as unknown as KeptDay;
  await keep(day, true);
  expect(await keptDay(subtle)).toEqual(day);
  const kept = localStorage.getItem('docket.day.1') ?? '';
  expect(new TextDecoder().decode(Uint8Array.from(kept, (char) => char.charCodeAt(0)))).not.toMatch(/Анна|Shop|orders/);
  const left = 86_400 - Math.floor((Date.now() % 86_400_000) / 1_000);
  expect(Math.abs((ages.at(-1) ?? 0) - left)).toBeLessThanOrEqual(2);
  // The browser has dropped the cookie.
  Object.assign(globalThis, { document: cookieJar() });
  expect(await keptDay(subtle)).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test('signing out while a day’s orders are being encrypted leaves nothing stored', async () => {
  const keeping = keep(DAY, true);
  reader.value = undefined;
  dropDay();
  await keeping;
  expect(localStorage.length).toBe(0);
  expect(jar.cookie).toBe('');
});

test('two tabs that store the day’s orders at the same time leave them readable', async () => {
  await keep(DAY, true);
  await Promise.all([keep(DAY, true), keep(DAY, true)]);
  expect(await keptDay(subtle)).toEqual(DAY);
});
