export interface Loop {
  /** Runs another pass at once. Several calls in one turn of the event loop run one pass. */
  wake(): void;
  stop(): void;
}

const AFTER_ERROR_MS = 1_000;
/** The limit of setTimeout. A longer delay would fire at once. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

/**
 * Calls `pass` repeatedly, the first time at once. `pass` returns the milliseconds until its next call. If `pass`
 * throws an error, the next call follows after a second.
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
