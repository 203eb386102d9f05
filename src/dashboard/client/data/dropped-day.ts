/** Removes the day of orders that a browser keeps (kept-day.ts). Only this part is needed before sign-in. */

import { tryTo } from './try-to.ts';

/** The browser globals that this file uses. They are declared because the tests are compiled without the DOM types. */
declare const document: { cookie: string };

/**
 * The number in the key is the version of the stored shape. Data in an older shape has another key, so it is never
 * read.
 */
export const KEY = 'docket.day.1';
/**
 * The storage key of the person whose day the tabs keep. If another person signs in, or this one signs out in any tab,
 * the days are dropped.
 */
export const OWNER = 'docket.day.person';

export function dropDay(): void {
  for (const key of [KEY, OWNER]) {
    tryTo(() => localStorage.removeItem(key));
    tryTo(() => sessionStorage.removeItem(key));
  }
  // This cookie is the key that encrypts the kept day (data/day-seal.ts).
  tryTo(() => {
    document.cookie = 'docket-day=; Path=/app; Max-Age=0';
  });
}

/**
 * Drops the kept day unless it is this person's. Must be called whenever the reader becomes known.
 *
 * @param person undefined if nobody is signed in
 */
export function dropDayOfOthers(person: string | undefined): void {
  if (person === undefined || tryTo(() => localStorage.getItem(OWNER)) !== person) dropDay();
}
