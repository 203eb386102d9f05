import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * This file makes each thread of the executable start slowly, as on a busy machine. After the pause, the thread writes
 * a file into the folder `BEGUN_IN`.
 */
const BEGIN_MS = 6_000;

if (!isMainThread) {
  Bun.sleepSync(BEGIN_MS);
  writeFileSync(join(process.env['BEGUN_IN'] ?? '', `thread-${threadId}`), '');
}

const MachineWorker = Worker;
globalThis.Worker = new Proxy(MachineWorker, {
  construct: (target, [url, options]) => Reflect.construct(target, [url, { ...options, preload: [import.meta.path] }]),
});
