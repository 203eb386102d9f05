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

/** Names of statuses that a picked-up order does not have: "On the way", "У курьера". The shop chooses the names. */
const CARRIED = /on (?:the|its|his|her) way|courier|deliver|shipp|в пути|достав|курьер|отправл|везут|едет/iu;

interface MovingOrder {
  readonly statusId: string;
  /** The address of its delivery; null if the client picks it up. */
  readonly address: string | null;
}

/**
 * The status that follows the order's own; undefined if that is the last or a cancelled one. An order without an
 * address skips a step that is only for a courier.
 */
export function nextStep({ statusId, address }: MovingOrder, statuses: readonly StepStatus[]): StepStatus | undefined {
  const steps = stepsOf(statusId, statuses);
  const at = steps.findIndex(({ id }) => id === statusId);
  if (at === -1) return undefined;
  const isCarried = address !== null && address !== '';
  return steps.slice(at + 1).find(({ name, group }) => isCarried || group !== 'work' || !CARRIED.test(name));
}
