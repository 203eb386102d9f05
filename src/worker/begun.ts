import { workerData } from 'node:worker_threads';

/**
 * Notifies the parent of this thread (`beginThread`) that the thread runs. Each thread imports this module first, so
 * that the parent waits for no other import.
 */
if (workerData instanceof SharedArrayBuffer) {
  const begun = new Int32Array(workerData);
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
}
