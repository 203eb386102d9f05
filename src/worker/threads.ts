import { beginThread, IS_EXECUTABLE } from '../base/index.ts';

export interface ThreadScope<In, Out> {
  onmessage: ((event: MessageEvent<In>) => void) | null;
  postMessage(message: Out, transfer?: ArrayBuffer[]): void;
}

export interface RunningThread {
  readonly thread: Worker;
  readonly stopped: PromiseWithResolvers<void>;
}

/** Starts the thread of `NAME.worker.ts` in this folder, as `beginThread` does. */
export function beginWorker(
  name: 'backup' | 'checkpoint' | 'reading' | 'scheduler' | 'search' | 'soundness' | 'sync',
): Worker {
  return beginThread(new URL(`${IS_EXECUTABLE ? './worker' : '.'}/${name}.worker.ts`, import.meta.url));
}
