import { type StepStatus, stepsOf } from '../../parts/order-steps.ts';
import type { OrderData } from '../../parts/orders.ts';
import { statusName } from '../../parts/orders.ts';
import { words } from '../../words/words.ts';
import { Stepper } from './stepper.tsx';

/** The shop's way of an order, and where this one stands. A cancelled order is on no way: its status stands beside its number. */
export function OrderSteps({
  statusId,
  statuses,
}: {
  readonly statusId: OrderData['statusId'];
  readonly statuses: readonly StepStatus[];
}) {
  const steps = stepsOf(statusId, statuses);
  const at = steps.findIndex(({ id }) => id === statusId);
  if (at === -1) return null;
  return <Stepper label={words.value.orders.status} steps={steps.map(({ id }) => statusName(id, statuses))} at={at} />;
}
