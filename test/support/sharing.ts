/** Must exceed `NEW_FOR_MS` of snapshot.ts and `LOOK_EVERY_MS` of kept.ts. */
const LONGER_MS = 3;

/** Keeps the thread busy until a request no longer shares an earlier request's reads. */
export function outlastSharing(): void {
  const end = performance.now() + LONGER_MS;
  while (performance.now() < end);
}

/** Waits for a turn of the event loop in which no snapshot is open. */
export const turnWithoutSnapshot = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
