/**
 * Runs an action that a browser may deny to pages, such as storing data.
 * @returns undefined if the browser denies it
 */
export function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Returns a choice that this browser remembers; null if there is none, or if the browser denies storage to pages. */
export const keptChoice = (key: string): string | null => tryTo(() => localStorage.getItem(key)) ?? null;

/**
 * Remembers a choice in this browser. If the browser cannot store it, the choice lasts until the reader leaves the
 * page.
 */
export const keepChoice = (key: string, text: string): void => tryTo(() => localStorage.setItem(key, text));
