import { ask } from '../../../data/api.ts';
import { moneyText, parseNumber } from '../../../data/plain-values.ts';
import { under } from '../../../data/send-once.ts';
import { loadOrder, type OrderData, ordersOf } from '../../../parts/orders.ts';
import type { Draft } from './draft.ts';
import { withoutDiscount } from './item-discount.ts';
import { type Content, draftOf } from './order-draft.ts';
import { type Item, idOf } from './order-items.ts';

interface OrderAgain {
  readonly order: OrderData;
  /** The date that the repeat is for; undefined if somebody repeats the order by hand. */
  readonly due: string | undefined;
  /** Today's prices in the price list in roubles, by the ids of items. */
  readonly prices: Readonly<Record<string, number>>;
}

/** Loads the order to repeat. @param due the date that the repeat is for; without a date, no prices are loaded */
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

export const countNewPrices = (again: OrderAgain): number =>
  itemsOf(again).filter((item) => priceNow(item, again) !== undefined).length;

/** Fills the form with an earlier order, without its number, payments and internal note. */
export function filledAgain(draft: Draft, again: OrderAgain): Draft {
  const { client, recipient, delivery, additional, timeStart, timeEnd } = draftOf(again.order);
  // The discount was for the earlier order only, so it is left out.
  const items = itemsOf(again).map((item) => {
    const price = priceNow(item, again);
    return price === undefined ? item : { ...item, price: moneyText(price) };
  });
  const { due } = again;
  // If the date of the repeat is over, the form keeps the date that it already has.
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

/** Creates the order for the date `due` of a repeating order, and records that date as confirmed, in one write. */
export const saveOrderFor = (id: string, due: string, order: Content, formId: string): Promise<{ id: string }> =>
  ask(ordersOf()({ id }).schedule.confirm.post({ due, order }, under(formId)));
