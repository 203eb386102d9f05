/** Far longer than any wait of a test takes, on a slow day too. A test has two minutes. */
const PATIENCE_MS = 25_000;

/** The longest pause between two looks. */
const MOST_PAUSE_MS = 50;

type Nothing = false | null | undefined | 0 | '';

/**
 * Looks again and again until it holds. Throws when that takes too long; an error of the look itself is thrown at once.
 *
 * @param what as it reads after "waited for": `the mail to the owner`
 * @param holds a look; what it returns is what is waited for, unless it is falsy
 * @param patienceMs below the test's own time-out, or nobody will read what it waited for
 */
export async function until<T>(
  what: string,
  holds: () => T | Nothing | Promise<T | Nothing>,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const startedMs = performance.now();
  for (;;) {
    const waitedMs = performance.now() - startedMs;
    const found = await holds();
    if (found) return found;
    if (waitedMs > patienceMs) throw new Error(`waited for ${what}: not within ${Math.round(waitedMs / 1000)} s`);
    // Quick to see what comes at once. Then slower, for others need the machine to bring what takes longer.
    await Bun.sleep(Math.min(MOST_PAUSE_MS, 1 + waitedMs / 8));
  }
}

/** Lets the event loop go round until all that is ready has been run; nothing that waits for time or for a disk has come by then. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Turns of the event loop that others had until the work was done. */
export async function turnsWithin(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}
