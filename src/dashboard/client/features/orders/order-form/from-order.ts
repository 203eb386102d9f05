import { ask } from '../../../data/api.ts';
import { moneyText, parseNumber } from '../../../data/plain-values.ts';
import { under } from '../../../data/send-once.ts';
import { loadOrder, type OrderData, ordersOf } from '../../../parts/orders.ts';
import type { Draft } from './draft.ts';
import { withoutDiscount } from './item-discount.ts';
import { type Content, draftOf } from './order-draft.ts';
import { type Item, idOf } from './order-items.ts';

/** An order to make once more. */
interface OrderAgain {
  readonly order: OrderData;
  /** The date that it comes up for; undefined for one that is repeated by hand. */
  readonly due: string | undefined;
  /** Roubles of the price list today, by the ids of items. */
  readonly prices: Readonly<Record<string, number>>;
}

/** @param due the date that it comes up for */
export async function loadAgain(id: string, due: string | undefined): Promise<OrderAgain> {
  if (due === undefined) return { ...(await loadOrder(id)), due, prices: {} };
  const [{ order }, { prices }] = await Promise.all([loadOrder(id), ask(ordersOf()({ id }).prices.get())]);
  return { order, due, prices };
}

function priceNow(item: Item, { prices }: OrderAgain): number | undefined {
  const price = Object.hasOwn(prices, idOf(item)) ? prices[idOf(item)] : undefined;
  return price === parseNumber(item.price) ? undefined : price;
}

const itemsOf = ({ order }: OrderAgain): Item[] => withoutDiscount(draftOf(order).items);

/** The number of items that have another price in the list today. */
export const countNewPrices = (again: OrderAgain): number =>
  itemsOf(again).filter((item) => priceNow(item, again) !== undefined).length;

/**
 * A form for the same order once more. Its number, payments and internal note are of the earlier one alone. So is its
 * day, unless it comes up again.
 */
export function filledAgain(draft: Draft, again: OrderAgain): Draft {
  const { client, recipient, delivery, additional, timeStart, timeEnd } = draftOf(again.order);
  // The discount was for that order alone.
  const items = itemsOf(again).map((item) => {
    const price = priceNow(item, again);
    return price === undefined ? item : { ...item, price: moneyText(price) };
  });
  const { due } = again;
  // A date that was missed cannot be delivered on any more.
  const date = due === undefined || due < draft.date ? draft.date : due;
  const when = due === undefined ? {} : { date, timeStart, timeEnd };
  return {
    ...draft,
    ...when,
    client,
    recipient,
    delivery,
    additional: { ...additional, managerComment: '' },
    items: items.length === 0 ? draft.items : items,
  };
}

/** The order, and what was decided on the date, in one write. */
export const saveOrderFor = (id: string, due: string, order: Content, formId: string): Promise<{ id: string }> =>
  ask(ordersOf()({ id }).schedule.confirm.post({ due, order }, under(formId)));
