/** Far longer than any wait in a test, even on a slow machine. A test has two minutes. */
const PATIENCE_MS = 25_000;

const MOST_PAUSE_MS = 50;

type Nothing = false | null | undefined | 0 | '';

/**
 * Checks again and again until the result is truthy. Throws if that takes too long; an error of the check itself is
 * thrown at once.
 * @param what the text after "waited for": `the mail to the owner`
 * @param holds the check; its truthy result is returned
 * @param patienceMs less than the test's own time-out, because otherwise the message of this error is lost
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
    // The first pauses are short, to notice a quick result. Later ones are longer, to leave the machine to other
    // processes.
    await Bun.sleep(Math.min(MOST_PAUSE_MS, 1 + waitedMs / 8));
  }
}

/**
 * Lets the event loop turn until everything that is ready has run; nothing that waits for time or for a disk has
 * finished by then.
 */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Counts the turns of the event loop that others had until the work was done. */
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
