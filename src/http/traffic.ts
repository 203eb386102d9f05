/** Counts the requests under way, and decides whether new ones are still accepted. */
export interface Traffic {
  readonly stopping: boolean;
  readonly underWay: number;
  /** The number of requests begun so far. */
  readonly begun: number;
  begin(): void;
  end(): void;
  /** Refuses requests from now on; resolves when the last running one has been answered. */
  stop(): Promise<void>;
}

export function createTraffic(): Traffic {
  let underWay = 0;
  let begun = 0;
  let stopping = false;
  const drained = Promise.withResolvers<void>();
  const settle = (): void => {
    if (stopping && underWay === 0) drained.resolve();
  };
  return {
    get stopping() {
      return stopping;
    },
    get underWay() {
      return underWay;
    },
    get begun() {
      return begun;
    },
    begin: () => {
      underWay += 1;
      begun += 1;
    },
    end: () => {
      underWay -= 1;
      settle();
    },
    stop: () => {
      stopping = true;
      settle();
      return drained.promise;
    },
  };
}
