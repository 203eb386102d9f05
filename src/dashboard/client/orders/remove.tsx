import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { money } from '../format.ts';
import { Dialog, Problem } from '../parts.tsx';
import { words } from '../state.ts';
import { say } from '../toast.tsx';
import { type OrderData, ordersOf } from './data.ts';
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
  const [error, setError] = useState<unknown>();
  const w = words.value.orders;
  const remove = (): void => {
    ask(ordersOf()({ id: order.id }).remove.post({})).then(() => {
      say(`${w.removed}: ${order.num}`);
      done();
    }, setError);
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
      {error !== undefined && <Problem error={error} />}
      <div class="actions">
        <button type="button" onClick={onClose} autofocus>
          {words.value.cancel}
        </button>
        <button type="button" class="danger" onClick={remove}>
          {w.remove}
        </button>
      </div>
    </Dialog>
  );
}

export function RestoreButton({ order, done }: { readonly order: OrderData; readonly done: () => void }) {
  const [error, setError] = useState<unknown>();
  const w = words.value.orders;
  const restore = (): void => {
    ask(ordersOf()({ id: order.id }).restore.post({})).then(() => {
      say(`${w.restored}: ${order.num}`);
      done();
    }, setError);
  };
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <Told type="order.updated" />
      <button type="button" data-writes class="main" onClick={restore}>
        {w.restore}
      </button>
    </>
  );
}
