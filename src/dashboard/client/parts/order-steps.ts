export interface StepStatus {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly group: 'new' | 'work' | 'done' | 'cancelled';
}

/**
 * The groups of statuses, in sequence. A status of the last group finishes an order, wherever that status is in the
 * shop's list.
 */
const GROUPS = ['new', 'work', 'done'];

/** Names of statuses for couriers, not for pick-up: "On the way", "В доставке". The shop chooses the names. */
const CARRIED =
  /(?:on|its|the) way|transit|courier|deliver|dispatch|shipped|в пути|дорог|курьер|доставк|доставля|вез[её]м/i;
/** Pick-up words. A status name with one applies to pick-up orders, even if the name also mentions delivery. */
const PICKED_UP = /pick.?up|самовыв|выдач/i;

interface MovingOrder {
  readonly statusId: string;
  readonly carried: boolean;
}

/**
 * Returns the statuses that an order passes through, sorted by group. A status that is switched off appears only if it
 * is the order's current status. If the client picks the order up, a courier's status also appears only if it is the
 * current one.
 */
export function stepsOf({ statusId, carried }: MovingOrder, statuses: readonly StepStatus[]): StepStatus[] {
  const isStep = ({ name, active, group }: StepStatus): boolean =>
    active && (carried || group !== 'work' || !CARRIED.test(name) || PICKED_UP.test(name));
  return statuses
    .filter((one) => one.group !== 'cancelled' && (isStep(one) || one.id === statusId))
    .sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}

/**
 * Returns the status that follows the order's current one. Undefined if the current status is the last one or means
 * canceled.
 */
export function nextStep(order: MovingOrder, statuses: readonly StepStatus[]): StepStatus | undefined {
  const steps = stepsOf(order, statuses);
  const own = steps.find(({ id }) => id === order.statusId);
  return own && steps[steps.indexOf(own) + 1];
}
