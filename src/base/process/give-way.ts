/** Resolves when other requests have been served; long work awaits it between steps. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
