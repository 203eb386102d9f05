import { workerData } from 'node:worker_threads';

/**
 * Tells the thread that began this one (`beginThread`) that it has opened what it cannot begin without. Each thread
 * imports this module before all others: anyone who waits for it waits for no other import.
 */
if (workerData instanceof SharedArrayBuffer) {
  const begun = new Int32Array(workerData);
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
}
