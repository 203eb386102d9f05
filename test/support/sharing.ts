/** A time longer than requests share a snapshot, or the result of a check for commits of other processes. */
const LONGER_MS = 3;

/** Keeps the thread busy until a request no longer shares what an earlier one has read. */
export function outlastSharing(): void {
  const end = performance.now() + LONGER_MS;
  while (performance.now() < end);
}

/** Waits for a turn of the event loop in which no snapshot is open. */
export const turnWithoutSnapshot = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
