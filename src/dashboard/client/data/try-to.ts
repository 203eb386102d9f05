/** Runs an action that a browser may deny to pages, such as storing data. @returns undefined if the browser does */
export function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
