import { ChevronDown, Trash2, X } from 'lucide';
import { useState } from 'preact/hooks';
import { couriersAddress, type Status, statusName, statusTone } from '../../parts/orders.ts';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { changeStatuses, removeOrders } from './many.ts';
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
