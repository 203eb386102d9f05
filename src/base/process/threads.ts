import { countSpareFiles } from '../files/index.ts';

/** Far more than callers can take while a thread begins. */
const PLENTY_OF_FILES = 512;
/** A thread that does not begin at all must not stop the others for ever. */
const BEGIN_AT_MOST_MS = 5_000;

let mayConnect = false;

/** Says that callers may connect from now on; each takes a file. */
export function expectCallers(): void {
  mayConnect = true;
}

/**
 * Begins a thread, whose first import reports its start. A thread without a file to open at that time ends the whole
 * process (Bun 1.4.5). So if files are few, the calling thread blocks until the new one has begun. It takes some 10 to
 * 100 ms, in which no connection can take those files. Ask `hasSpareFiles` in the same turn of the event loop.
 */
export function beginThread(url: URL): Worker {
  if (!mayConnect || countSpareFiles() > PLENTY_OF_FILES) return new Worker(url.href);
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // Beside an option that all types know, as Bun's do not know `workerData`.
  const options = { type: 'module' as const, workerData: begun.buffer };
  const thread = new Worker(url.href, options);
  Atomics.wait(begun, 0, 0, BEGIN_AT_MOST_MS);
  return thread;
}
