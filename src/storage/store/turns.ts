/** The users of the one writing connection: the changes that wait, all together, or one who must be alone with it. */
interface Turns {
  /** Has the changes that wait run, soon. */
  ask(): void;
  /** Runs `work` when nothing else is under way; between two such turns go the changes that have waited meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

interface Changes {
  readonly waiting: () => number;
  /** True if it pays to wait a moment for more of them. */
  readonly mayGrow: () => boolean;
  /** Runs some of those that wait; resolves when they are settled. Never rejects. */
  readonly run: () => Promise<void>;
}

export function createTurns(changes: Changes): Turns {
  let scheduled = false;
  let busy = false;
  const waiting: (() => void)[] = [];

  function ask(): void {
    if (scheduled || busy) return;
    scheduled = true;
    // Not a microtask: requests that came in with the same turn of the event loop share the sync. So do those that
    // arrived while these were read: the second turn makes creates a tenth faster, and is over at once when idle.
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

  /** @param yours whether it is a turn's time, though changes wait */
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
