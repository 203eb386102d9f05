/** Syncs that last until the test lets them end. */
export function slowSyncs() {
  const waiting: PromiseWithResolvers<void>[] = [];
  let slow = false;
  return {
    slow() {
      slow = true;
    },
    sync() {
      if (!slow) return Promise.resolve();
      const one = Promise.withResolvers<void>();
      waiting.push(one);
      return one.promise;
    },
    underWay: () => waiting.length,
    /** Ends the waiting syncs; later ones end at once. */
    quick() {
      slow = false;
      for (const one of waiting.splice(0)) one.resolve();
    },
  };
}
