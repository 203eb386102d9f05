/**
 * The requests that a page was opened for go first. Over a slow connection any other request holds up the list by most of
 * a second.
 */
const { promise, resolve } = Promise.withResolvers<void>();

/** Settled once the first page has all that it asked for. */
export const firstAnswers: Promise<void> = promise;

/** A limit, since some pages ask for nothing. */
const ASKS_WITHIN_MS = 3_000;

let underWay = 0;
setTimeout(() => {
  if (underWay === 0) resolve();
}, ASKS_WITHIN_MS);

/** Counts a request among the first ones, until it is answered. */
export async function among<T>(answer: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await answer;
  } finally {
    underWay -= 1;
    if (underWay === 0) resolve();
  }
}
