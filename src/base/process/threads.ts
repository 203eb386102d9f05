import { countSpareFiles } from '../files/index.ts';

/** With more free file descriptors, no wait is needed: clients cannot use up so many while a thread starts. */
const PLENTY_OF_FILES = 512;
/** The longest wait for a thread to start. A thread that fails to start must not block the calling thread forever. */
const BEGIN_AT_MOST_MS = 5_000;

let mayConnect = false;

/**
 * Records that clients may connect from now on. Each connection takes a file descriptor, and a starting thread needs
 * one too. So `beginThread` then waits for the thread if few descriptors are left.
 */
export function expectCallers(): void {
  mayConnect = true;
}

/**
 * Starts a thread. If it cannot open a file before its start, the process ends (Bun 1.4.5). So with few descriptors
 * left, this call blocks 10 to 100 ms. The caller must check `hasSpareFiles` in the same turn of the event loop.
 */
export function beginThread(url: URL): Worker {
  if (!mayConnect || countSpareFiles() > PLENTY_OF_FILES) return new Worker(url.href);
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // Bun's types lack `workerData`, so `type`, which Bun ignores, makes the object compile.
  const options = { type: 'module' as const, workerData: begun.buffer };
  const thread = new Worker(url.href, options);
  Atomics.wait(begun, 0, 0, BEGIN_AT_MOST_MS);
  return thread;
}
