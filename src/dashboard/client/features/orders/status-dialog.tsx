import { useState } from 'preact/hooks';
import { isRefusal } from '../../data/refusal.ts';
import { changeStatus } from '../../parts/change-status.ts';
import { loadOrder, type OrderData, statusName, statusTone, type Tone } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { Listeners } from './listeners.tsx';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly tone: Tone;
}

/** One click; where somebody else was quicker, both values are shown before anything is overwritten. */
export function StatusDialog({
  order,
  statuses,
  onClose,
  done,
}: {
  readonly order: OrderData;
  readonly statuses: readonly Listed[];
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  const sending = useSending();
  const [conflict, setConflict] = useState<{ readonly wanted: string; readonly now: string }>();
  const { orderPage: w, orders } = words.value;
  const set = async (to: string, from: string): Promise<void> => {
    try {
      await changeStatus({ ...order, statusId: from }, to, statuses, done);
      done();
    } catch (problem) {
      if (!isRefusal(problem, 'order_status_conflict')) throw problem;
      const now = await loadOrder(order.id);
      setConflict({ wanted: to, now: now.order.statusId });
    }
  };
  const offered = statuses.filter(({ id, active }) => active || id === order.statusId);
  // The step that comes next has the focus, so that Enter takes it.
  const next = offered[offered.findIndex(({ id }) => id === order.statusId) + 1]?.id;
  return (
    <Dialog title={`${orders.setStatus} · ${order.num}`} onClose={onClose}>
      {conflict === undefined ? (
        <div class="choices">
          {offered.map(({ id }) => (
            <ActButton
              key={id}
              sending={sending}
              autofocus={id === next}
              aria-pressed={id === order.statusId}
              disabled={id === order.statusId}
              act={() => set(id, order.statusId)}
            >
              <Chip tone={statusTone(id, statuses)}>{statusName(id, statuses)}</Chip>
            </ActButton>
          ))}
        </div>
      ) : (
        <div class="note" role="alert">
          <p>
            {w.conflict} <Chip tone={statusTone(conflict.now, statuses)}>{statusName(conflict.now, statuses)}</Chip>
          </p>
          <p>{w.conflictWhat}</p>
          <ActButton sending={sending} act={() => set(conflict.wanted, conflict.now)}>
            {w.setAnyway}: {statusName(conflict.wanted, statuses)}
          </ActButton>
        </div>
      )}
      <Listeners type="order.status.changed" />
      <Problem error={sending.error} />
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
      </div>
    </Dialog>
  );
}
