/**
 * Called between two steps of a clean-up. Resolves to true when the next step may begin, or to false to stop for now.
 */
export type GoOn = () => Promise<boolean>;

export interface Step {
  /** The number of removed rows. */
  readonly removed: number;
  /** True if nothing is left to check. */
  readonly done: boolean;
}

/**
 * Cleans up in small steps, so that a writer in between waits for one step at most. Its position is only in memory:
 * after a crash it starts over and finds the rest.
 *
 * @returns the number of removed rows
 */
export async function inSteps(step: () => Promise<Step>, goOn: GoOn): Promise<number> {
  let removed = 0;
  for (;;) {
    const taken = await step();
    removed += taken.removed;
    // There is also a pause after the last step if it wrote something: the next clean-up must not follow at once.
    const goesOn = taken.done && taken.removed === 0 ? false : await goOn();
    if (taken.done || !goesOn) return removed;
  }
}
