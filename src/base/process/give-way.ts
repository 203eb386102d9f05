/** Resolves when other requests have been served. Long work awaits this promise between steps. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
