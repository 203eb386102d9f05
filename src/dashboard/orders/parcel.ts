import { inLine, type JsonObject, parseMembers, parseStored, toRoubles } from '../../base/index.ts';
import { type Order, type Product, restsIn } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { cut } from './shape.ts';

/**
 * The limits on the characters of one order on the couriers' sheet; longer texts are cut. `items` is for all items of
 * the order together. Without limits, a sheet with all orders of a day could have hundreds of megabytes.
 */
const LETTERS = { item: 100, items: 3_000, comment: 500, other: 300 };

/** Selects the items that fit on the sheet, and counts the others. */
function cutItems(products: readonly Product[]) {
  let letters = 0;
  const named = products.map(({ name, quantity }) => ({ name: cut(name, LETTERS.item), quantity }));
  const over = named.findIndex(({ name }) => {
    letters += name.length;
    return letters > LETTERS.items;
  });
  const items = over === -1 ? named : named.slice(0, over);
  return { items, moreItems: products.length - items.length };
}

export function parcelsIn(ctx: Pick<Ctx, 'storage' | 'workspace'>) {
  const restOf = restsIn(ctx);
  return (order: Order) => ({ ...shapeParcel(order), left: toRoubles(Math.max(restOf(order), 0)) });
}

const MEMBERS = ['name', 'phone', 'adress', 'flat', 'comment', 'cardText'];

function shapeParcel(order: Order) {
  const [client, recipient, delivery, additional] = [
    order.client,
    order.recipient,
    order.delivery,
    order.additional,
  ].map((text) => (text === null ? null : parseMembers(text, MEMBERS)));
  const text = (part: JsonObject | null | undefined, key: string, most = LETTERS.other): string =>
    cut(inLine(part?.[key]).trim(), most);
  const phone = text(recipient, 'phone');
  const products = parseStored<readonly Product[]>(order.products);
  return {
    id: order.id,
    num: order.num,
    statusId: order.statusId,
    date: order.date,
    timeStart: order.timeStart,
    timeEnd: order.timeEnd,
    address: text(delivery, 'adress'),
    flat: text(delivery, 'flat'),
    name: text(recipient, 'name') || text(client, 'name'),
    phone: phone || text(client, 'phone'),
    /** True if the phone is the client's, not the recipient's. */
    isClientPhone: phone === '' && text(recipient, 'name') !== '',
    ...cutItems(products),
    comments: [delivery, recipient, additional].map((part) => text(part, 'comment', LETTERS.comment)).filter(Boolean),
    card: text(additional, 'cardText') !== '',
  };
}
