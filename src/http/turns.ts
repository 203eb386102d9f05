import type { Clock } from '../base/index.ts';

/** Queues of callers whose work blocks the event loop. Groups, such as workspaces, take turns. */
export interface Turns<Group> {
  /** Resolves when the caller may begin; undefined if it may begin at once. */
  pass(group: Group): Promise<void> | undefined;
  waiting(group: Group): number;
  /** Ends a call. If this turn of the event loop has time left, the next caller begins in it. */
  goOn(): void;
}

interface TurnsOptions {
  /**
   * The number of milliseconds in which callers may begin during one turn of the event loop. Later callers wait for the
   * next turn.
   */
  readonly mostMs: number;
  readonly monotonic: Clock['monotonic'];
  readonly later?: (then: () => void) => void;
}

export interface CallTurns extends Turns<number> {
  /** Records a request from a dashboard page. API calls then wait for turns, so that pages need not wait for them. */
  notePage(): void;
  /** Returns true if only one workspace has called recently, and nobody has requested a page. */
  isAlone(): boolean;
}

/**
 * The time in which calls may begin during one turn of the event loop, in milliseconds. Dozens of reads or a few list
 * calls take this long.
 */
const SHARE_MS = 2;
/** The time for which callers count as present after their last request. */
const PRESENT_MS = 10_000;
const PAGES = 0;

/**
 * Creates the queues of API calls. While only one workspace calls and nobody opens a page, no call waits. Waiting would
 * cost as much as a read. While others are present, calls begin only in the first `SHARE_MS` milliseconds of a turn of
 * the event loop.
 */
export function createCallTurns({ monotonic }: Pick<Clock, 'monotonic'>): CallTurns {
  const turns = createTurns<number>({ mostMs: SHARE_MS, monotonic });
  let last: number | undefined;
  let untilMs = Number.NEGATIVE_INFINITY;
  const note = (group: number): void => {
    if (last !== undefined && group !== last) untilMs = monotonic() + PRESENT_MS;
    last = group;
  };
  const isAlone = (): boolean => monotonic() >= untilMs;
  return {
    notePage: () => note(PAGES),
    isAlone,
    waiting: turns.waiting,
    pass(group) {
      note(group);
      return isAlone() ? undefined : turns.pass(group);
    },
    goOn: turns.goOn,
  };
}

/**
 * Creates a queue for each group. In one turn of the event loop, Bun serves all connections with waiting requests.
 * Without queues, a group with many connections could get all its answers before another group's request is read.
 */
export function createTurns<Group>({ mostMs, monotonic, later = setImmediate }: TurnsOptions): Turns<Group> {
  const waiting = new Map<Group, (() => void)[]>();
  /** The start of the first call in this turn of the event loop; undefined before that. */
  let begunMs: number | undefined;

  function isOver(): boolean {
    const nowMs = monotonic();
    if (begunMs !== undefined) return nowMs - begunMs >= mostMs;
    begunMs = nowMs;
    later(() => {
      begunMs = undefined;
      goOn();
    });
    return false;
  }

  function goOn(): void {
    const next = waiting.entries().next().value;
    if (next === undefined || isOver()) return;
    const [group, callers] = next;
    const begin = callers.shift();
    waiting.delete(group);
    if (callers.length > 0) waiting.set(group, callers);
    begin?.();
  }

  return {
    pass(group) {
      const own = waiting.get(group);
      // A caller never overtakes others of its group.
      if (own === undefined && !isOver()) return undefined;
      return new Promise((resolve) => {
        if (own === undefined) waiting.set(group, [resolve]);
        else own.push(resolve);
      });
    },
    waiting: (group) => waiting.get(group)?.length ?? 0,
    goOn,
  };
}
