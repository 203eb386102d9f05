import { ArrowRight, ChevronDown } from 'lucide';
import { useState } from 'preact/hooks';
import { isRefusal } from '../../data/refusal.ts';
import { changeStatus } from '../../parts/change-status.ts';
import { nextStep } from '../../parts/order-steps.ts';
import { loadOrder, type OrderAnswer, type OrderData, statusName, statusTone } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu-button.tsx';
import { type Sending, useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';

type Statuses = OrderAnswer['statuses'];

interface Conflict {
  readonly wanted: string;
  readonly now: string;
}

export interface StatusMove {
  readonly order: OrderData;
  readonly statuses: Statuses;
  readonly sending: Sending;
  readonly conflict: Conflict | undefined;
  readonly move: (to: string, from?: string) => Promise<void>;
  readonly forget: () => void;
}

/**
 * Changes an order's status. If it has been changed first, `conflict` has both statuses, and nothing is overwritten.
 */
export function useStatusMove(order: OrderData, statuses: Statuses, done: () => void): StatusMove {
  const [conflict, setConflict] = useState<Conflict>();
  const forget = (): void => setConflict(undefined);
  const move = async (to: string, from: string = order.statusId): Promise<void> => {
    try {
      await changeStatus({ ...order, statusId: from }, to, statuses, done);
      forget();
      done();
    } catch (problem) {
      if (!isRefusal(problem, 'order_status_conflict')) throw problem;
      const now = await loadOrder(order.id);
      setConflict({ wanted: to, now: now.order.statusId });
    }
  };
  return { order, statuses, sending: useSending(), conflict, move, forget };
}

export function StatusMenu({ of: { order, statuses, sending, move } }: { readonly of: StatusMove }) {
  const w = words.value.orders;
  const name = statusName(order.statusId, statuses);
  const next = nextStep(order, statuses)?.id;
  const line = ({ id, tone }: Statuses[number]): MenuItem => ({
    id,
    text: statusName(id, statuses),
    tone,
    writes: true,
    act: () => sending.begin(() => move(id)),
  });
  const others = statuses.filter(({ id, active }) => active && id !== order.statusId);
  const [ahead, rest] = [others.filter(({ id }) => id === next), others.filter(({ id }) => id !== next)];
  return (
    <MenuButton
      class={`order-status chip ${statusTone(order.statusId, statuses)}`}
      label={`${w.status}: ${name}`}
      listLabel={w.setStatus}
      groups={[ahead.map(line), rest.map(line)].filter(({ length }) => length > 0)}
    >
      {name} <Icon of={ChevronDown} size={16} />
    </MenuButton>
  );
}

/** The button gets the focus first, because closing the menu returns the focus to the element that had it. */
export function openStatusMenu(): void {
  const button = document.querySelector<HTMLElement>('.order-status');
  button?.focus();
  button?.click();
}

export function NextStep({ of: { order, statuses, sending, move } }: { readonly of: StatusMove }) {
  const next = nextStep(order, statuses);
  if (next === undefined) return null;
  const name = statusName(next.id, statuses);
  return (
    <ActButton
      sending={sending}
      class="main order-next"
      aria-label={`${words.value.orders.setStatus}: ${name}`}
      act={() => move(next.id)}
    >
      <Icon of={ArrowRight} /> {name}
    </ActButton>
  );
}

export function StatusConflict({ of: { statuses, conflict, move, forget } }: { readonly of: StatusMove }) {
  const { orderPage: w, orders } = words.value;
  if (conflict === undefined) return null;
  const { wanted, now } = conflict;
  return (
    <FormDialog
      title={orders.setStatus}
      action={`${w.setAnyway}: ${statusName(wanted, statuses)}`}
      send={() => move(wanted, now)}
      done={() => undefined}
      onClose={forget}
    >
      <div role="alert">
        <p>
          {w.conflict} <Chip tone={statusTone(now, statuses)}>{statusName(now, statuses)}</Chip>
        </p>
        <p>{w.conflictWhat}</p>
      </div>
    </FormDialog>
  );
}
