/** For actions that a browser may refuse a page, such as keeping data. @returns undefined if it does */
export function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
