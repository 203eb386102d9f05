import './begun.ts';
import { findDamage, measureTables } from '../storage/index.ts';
import type { SoundnessAnswer } from './watch-soundness.ts';

/** Reads the whole file while others work, reports whether it is sound and how large each kind is, and ends. */
declare const self: {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  postMessage(message: SoundnessAnswer): void;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

self.onmessage = ({ data: path }) => {
  self.postMessage('begun');
  try {
    const problems = findDamage(path);
    self.postMessage({ problems });
    if (problems.length > 0) return;
  } catch (error) {
    self.postMessage({ failure: reasonOf(error) });
    return;
  }
  try {
    self.postMessage({ sizes: measureTables(path) });
  } catch (error) {
    self.postMessage({ unmeasured: reasonOf(error) });
  }
};
