import { ask } from '../data/api.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words/words.ts';
import { ordersOf, statusName } from './orders.ts';

/**
 * Puts an order into another status unless somebody else has changed it meanwhile, and offers to take that back.
 *
 * @throws Refusal (order_status_conflict)
 */
export async function changeStatus(
  order: { readonly id: string; readonly num: string; readonly statusId: string },
  statusId: string,
  statuses: readonly { readonly id: string; readonly name: string }[],
  changed: () => void,
): Promise<void> {
  const set = (to: string, from: string) =>
    ask(ordersOf()({ id: order.id }).status.post({ statusId: to, expectedStatusId: from }));
  await set(statusId, order.statusId);
  const undo = () => set(order.statusId, statusId).finally(changed);
  say(`${words.value.orders.order} ${order.num}: ${statusName(statusId, statuses)}.`, undo);
}
