import { Elysia, t } from 'elysia';
import { inLine, type JsonObject, parseStored, toRoubles } from '../../base/index.ts';
import { fillDesk, findDeskOrders, type Order, type Product } from '../../orders/index.ts';
import { CLOSED } from '../../web/index.ts';
import type { Desk } from '../desk/index.ts';
import { CouriersAnswer } from './answers.ts';
import { filterIn } from './filter.ts';

/** The most ids that an address can hold, and the most orders of a day. */
const MAX_IDS = 200;
const DAY = 500;
/**
 * The letters of one parcel on the sheet: of an item, of all items together, of a comment, of anything else. An order may
 * hold 1 MB, and all of a day are one answer.
 */
const LETTERS = { item: 100, items: 3_000, comment: 500, other: 300 };

const Query = t.Object(
  {
    ids: t.Optional(t.String({ maxLength: MAX_IDS * 37 })),
    day: t.Optional(t.String({ maxLength: 10 })),
    filter: t.Optional(t.String({ maxLength: 4_000 })),
  },
  CLOSED,
);

/** The orders for couriers: those that were chosen, or those of a day. */
export const courierRoutes = (desk: Desk) =>
  new Elysia({ name: 'couriers' }).use(desk).get(
    '/app/api/workspaces/:workspace/orders/couriers',
    async ({ ctx, query }) => {
      if (query.day === undefined) {
        const ids = (query.ids ?? '').split(',').slice(0, MAX_IDS);
        const orders = await findDeskOrders(ctx, { ids, shape: shapeParcel, asker: ctx.request });
        return { orders, complete: true };
      }
      const filter = filterIn(ctx, query.filter);
      const { orders, nextCursor } = await fillDesk(ctx, {
        filter: { ...filter, dateFrom: query.day, dateTo: query.day },
        limit: DAY,
        asker: ctx.request,
        shape: shapeParcel,
      });
      return { orders, complete: nextCursor === null };
    },
    { ordersReader: { slot: 'reports' }, query: Query, response: CouriersAnswer },
  );

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** As many of the items as the sheet has room for, with the number of the others. */
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

function shapeParcel(order: Order) {
  const [client, recipient, delivery, additional] = [
    order.client,
    order.recipient,
    order.delivery,
    order.additional,
  ].map((text) => (text === null ? null : parseStored<JsonObject>(text)));
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
    /** The number is of the one who ordered, not of the one who gets it. */
    isClientPhone: phone === '' && text(recipient, 'name') !== '',
    ...cutItems(products),
    comments: [delivery, recipient, additional].map((part) => text(part, 'comment', LETTERS.comment)).filter(Boolean),
    left: toRoubles(Math.max(order.price - order.paidAmount, 0)),
  };
}
