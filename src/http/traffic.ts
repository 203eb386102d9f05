/** How many requests are under way, and whether new ones are still taken. */
export interface Traffic {
  readonly stopping: boolean;
  readonly underWay: number;
  begin(): void;
  end(): void;
  /** From now on requests are refused; resolves when those under way have been answered. */
  stop(): Promise<void>;
}

export function createTraffic(): Traffic {
  let underWay = 0;
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
    begin: () => {
      underWay += 1;
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
