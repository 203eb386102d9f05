/** Runs between two steps of a clean-up. Resolves to true when the next step may begin, or to false to stop for now. */
export type GoOn = () => Promise<boolean>;

export interface Step {
  readonly removed: number;
  readonly done: boolean;
}

/**
 * Cleans up in small steps, so that a write waits for one step at most. After a crash it starts over.
 * @returns the number of removed rows
 */
export const inSteps = (step: () => Promise<Step>, goOn: GoOn): Promise<number> => inTurnSteps([step], goOn);

/** Runs clean-ups in turn, one step of each at a time. So a long clean-up does not delay the others. */
export async function inTurnSteps(all: readonly (() => Promise<Step>)[], goOn: GoOn): Promise<number> {
  let removed = 0;
  for (let waiting = all; waiting.length > 0; ) {
    const unfinished: (() => Promise<Step>)[] = [];
    for (const step of waiting) {
      const taken = await step();
      removed += taken.removed;
      if (!taken.done) unfinished.push(step);
      // A last step that removed rows pauses too; otherwise the next clean-up would begin at once.
      if ((!taken.done || taken.removed > 0) && !(await goOn())) return removed;
    }
    waiting = unfinished;
  }
  return removed;
}

/** Shares one pace among simultaneous clean-ups, which then take their steps in turn. */
export function sharedPace(goOn: GoOn): GoOn {
  let last = Promise.resolve(true);
  return () => {
    last = last.then((goesOn) => goesOn && goOn());
    return last;
  };
}
