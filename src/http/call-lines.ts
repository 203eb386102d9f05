import type { Call } from '../web/index.ts';

/** The lines in which a workspace's calls with keys wait for one another. */
export interface CallLines {
  /** Resolves when the call may begin; undefined if at once. Its place is free again after its answer. */
  enter(call: Call, workspaceSeq: number): Promise<void> | undefined;
}

interface Line {
  begun: number;
  readonly waiting: (() => void)[];
}

/**
 * The number of a workspace's calls under way at once. As many creates share a sync. A key has a rate, but a workspace
 * may have a hundred keys. If all of them call at once, a call of another workspace waits for this many only.
 */
const AT_ONCE = 64;

/** @param atOnce the number of a workspace's calls that are under way at once; others wait in its line */
export function createCallLines(atOnce = AT_ONCE, later: (then: () => void) => void = setImmediate): CallLines {
  const lines = new Map<number, Line>();

  function leave(workspaceSeq: number, line: Line): void {
    const next = line.waiting.shift();
    if (next === undefined) {
      line.begun -= 1;
      if (line.begun === 0) lines.delete(workspaceSeq);
    } else {
      // Calls of other workspaces are read in between.
      later(next);
    }
  }

  return {
    enter(call, workspaceSeq) {
      const line = lines.get(workspaceSeq) ?? { begun: 0, waiting: [] };
      lines.set(workspaceSeq, line);
      call.afterwards.push(() => leave(workspaceSeq, line));
      if (line.begun >= atOnce) return new Promise((resolve) => line.waiting.push(resolve));
      line.begun += 1;
      return undefined;
    },
  };
}
