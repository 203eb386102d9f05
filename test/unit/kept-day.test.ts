import { afterAll, beforeEach, expect, test } from 'bun:test';
import { dropDay, dropDayOfOthers, type KeptDay, keepDay, keptDay } from '../../src/dashboard/client/data/kept-day.ts';

/** What a browser keeps of a day, and for whom: the places of two tabs are two, that of the browser is one. */

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

const before = { local: globalThis.localStorage, session: globalThis.sessionStorage };
const tab = (session: Storage): void => void Object.assign(globalThis, { sessionStorage: session });
beforeEach(() => {
  Object.assign(globalThis, { localStorage: place() });
  tab(place());
});
afterAll(() => void Object.assign(globalThis, { localStorage: before.local, sessionStorage: before.session }));

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

test('a day is read in its tab; beyond it only where one chose to stay signed in', () => {
  keepDay(DAY, false);
  expect(keptDay()).toEqual(DAY);
  tab(place());
  expect(keptDay()).toBeUndefined();
  keepDay(DAY, true);
  tab(place());
  expect(keptDay()).toEqual(DAY);
});

test('who signs out in one tab leaves nothing for another', () => {
  const [one, other] = [place(), place()];
  tab(one);
  keepDay(DAY, false);
  tab(other);
  dropDay();
  tab(one);
  expect(keptDay()).toBeUndefined();
  expect(one.length).toBe(0);
});

test.each([undefined, 'oleg'])('once %s is there, nothing of Anna’s is', (person) => {
  keepDay(DAY, true);
  dropDayOfOthers('anna');
  expect(keptDay()).toEqual(DAY);
  dropDayOfOthers(person);
  expect(keptDay()).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test('yesterday’s orders go, and so does what cannot be read', () => {
  keepDay({ ...DAY, day: '2020-01-01' }, true);
  expect(keptDay()).toBeUndefined();
  expect(localStorage.length).toBe(0);
  keepDay(DAY, true);
  localStorage.setItem('docket.day.1', '{');
  expect(keptDay()).toBeUndefined();
  expect(localStorage.length).toBe(0);
});
