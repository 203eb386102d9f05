import { ask } from '../../data/api.ts';
import { ordersOf } from '../../parts/orders.ts';
import { plural } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import type { Forms } from '../../words/plural.ts';
import { words } from '../../words/words.ts';

type Many = Awaited<ReturnType<typeof remove>>;

const remove = (ids: readonly string[]) => ask(ordersOf().remove.post({ ids: [...ids] }));

/** @param changed called after the change and after its undo */
export async function changeStatuses(ids: readonly string[], statusId: string, changed: () => void): Promise<void> {
  const w = words.value.orders;
  const done = await ask(ordersOf().statuses.post({ ids: [...ids], statusId }));
  const orders = Object.entries(done.before).map(([id, before]) => ({ id, statusId: before }));
  const undo = async (): Promise<void> => {
    say(told(await ask(ordersOf().statuses.undo.post({ statusId, orders })), w.bulkUndone));
    changed();
  };
  tell(done, w.bulkChanged, undo);
  changed();
}

/** @param changed called after the deletion and after its undo */
export async function removeOrders(ids: readonly string[], changed: () => void): Promise<void> {
  const w = words.value.orders;
  const done = await remove(ids);
  const undo = async (): Promise<void> => {
    say(told(await ask(ordersOf().restore.post({ ids: Object.keys(done.before) })), w.bulkRestored));
    changed();
  };
  tell(done, w.bulkRemoved, undo);
  changed();
}

function tell(done: Many, changed: Forms, undo: () => Promise<void>): void {
  const text = told(done, changed);
  if (Object.keys(done.before).length === 0) say(text);
  else say(`${text}.`, undo);
}

/** Describes the outcome for all orders: "18 orders changed, 2 already had it". */
function told({ outcomes, withoutIds }: Many, changed: Forms): string {
  const { bulkSame: same, bulkGone: gone, bulkKept: kept, bulkOff: off } = words.value.orders;
  const all = Object.values(outcomes);
  const text = Object.entries({ changed, same, gone, kept, off })
    .map(([outcome, forms]) => ({ forms, n: all.filter((one) => one === outcome).length }))
    .filter(({ n }) => n > 0)
    .map(({ forms, n }) => plural(n, forms))
    .join(', ');
  const lost = withoutIds === 0 ? '' : `. ${plural(withoutIds, words.value.orders.withoutIds)}`;
  return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}${lost}`;
}
