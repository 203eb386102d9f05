import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Loaded into the executable before its own code. Its threads start slowly, as on a busy machine. Each leaves a file in
 * a folder once it has started.
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
