import { stepsOf } from '../../parts/order-steps.ts';
import { type OrderAnswer, type OrderData, statusName } from '../../parts/orders.ts';
import { words } from '../../words/words.ts';

/** The statuses that the order has had, according to its loaded history. */
function takenSteps({ statusId, timeline }: Pick<OrderData, 'statusId' | 'timeline'>): ReadonlySet<string> {
  const moves = timeline.flatMap(({ changes }) => changes?.['statusId'] ?? []);
  return new Set([statusId, ...moves.flatMap(({ from, to }) => [String(from), String(to)])]);
}

/**
 * The sequence of statuses in the shop. Past steps and the present one differ in more than their colour. A cancelled
 * order is outside the sequence: its status is next to its number.
 */
export function OrderSteps({ of: { order, statuses } }: { readonly of: OrderAnswer }) {
  const steps = stepsOf(order, statuses);
  const at = steps.findIndex(({ id }) => id === order.statusId);
  const taken = takenSteps(order);
  if (at === -1) return null;
  return (
    <ol class="order-steps" aria-label={words.value.orders.status}>
      {steps.map(({ id }, number) => (
        <li
          key={id}
          class={number < at && taken.has(id) ? 'order-past' : ''}
          aria-current={number === at ? 'step' : undefined}
        >
          {statusName(id, statuses)}
        </li>
      ))}
    </ol>
  );
}
