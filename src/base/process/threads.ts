import { workerData } from 'node:worker_threads';

/** What the thread needs some 10 ms for. One that does not begin at all must not stop the others for ever. */
const BEGIN_AT_MOST_MS = 5_000;

let mayConnect = false;

/** Says that callers may connect from now on, each of whom takes a file. */
export function expectCallers(): void {
  mayConnect = true;
}

/**
 * Begins a thread, which has to call `tellBegun`. A thread that finds no file left to open while it begins ends the whole process
 * (Bun 1.4.5). So from `expectCallers` on, the calling thread stands still until the new one has begun: it accepts nobody who could take
 * those files. Ask `hasSpareFiles` in the same turn of the event loop.
 */
export function beginThread(url: URL): Worker {
  if (!mayConnect) return new Worker(url.href);
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // Beside an option that all types know, as Bun's do not know `workerData`.
  const options = { type: 'module' as const, workerData: begun.buffer };
  const thread = new Worker(url.href, options);
  Atomics.wait(begun, 0, 0, BEGIN_AT_MOST_MS);
  return thread;
}

/** Says, in a thread, that it has opened what it cannot begin without. */
export function tellBegun(): void {
  if (!(workerData instanceof SharedArrayBuffer)) return;
  const begun = new Int32Array(workerData);
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
}
