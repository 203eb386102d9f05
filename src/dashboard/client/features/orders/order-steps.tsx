import type { OrderData } from '../../data/orders.ts';
import { statusName } from '../../data/orders.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { words } from '../../words/words.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly group: 'new' | 'work' | 'done' | 'cancelled';
}

/** Whatever the list's order, an order is finished last. */
const GROUPS = ['new', 'work', 'done'];

/** The shop's way of an order, and where this one stands. A cancelled order is on no way: its status stands beside its number. */
export function OrderSteps({
  statusId,
  statuses,
}: {
  readonly statusId: OrderData['statusId'];
  readonly statuses: readonly Listed[];
}) {
  const steps = statuses
    .filter(({ id, active, group }) => group !== 'cancelled' && (active || id === statusId))
    .sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
  const at = steps.findIndex(({ id }) => id === statusId);
  if (at === -1) return null;
  return <Stepper label={words.value.orders.status} steps={steps.map(({ id }) => statusName(id, statuses))} at={at} />;
}
