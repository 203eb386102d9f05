/** Removal of the day that a browser keeps; the part that is needed before signing in. */

import { tryTo } from './try-to.ts';

/** The parts of a page that this file uses: the compiler of the tests knows no DOM. */
declare const document: { cookie: string };

/** A new number where the shape changes: what an older page has kept is not read. */
export const KEY = 'docket.day.1';
/** The person whose day is kept in any tab: signing out in one ends the others' as well. */
export const OWNER = 'docket.day.person';

export function dropDay(): void {
  for (const key of [KEY, OWNER]) {
    tryTo(() => localStorage.removeItem(key));
    tryTo(() => sessionStorage.removeItem(key));
  }
  // The key by which it is sealed: data/day-seal.ts.
  tryTo(() => {
    document.cookie = 'docket-day=; Path=/app; Max-Age=0';
  });
}

/** Called whenever the reader becomes known. @param person undefined: nobody */
export function dropDayOfOthers(person: string | undefined): void {
  if (person === undefined || tryTo(() => localStorage.getItem(OWNER)) !== person) dropDay();
}
