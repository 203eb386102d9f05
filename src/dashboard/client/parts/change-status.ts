import { ask } from '../data/api.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words/words.ts';
import { type NamedStatuses, ordersOf, statusName } from './orders.ts';

/** @throws Refusal (order_status_conflict) if another person has changed the status meanwhile */
export const setStatus = (id: string, to: string, from: string) =>
  ask(ordersOf()({ id }).status.post({ statusId: to, expectedStatusId: from }));

export const statusSaid = (num: string, status: string): string => `${words.value.orders.order} ${num}: ${status}.`;

/**
 * Changes an order's status and offers an undo.
 * @throws Refusal (order_status_conflict) if another person has changed the status meanwhile
 */
export async function changeStatus(
  { id, num, statusId: from }: { readonly id: string; readonly num: string; readonly statusId: string },
  to: string,
  statuses: NamedStatuses,
  changed: () => void,
): Promise<void> {
  await setStatus(id, to, from);
  say(statusSaid(num, statusName(to, statuses)), () => setStatus(id, from, to).finally(changed));
}
