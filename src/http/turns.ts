import type { Clock } from '../base/index.ts';

/** The turns of callers whose work holds up the event loop. Groups take turns, in the order of their first callers. */
export interface Turns<Group> {
  /** Resolves when the caller may begin; undefined if it may begin at once. */
  pass(group: Group): Promise<void> | undefined;
  /** The number of a group's callers who wait. */
  waiting(group: Group): number;
  /** Called at the end of a call. Begins the next caller in the same turn of the event loop if there is time left. */
  goOn(): void;
}

interface TurnsOptions {
  /** The time in one turn of the event loop after which nobody else begins, in milliseconds. */
  readonly mostMs: number;
  readonly monotonic: Clock['monotonic'];
  /** Runs a function in the next turn of the event loop. */
  readonly later?: (then: () => void) => void;
}

/** The turns of calls with keys, by workspace. */
export interface CallTurns extends Turns<number> {
  /** Notes a request from a page of the dashboard. Its reader must not wait for a crowd of calls either. */
  notePage(): void;
  /** True if only one workspace has called recently, and nobody has asked for a page. */
  isAlone(): boolean;
}

/** The calls' share of a turn of the event loop, in milliseconds: dozens of reads, or a few lists. */
const SHARE_MS = 2;
/** The time for which others count as present after their last request, in milliseconds. */
const PRESENT_MS = 10_000;
/** The group of all pages. */
const PAGES = 0;

/**
 * Creates the turns of calls with keys. While only one workspace calls, nobody waits, because a turn of the event loop
 * costs as much as a read. When others are present, calls begin only until their share of a turn is used up.
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
 * Creates turns by group. Bun reads all connections with waiting requests in one turn of the event loop. Without this,
 * a crowd of one group would be answered completely before anybody else is read.
 */
export function createTurns<Group>({ mostMs, monotonic, later = setImmediate }: TurnsOptions): Turns<Group> {
  const waiting = new Map<Group, (() => void)[]>();
  /** The time at which the first caller of this turn of the event loop began; undefined before that. */
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
