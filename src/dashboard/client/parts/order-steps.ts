/** A status in the form that the pages of orders use. */
export interface StepStatus {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly group: 'new' | 'work' | 'done' | 'cancelled';
}

/** The groups in sequence. The last group finishes an order, wherever it is in the list. */
const GROUPS = ['new', 'work', 'done'];

/** The statuses that an order goes through, by group; one that is switched off appears only if the order has it. */
export const stepsOf = (statusId: string, statuses: readonly StepStatus[]): StepStatus[] =>
  statuses
    .filter(({ id, active, group }) => group !== 'cancelled' && (active || id === statusId))
    .sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));

/** The status that follows this one; undefined if this one is the last or a cancelled one. */
export function nextStep(statusId: string, statuses: readonly StepStatus[]): StepStatus | undefined {
  const steps = stepsOf(statusId, statuses);
  const at = steps.findIndex(({ id }) => id === statusId);
  return at === -1 ? undefined : steps[at + 1];
}
