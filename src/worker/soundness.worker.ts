import { findDamage } from '../storage/index.ts';
import type { SoundnessAnswer } from './watch-soundness.ts';

/** Reads the whole file once, beside everybody, says what it found, and is done. */
declare const self: {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  postMessage(message: SoundnessAnswer): void;
};

self.onmessage = ({ data: path }) => {
  self.postMessage('begun');
  try {
    self.postMessage({ problems: findDamage(path) });
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
};
