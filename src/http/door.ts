/** The entrance of all requests: one after the other, with a turn of the event loop for each. */
export interface Door {
  /** Resolves when the next request may begin; undefined if at once. */
  pass(): Promise<void> | undefined;
}

/**
 * A request with a key never waits here: it is read and answered between any two others. Without this, fifty
 * simultaneous requests would all be checked before anybody else is served.
 */
export function createDoor(later: (then: () => void) => void = setImmediate): Door {
  const waiting: (() => void)[] = [];
  let isOpen = true;

  function next(): void {
    const begin = waiting.shift();
    if (begin === undefined) isOpen = true;
    else {
      later(next);
      begin();
    }
  }

  return {
    pass() {
      if (!isOpen) return new Promise((resolve) => waiting.push(resolve));
      isOpen = false;
      later(next);
      return undefined;
    },
  };
}
