/**
 * Decides who uses the single writing connection: all waiting changes together, or one piece of work that must be alone
 * with it.
 */
interface Turns {
  ask(): void;
  /** Runs `work` while nothing else is running. Between two such calls, the waiting changes run. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

interface Changes {
  readonly waiting: () => number;
  readonly mayGrow: () => boolean;
  /** Runs some of the waiting changes, and resolves when they are settled. Never rejects. */
  readonly run: () => Promise<void>;
}

export function createTurns(changes: Changes): Turns {
  let scheduled = false;
  let busy = false;
  const waiting: (() => void)[] = [];

  function ask(): void {
    if (scheduled || busy) return;
    scheduled = true;
    // One setImmediate lets all requests of the current turn of the event loop share one sync. The second one adds the
    // requests of the next turn, so creating an order takes a tenth less time.
    setImmediate(() => setImmediate(run));
  }

  function run(): void {
    if (!busy && changes.mayGrow()) {
      setTimeout(run, 1);
      return;
    }
    scheduled = false;
    if (busy) return;
    busy = true;
    void changes.run().finally(() => goOn(true));
  }

  function goOn(yours: boolean): void {
    busy = false;
    const next = yours || changes.waiting() === 0 ? waiting.shift() : undefined;
    if (next !== undefined) {
      busy = true;
      next();
    } else if (changes.waiting() > 0) ask();
  }

  return {
    ask,
    async alone(work) {
      if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
      busy = true;
      try {
        return await work();
      } finally {
        goOn(false);
      }
    },
  };
}
