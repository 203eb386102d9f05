export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
