/**
 * The requests of the first page are sent before all others. On a slow connection, any other request delays the page by
 * almost a second.
 */
const { promise, resolve } = Promise.withResolvers<void>();

export const firstAnswers: Promise<void> = promise;

/**
 * Ends the wait for the first page's answers. It is called when the session has ended, because those answers arrive
 * only after the reader has signed in again.
 */
export const endFirstAnswers: () => void = resolve;

/**
 * The longest wait for the first page to send a request. If the page sends none, the waiting requests are sent after
 * this time.
 */
const ASKS_WITHIN_MS = 3_000;

let underWay = 0;
setTimeout(() => {
  if (underWay === 0) resolve();
}, ASKS_WITHIN_MS);

export async function among<T>(answer: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await answer;
  } finally {
    underWay -= 1;
    if (underWay === 0) resolve();
  }
}
