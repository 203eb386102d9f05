/** The queue of webhook outcomes, separate so that thousands of outcomes do not delay other changes. */
export const OUTCOMES_LANE = -1;

export const isWorkspaceLane = (lane: number | undefined): lane is number =>
  lane !== undefined && lane !== OUTCOMES_LANE;

interface InLane {
  readonly lane: number | undefined;
}

/**
 * Creates the queues of waiting changes, one for each workspace. Queues take turns, one change each, so that a
 * workspace with many or large changes delays only itself.
 */
export function createWaitingChanges<J extends InLane>() {
  let lines = new Map<number | undefined, J[]>();
  let count = 0;

  function add(job: J): void {
    const line = lines.get(job.lane);
    if (line === undefined) lines.set(job.lane, [job]);
    else line.push(job);
    count += 1;
  }

  return {
    add,
    count: () => count,
    hasOthers: (lanes: ReadonlySet<number>) => lines.keys().some((lane) => isWorkspaceLane(lane) && !lanes.has(lane)),
    /**
     * Removes and returns up to `most` changes. The queues take turns, across calls too. A change waits for everything
     * that is taken with it. So `take` adds no outcomes once the other queues are empty.
     */
    take(most: number): J[] {
      const taken: J[] = [];
      const isAlone = lines.size === 1;
      for (const [lane, line] of lines) {
        if (taken.length === most || (lane === OUTCOMES_LANE && lines.size === 1 && !isAlone)) break;
        const some = line.splice(0, lines.size === 1 ? most - taken.length : 1);
        for (const job of some) taken.push(job);
        // Deleting and setting a queue moves it to the end of the map. So this loop returns to it after the others.
        lines.delete(lane);
        if (line.length > 0) lines.set(lane, line);
      }
      count -= taken.length;
      return taken;
    },
    /** Undoes `take` for these changes: puts them at the front of their queues, in the same order. */
    putBack(jobs: readonly J[]): void {
      if (jobs.length === 0) return;
      const later = lines;
      lines = new Map();
      count = 0;
      for (const job of jobs) add(job);
      for (const line of later.values()) for (const job of line) add(job);
    },
  };
}
