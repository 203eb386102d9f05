import { ask } from '../../data/api.ts';
import { type OrderData, ordersOf } from '../../data/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { money } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { Told } from './told.tsx';

export function RemoveDialog({
  order,
  onClose,
  done,
}: {
  readonly order: OrderData;
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  const sending = useSending();
  const w = words.value.orders;
  const remove = async (): Promise<void> => {
    await ask(ordersOf()({ id: order.id }).remove.post({}));
    say(`${w.removed}: ${order.num}`);
    done();
  };
  return (
    <Dialog title={w.removeTitle} onClose={onClose}>
      <p>
        <strong>
          {order.num} · {money(order.price, true)}
        </strong>
      </p>
      <p>{w.removeWhat}</p>
      <Told type="order.deleted" />
      {sending.error !== undefined && <Problem error={sending.error} />}
      <div class="actions">
        <button type="button" onClick={onClose} autofocus>
          {words.value.cancel}
        </button>
        <ActButton sending={sending} class="danger" act={remove}>
          {w.remove}
        </ActButton>
      </div>
    </Dialog>
  );
}

export function RestoreButton({ order, done }: { readonly order: OrderData; readonly done: () => void }) {
  const sending = useSending();
  const w = words.value.orders;
  const restore = async (): Promise<void> => {
    await ask(ordersOf()({ id: order.id }).restore.post({}));
    say(`${w.restored}: ${order.num}`);
    done();
  };
  return (
    <>
      {sending.error !== undefined && <Problem error={sending.error} />}
      <Told type="order.updated" />
      <ActButton sending={sending} class="main" act={restore}>
        {w.restore}
      </ActButton>
    </>
  );
}
