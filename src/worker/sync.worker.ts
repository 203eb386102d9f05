import './begun.ts';
import { fdatasyncSync } from 'node:fs';
import type { Synced } from './sync-thread.ts';

/** Waits for the disk so that nobody else has to, and does nothing else. */
declare const self: {
  onmessage: ((event: MessageEvent<number>) => void) | null;
  postMessage(message: Synced): void;
};

self.onmessage = ({ data: descriptor }) => {
  try {
    fdatasyncSync(descriptor);
    self.postMessage({ failure: undefined });
  } catch (error) {
    self.postMessage({ failure: String(error) });
  }
};
self.postMessage('begun');
