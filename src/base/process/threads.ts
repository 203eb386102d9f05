import { countSpareFiles } from '../files/index.ts';

/**
 * If more file descriptors than this are free, `beginThread` does not wait for the thread. Clients cannot use up all of
 * them while the thread starts.
 */
const PLENTY_OF_FILES = 512;
/** The longest wait for a thread to start. A thread that fails to start must not block the calling thread forever. */
const BEGIN_AT_MOST_MS = 5_000;

let mayConnect = false;

export function expectCallers(): void {
  mayConnect = true;
}

/**
 * Starts a thread. Bun 1.4.5 ends the process if a starting thread cannot open a file. So if few descriptors are left,
 * this call blocks for 10 to 100 ms until the thread runs. Meanwhile no client can connect and use a descriptor. The
 * caller must check `hasSpareFiles` in the same turn of the event loop.
 */
export function beginThread(url: URL): Worker {
  if (!mayConnect || countSpareFiles() > PLENTY_OF_FILES) return new Worker(url.href);
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // Bun's types lack `workerData`, and TypeScript rejects an object that has no known option. So the object also has
  // `type`, which Bun ignores.
  const options = { type: 'module' as const, workerData: begun.buffer };
  const thread = new Worker(url.href, options);
  Atomics.wait(begun, 0, 0, BEGIN_AT_MOST_MS);
  return thread;
}
