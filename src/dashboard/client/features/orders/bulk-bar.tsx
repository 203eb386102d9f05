import { ChevronDown, Trash2, X } from 'lucide';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { couriersAddress, ordersOf, type Status, statusName, statusTone } from '../../parts/orders.ts';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import type { Forms } from '../../words/plural.ts';
import { words } from '../../words/words.ts';
import { Removing } from './remove.tsx';

interface BulkBarProps {
  readonly ids: readonly string[];
  readonly statuses: readonly Status[];
  readonly changed: () => void;
  readonly clear: () => void;
}

export function BulkBar({ ids, statuses, changed, clear }: BulkBarProps) {
  const { error, busy, begin } = useSending();
  const [isRemoving, setIsRemoving] = useState(false);
  const w = words.value.orders;
  const items = statuses
    .filter(({ active }) => active)
    .map(({ id }) => ({
      id,
      text: statusName(id, statuses),
      tone: statusTone(id, statuses),
      writes: true,
      act: () => begin(() => changeStatuses(ids, id, changed).then(clear)),
    }));
  return (
    <div class="orders-bulk">
      <button type="button" class="bare" aria-label={w.unselect} onClick={clear}>
        <Icon of={X} />
      </button>
      <strong>{plural(ids.length, w.selected)}</strong>
      <MenuButton listLabel={w.setStatus} disabled={busy} groups={[items]}>
        {w.setStatus}
        <Icon of={ChevronDown} size={16} />
      </MenuButton>
      <a class="button" href={couriersAddress(ids)}>
        {words.value.orders.couriers}
      </a>
      <button type="button" class="bare danger" aria-label={w.remove} onClick={() => setIsRemoving(true)}>
        <Icon of={Trash2} />
      </button>
      <Problem error={error} />
      {isRemoving && (
        <Removing
          title={w.removeManyTitle}
          what={plural(ids.length, w.ordersCount)}
          onClose={() => setIsRemoving(false)}
          remove={() => removeOrders(ids, changed).then(clear)}
        />
      )}
    </div>
  );
}

type Many = Awaited<ReturnType<typeof remove>>;

const remove = (ids: readonly string[]) => ask(ordersOf().remove.post({ ids: [...ids] }));

/** @param changed called after the change and after its undo */
async function changeStatuses(ids: readonly string[], statusId: string, changed: () => void): Promise<void> {
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
async function removeOrders(ids: readonly string[], changed: () => void): Promise<void> {
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
