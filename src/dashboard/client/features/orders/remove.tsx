import type { ComponentChildren } from 'preact';
import { ask } from '../../data/api.ts';
import { type OrderData, ordersOf } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { money, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Listeners } from './listeners.tsx';

interface RemoveDialogProps {
  readonly order: OrderData;
  readonly isScheduled: boolean;
  readonly onClose: () => void;
  readonly done: () => void;
  /** Called if the order on the page is out of date. */
  readonly changed: () => void;
}

export function RemoveDialog({ order, isScheduled, onClose, done, changed }: RemoveDialogProps) {
  const w = words.value.orders;
  const verbs = ordersOf()({ id: order.id });
  const remove = async (): Promise<void> => {
    await ask(verbs.remove.post({}));
    const undo = async (): Promise<void> => {
      const done = await ask(verbs.restore.post({})).finally(changed);
      sayRestored(order, done.withoutIdsInAll);
    };
    say(`${w.removed}: ${order.num}.`, undo);
    done();
  };
  return (
    <Removing title={w.removeTitle} what={`${order.num} · ${money(order.price)}`} onClose={onClose} remove={remove}>
      {isScheduled && <p class="note">{words.value.schedules.removed}</p>}
    </Removing>
  );
}

interface RemovingProps {
  readonly title: string;
  readonly what: string;
  readonly onClose: () => void;
  readonly remove: () => Promise<void>;
  readonly children?: ComponentChildren;
}

export function Removing({ title, what, onClose, remove, children }: RemovingProps) {
  const w = words.value.orders;
  return (
    <FormDialog title={title} action={w.remove} danger send={remove} onClose={onClose}>
      <p>
        <strong>{what}</strong>
      </p>
      <p>{w.removeWhat}</p>
      {children}
      <Listeners type="order.deleted" />
    </FormDialog>
  );
}

function sayRestored({ num }: OrderData, withoutIds: number): void {
  const w = words.value.orders;
  const lost = withoutIds === 0 ? '' : `. ${plural(withoutIds, w.withoutIds)}`;
  say(`${w.restored}: ${num}${lost}`);
}

export function RestoreButton({ order, done }: { readonly order: OrderData; readonly done: () => void }) {
  const sending = useSending();
  const w = words.value.orders;
  const restore = async (): Promise<void> => {
    const { withoutIdsInAll } = await ask(ordersOf()({ id: order.id }).restore.post({}));
    sayRestored(order, withoutIdsInAll);
    done();
  };
  return (
    <>
      <Problem error={sending.error} />
      <ActButton sending={sending} class="main" act={restore}>
        {w.restore}
      </ActButton>
      <Listeners type="order.updated" />
    </>
  );
}
