/** Resolves when others have been served: work that takes long does so between its steps. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
