export interface Traffic {
  readonly stopping: boolean;
  readonly underWay: number;
  readonly begun: number;
  begin(): void;
  end(): void;
  /** Refuses requests from now on. Resolves when the last running one has been answered. */
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
