/** The number of times that a refused read is sent again after a wait. After that, the page shows the error. */
const WAITS = 3;
const LONGEST_MS = 10_000;
const TOO_MANY = 429;

/**
 * Sends a read. If the server refuses it with 429, waits for the time in `retry-after` and sends the read again. If the
 * wait would exceed 10 seconds, returns the refusal.
 */
export async function patiently(
  read: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const response = await read();
    const ms = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
    if (response.status !== TOO_MANY || waits === WAITS || !(ms <= LONGEST_MS)) return response;
    await passed(ms, signal);
  }
}

/** Waits for a time. @throws AbortError if `signal` aborts the wait */
const passed = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
