import './begun.ts';
import { errorText } from '../base/index.ts';
import { type Checkpointer, openCheckpointer } from '../storage/index.ts';
import type { CheckpointAnswer, CheckpointTask } from './log-keeper.ts';
import type { ThreadScope } from './threads.ts';

/**
 * The thread that moves SQLite's write-ahead log into the database file, so that only this thread waits for the disk.
 */
declare const self: ThreadScope<CheckpointTask, CheckpointAnswer>;

let checkpointer: Checkpointer | undefined;

function answer(task: CheckpointTask): CheckpointAnswer {
  switch (task.kind) {
    case 'open':
      checkpointer = openCheckpointer(task.path);
      return { kind: 'done' };
    case 'tend':
      return { kind: 'state', state: checkpointer?.tend() ?? { frames: 0, moved: 0 } };
    case 'begin anew':
      return { kind: 'anew', anew: checkpointer?.beginAnew() ?? false };
    case 'close':
      checkpointer?.close();
      return { kind: 'done' };
    default:
      return task satisfies never;
  }
}

self.onmessage = ({ data: task }) => {
  try {
    self.postMessage(answer(task));
  } catch (error) {
    self.postMessage({ kind: 'failed', reason: errorText(error) });
  }
};
self.postMessage({ kind: 'done' });
