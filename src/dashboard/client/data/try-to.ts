/** For what a browser may refuse a page, such as to keep something. @returns undefined where it does */
export function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
