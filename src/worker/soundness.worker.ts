import './begun.ts';
import { errorText } from '../base/index.ts';
import { measureTables } from '../storage/index.ts';
import type { ThreadScope } from './threads.ts';
import { isSound, verdictOn } from './verdict.ts';
import type { SoundnessAnswer } from './watch-soundness.ts';

/**
 * The thread that reads the whole database file while the server works. It reports whether the file is sound and how
 * large each table is, and then ends.
 */
declare const self: ThreadScope<string, SoundnessAnswer>;

self.onmessage = ({ data: path }) => {
  self.postMessage('begun');
  const verdict = verdictOn(path);
  self.postMessage(verdict);
  if (!isSound(verdict)) return;
  try {
    self.postMessage({ sizes: measureTables(path) });
  } catch (error) {
    self.postMessage({ unmeasured: errorText(error) });
  }
};
