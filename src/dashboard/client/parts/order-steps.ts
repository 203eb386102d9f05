/** A status in the form that the pages of orders use. */
export interface StepStatus {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly group: 'new' | 'work' | 'done' | 'cancelled';
}

/** The groups in sequence. The last group finishes an order, wherever it is in the list. */
const GROUPS = ['new', 'work', 'done'];

/** Names of statuses that a picked-up order does not have: "On the way", "У курьера". The shop chooses the names. */
const CARRIED = /on \w+ way|courier|deliver|shipp|в пути|достав|курьер|отправл|везут|едет/iu;
/** Names of delivery methods by which the client comes for the order. */
const PICKED_UP = /pick|collect|самовывоз|забер/iu;

interface MovingOrder {
  readonly statusId: string;
  readonly address: string | null;
  /** The delivery method in the shop's own words. */
  readonly method: string | null;
}

/** An order with any method is carried, unless its client picks it up; without a method, an address tells. */
const isCarriedTo = ({ address, method }: MovingOrder): boolean =>
  !PICKED_UP.test(method ?? '') && !!(method || address);

/**
 * The statuses that an order goes through, by group. One that is switched off appears only if the order has it. So does
 * one for a courier if the client picks the order up.
 */
export function stepsOf(order: MovingOrder, statuses: readonly StepStatus[]): StepStatus[] {
  const { statusId } = order;
  const isCarried = isCarriedTo(order);
  const isStep = ({ name, active, group }: StepStatus): boolean =>
    active && (isCarried || group !== 'work' || !CARRIED.test(name));
  return statuses
    .filter((one) => one.group !== 'cancelled' && (isStep(one) || one.id === statusId))
    .sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}

/** The status that follows the order's own; undefined if that is the last or a cancelled one. */
export function nextStep(order: MovingOrder, statuses: readonly StepStatus[]): StepStatus | undefined {
  const steps = stepsOf(order, statuses);
  const at = steps.findIndex(({ id }) => id === order.statusId);
  return at === -1 ? undefined : steps[at + 1];
}
