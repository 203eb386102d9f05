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

export const keptChoice = (key: string): string | null => tryTo(() => localStorage.getItem(key)) ?? null;

export const keepChoice = (key: string, text: string): void => tryTo(() => localStorage.setItem(key, text));
