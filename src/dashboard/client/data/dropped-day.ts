/**
 * Removes the orders of a day that were stored in the browser. This file is separate from kept-day.ts, because the
 * pages before sign-in need only the removal.
 */

import { tryTo } from './try-to.ts';

/** The browser globals that this file uses. They are declared because the tests are compiled without the DOM types. */
declare const document: { cookie: string };

/**
 * The storage key of the orders of one day, which the browser keeps. The number in the key is the version of the stored
 * shape. Data in an older shape has another key and is never read.
 */
export const KEY = 'docket.day.1';
/**
 * The storage key for the id of the person to whom the stored orders belong. The orders are removed if another person
 * signs in, or if this person signs out in any tab.
 */
export const OWNER = 'docket.day.person';

export function dropDay(): void {
  for (const key of [KEY, OWNER]) {
    tryTo(() => localStorage.removeItem(key));
    tryTo(() => sessionStorage.removeItem(key));
  }
  // This cookie holds the key that decrypts the stored day (data/day-seal.ts). Without it, leftovers are unreadable.
  tryTo(() => {
    document.cookie = 'docket-day=; Path=/app; Max-Age=0';
  });
}

/**
 * Deletes the kept day unless it is the given person's. Call it whenever the page learns who is signed in.
 * @param person undefined if nobody is signed in
 */
export function dropDayOfOthers(person: string | undefined): void {
  if (person === undefined || tryTo(() => localStorage.getItem(OWNER)) !== person) dropDay();
}
