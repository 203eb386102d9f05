/**
 * The requests of the first page are sent before all others. On a slow connection, any other request delays the page by
 * almost a second.
 */
const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the first page has every answer that it requested. */
export const firstAnswers: Promise<void> = promise;

/**
 * Releases the other requests although an answer is missing. The missing answer arrives only after the reader has
 * signed in again.
 */
export const endFirstAnswers: () => void = resolve;

/** The longest wait for a first request. Some pages send no such request. */
const ASKS_WITHIN_MS = 3_000;

let underWay = 0;
setTimeout(() => {
  if (underWay === 0) resolve();
}, ASKS_WITHIN_MS);

/** Counts a request among those of the first page until its answer arrives. */
export async function among<T>(answer: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await answer;
  } finally {
    underWay -= 1;
    if (underWay === 0) resolve();
  }
}
