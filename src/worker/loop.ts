/** A loop that does not know its work: a pass, then a sleep until the next is due or it is woken. */
export interface Loop {
  /** Another pass at once; several calls of one turn make one pass. */
  wake(): void;
  /** No further pass. */
  stop(): void;
}

const AFTER_ERROR_MS = 1_000;
/** setTimeout's own bound, past which it would fire at once. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

/**
 * Begins at once.
 *
 * @param pass does the due work and returns the milliseconds until it is needed again
 * @param failed hears of a pass that threw; the loop goes on after a second
 */
export function startLoop(pass: () => number, failed: (error: unknown) => void): Loop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let stopped = false;

  function run(): void {
    asked = false;
    clearTimeout(timer);
    if (stopped) return;
    let sleepMs = AFTER_ERROR_MS;
    try {
      sleepMs = pass();
    } catch (error) {
      failed(error);
    }
    timer = setTimeout(wake, Math.min(Math.max(0, sleepMs), MAX_SLEEP_MS));
  }

  function wake(): void {
    if (asked || stopped) return;
    asked = true;
    setImmediate(run);
  }

  wake();
  return {
    wake,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
