import './begun.ts';
import { fdatasyncSync } from 'node:fs';
import type { SyncAnswer } from './sync-thread.ts';
import type { ThreadScope } from './threads.ts';

/** The thread that waits for the disk, so that nobody else has to. */
declare const self: ThreadScope<number, SyncAnswer>;

// biome-ignore lint/plugin: with the clock this thread would load all of the base, 2 MB.
const monotonic = (): number => performance.now();

self.onmessage = ({ data: descriptor }) => {
  const begunMs = monotonic();
  const tookMs = (): number => monotonic() - begunMs;
  try {
    fdatasyncSync(descriptor);
    self.postMessage({ failure: undefined, tookMs: tookMs() });
  } catch (error) {
    self.postMessage({ failure: String(error), tookMs: tookMs() });
  }
};
self.postMessage('begun');
