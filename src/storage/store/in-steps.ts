/** Called between two steps of tidying up: resolves when the next one may begin; false ends it for now. */
export type GoOn = () => Promise<boolean>;

export interface Step {
  /** Rows that it took away. */
  readonly removed: number;
  /** Nothing is left to look at. */
  readonly done: boolean;
}

/**
 * Tidies up a little at a time, so that a writer in between waits for one step at most. Its place is only in memory:
 * after a crash it begins again and finds the rest.
 *
 * @returns the number of removed rows
 */
export async function inSteps(step: () => Promise<Step>, goOn: GoOn): Promise<number> {
  let removed = 0;
  for (;;) {
    const taken = await step();
    removed += taken.removed;
    // After the last step as well, if it wrote: the next tidying must not follow at once.
    const goesOn = taken.done && taken.removed === 0 ? false : await goOn();
    if (taken.done || !goesOn) return removed;
  }
}
