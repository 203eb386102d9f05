/** The line of webhook outcomes: there may be thousands, and no page waits for them. */
export const OUTCOMES_LANE = -1;

/** True for the line of a workspace, and not of Docket's own changes. */
export const isWorkspaceLane = (lane: number | undefined): lane is number =>
  lane !== undefined && lane !== OUTCOMES_LANE;

interface InLane {
  /** The workspace that made the change, or `OUTCOMES_LANE`; undefined for Docket's other changes. */
  readonly lane: number | undefined;
}

/**
 * The waiting changes: a line for each workspace, in order of arrival. Lines take turns, one change each, so that a
 * workspace with many or large changes holds up nobody but itself.
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
    /** True if a workspace outside this set waits. */
    hasOthers: (lanes: ReadonlySet<number>) => lines.keys().some((lane) => isWorkspaceLane(lane) && !lanes.has(lane)),
    /** Takes up to `most` changes. The next turn begins with the line that follows the last one. */
    take(most: number): J[] {
      const taken: J[] = [];
      for (const [lane, line] of lines) {
        if (taken.length === most) break;
        // The only line needs no turns.
        const some = line.splice(0, lines.size === 1 ? most - taken.length : 1);
        for (const job of some) taken.push(job);
        // A line that is set again comes to the end, where this loop meets it again.
        lines.delete(lane);
        if (line.length > 0) lines.set(lane, line);
      }
      count -= taken.length;
      return taken;
    },
    /** Puts changes that were taken back to the head, in their order. */
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
