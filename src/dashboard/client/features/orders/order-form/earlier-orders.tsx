import { count, day, money, plural } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import type { EarlierOrder, KnownClient } from './data.ts';
import type { Draft } from './draft.ts';
import { withoutDiscount } from './item-discount.ts';
import { isBlank, itemAgain } from './order-items.ts';

interface Props {
  readonly of: KnownClient | undefined;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

/** Shows the earlier orders of the form's client. The user can order each of them again. */
export function EarlierOrders({ of, draft, change }: Props) {
  const orders = of?.orders.filter(({ num }) => num !== draft.num) ?? [];
  const w = words.value.orderForm;
  if (orders.length === 0) return null;
  const again = (order: EarlierOrder): void =>
    change({
      ...draft,
      // The discount is left out, because it was for that order only.
      items: [...draft.items.filter((item) => !isBlank(item)), ...withoutDiscount(order.items.map(itemAgain))],
    });
  return (
    <section class="order-form-before">
      <h2>{w.before}</h2>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              <span class="meta">
                {day(order.date)} · {money(order.price)}
              </span>
              <span>{itemsOf(order)}</span>
            </span>
            {order.moreItems === 0 && (
              <button type="button" class="quiet" aria-label={`${w.again}: ${order.num}`} onClick={() => again(order)}>
                {w.again}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHOWN = 3;

function itemsOf({ items, moreItems }: EarlierOrder): string {
  const names = items.slice(0, SHOWN).map(({ name, quantity }) => `${name} ×${count(quantity)}`);
  const more = items.length - names.length + moreItems;
  return [...names, ...(more === 0 ? [] : [plural(more, words.value.orderForm.moreItems)])].join(', ');
}
