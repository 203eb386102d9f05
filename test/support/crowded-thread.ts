import { closeSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { beginThread, expectCallers, hasSpareFiles } from '../../src/base/index.ts';

/**
 * A server that keeps as many files open as it may. On a signal it closes just enough of them, and starts a thread. It
 * prints its port, then the thread's messages.
 */
const held: number[] = [];
const FREED = 20;

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
process.once('SIGUSR1', () => {
  for (const file of held.splice(0, FREED)) closeSync(file);
  if (!hasSpareFiles()) throw new Error('no files are free');
  expectCallers();
  const thread = beginThread(new URL('../../src/worker/sync.worker.ts', import.meta.url));
  thread.addEventListener('message', ({ data }) => {
    writeSync(1, `${data}\n`);
    process.exit(0);
  });
  thread.addEventListener('error', ({ message }) => {
    writeSync(1, `${message}\n`);
    process.exit(1);
  });
});
// The imported modules first open the files that they need, while files can still be opened.
await Bun.sleep(0);
try {
  for (;;) held.push(openSync(devNull, 'r'));
} catch {
  writeSync(1, `${server.port}\n`);
}
