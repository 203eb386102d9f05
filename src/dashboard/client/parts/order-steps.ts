/** A status as the pages of orders know it. */
export interface StepStatus {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly group: 'new' | 'work' | 'done' | 'cancelled';
}

/** The groups in sequence: wherever it is in the list, the last group finishes an order. */
const GROUPS = ['new', 'work', 'done'];

/** The statuses that an order goes through, by group; one that is switched off only where the order has it. */
export const stepsOf = (statusId: string, statuses: readonly StepStatus[]): StepStatus[] =>
  statuses
    .filter(({ id, active, group }) => group !== 'cancelled' && (active || id === statusId))
    .sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));

/** The status that an order goes to from this one; undefined where it is the last, or a cancelled one. */
export function nextStep(statusId: string, statuses: readonly StepStatus[]): StepStatus | undefined {
  const steps = stepsOf(statusId, statuses);
  const at = steps.findIndex(({ id }) => id === statusId);
  return at === -1 ? undefined : steps[at + 1];
}
