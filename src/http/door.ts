/** The entrance of all requests: one after the other, a turn of the event loop for each. */
export interface Door {
  /** Resolves when the next may begin; undefined: at once. */
  pass(): Promise<void> | undefined;
}

/**
 * A program with a key never waits here: between any two others it is read and answered. Without this, fifty who ask in one
 * moment would all be looked at before anybody else is heard.
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
