import { AppError, type Clock } from '../base/index.ts';
import type { Call } from '../web/index.ts';

export interface CallLines {
  /**
   * Resolves when the call may begin; undefined if it may begin at once. The call's place is freed after its answer.
   * @throws whatever `takeRoom` throws
   */
  enter(call: Call, workspaceSeq: number, waiting: Waiting): Promise<void> | undefined;
}

interface Waiting {
  /**
   * Returns a signal that aborts when the sender disconnects. A call that still waits is then rejected. A call that
   * need not wait never asks for the signal, because Bun would have to create it.
   */
  readonly left: () => AbortSignal;
  /** Reserves memory for a call that must wait. @returns a function that frees it */
  readonly takeRoom: () => () => void;
}

interface Line {
  begun: number;
  readonly waiting: Set<() => void>;
}

/**
 * The limit on concurrent calls of a workspace while other workspaces call too. Rate limits are not enough, because a
 * workspace may have a hundred API keys, each with its own rate limit.
 */
const AT_ONCE = 64;

interface LineOptions {
  readonly atOnce?: number;
  /**
   * Returns true while only one workspace calls. Its calls then skip the queue, because queuing would make a change
   * take a third longer.
   */
  readonly isAlone?: () => boolean;
  readonly later?: (then: () => void) => void;
  /**
   * Calls `leave`, at once or later, to free the place of an answered call. The default calls `leave` at once.
   * `begunMs` is the time when the call began.
   */
  readonly free?: (leave: () => void, begunMs: number) => void;
  readonly monotonic?: Clock['monotonic'];
}

export function createCallLines({
  atOnce = AT_ONCE,
  isAlone = () => false,
  later = setImmediate,
  free = (leave) => leave(),
  monotonic = () => 0,
}: LineOptions = {}): CallLines {
  const lines = new Map<number, Line>();

  const hasPlace = (line: Line): boolean => line.begun < atOnce || isAlone();

  function leave(workspaceSeq: number, line: Line): void {
    line.begun -= 1;
    for (const next of line.waiting) {
      if (!hasPlace(line)) break;
      line.waiting.delete(next);
      line.begun += 1;
      // The next call starts later, so that calls of other workspaces are read before it.
      later(next);
    }
    if (line.begun === 0) lines.delete(workspaceSeq);
  }

  return {
    enter(call, workspaceSeq, { left, takeRoom }) {
      const line = lines.get(workspaceSeq) ?? { begun: 0, waiting: new Set() };
      // Memory for waiting calls is limited. Otherwise one API key could fill the server's memory with waiting calls.
      const freeRoom = line.begun >= atOnce ? takeRoom() : undefined;
      lines.set(workspaceSeq, line);
      let begunMs: number | undefined;
      const begin = (): void => {
        begunMs = monotonic();
      };
      call.afterwards.push(() => {
        const began = begunMs;
        if (began !== undefined) free(() => leave(workspaceSeq, line), began);
      });
      if (freeRoom !== undefined && !hasPlace(line)) return wait(line, left(), begin).finally(freeRoom);
      if (freeRoom !== undefined) call.afterwards.push(freeRoom);
      line.begun += 1;
      begin();
      return undefined;
    },
  };
}

function wait(line: Line, left: AbortSignal, begin: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      left.removeEventListener('abort', giveUp);
      begin();
      resolve();
    };
    const giveUp = (): void => {
      // A call that has already begun is not rejected. It frees its place after its answer as usual.
      if (line.waiting.delete(next)) reject(new AppError({ rule: 'bodies_under_way' }));
    };
    line.waiting.add(next);
    left.addEventListener('abort', giveUp, { once: true });
    if (left.aborted) giveUp();
  });
}

const LONGEST_REST_MS = 1_000;

/**
 * Creates the queues for orders with many payments. Creating such an order may hold the writer for a third of a second.
 * Each workspace creates one such order at a time. It then pauses for as long as that order took, but at most a second.
 * So other requests get about half of the writer's time.
 */
export const createLargeCreateLines = (
  { monotonic }: Pick<Clock, 'monotonic'>,
  wait: (then: () => void, ms: number) => void = setTimeout,
): CallLines =>
  createCallLines({
    atOnce: 1,
    monotonic,
    free: (leave, begunMs) => wait(leave, Math.min(monotonic() - begunMs, LONGEST_REST_MS)),
  });
