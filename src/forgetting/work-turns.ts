import type { Parts } from '../base/index.ts';

/** Checks between two parts whether to continue; false leaves the remaining parts to the next start. */
export type GoOn = () => Promise<boolean>;

/** Lets the jobs of several workspaces take turns. Only one part of any job runs at a time. */
export interface WorkTurns {
  isGoing(): boolean;
  /** Runs a job part by part. After each part, every other waiting job has its turn. */
  take(work: Parts<void>): Promise<void>;
}

export function createWorkTurns(goOn: GoOn): WorkTurns {
  let isGoing = true;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const own = last.then(act);
    last = own.catch(() => undefined);
    return own;
  }

  async function takePart(work: Parts<void>) {
    if (!isGoing) return undefined;
    const part = await work.next();
    // `goOn` is not called before a wait (`part.value`). A job that `goOn` stops would still wait, but for nothing.
    if (part.done !== true && part.value === undefined) isGoing = await goOn();
    return part;
  }

  return {
    isGoing: () => isGoing,
    async take(work) {
      for (;;) {
        const part = await inTurn(() => takePart(work));
        if (part === undefined || part.done === true) return;
        await part.value?.();
      }
    },
  };
}
