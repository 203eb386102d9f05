import { addDays, dayInZone, dayStarts, toRoubles } from '../../base/index.ts';
import { findClients, type KnownClient } from '../../clients/index.ts';
import {
  closedStatuses,
  countByStatus,
  countDesk,
  countMade,
  courierDays,
  type DeskFilter,
  doneStatus,
  fillDesk,
  findDeskOrders,
  findOwnActs,
  idsOf,
  lateAt,
  listDeliveries,
  listOrigins,
  listStatuses,
  type Order,
  quickFind,
  shopTime,
  sumDesk,
} from '../../orders/index.ts';
import { type Reading, type ReadingCtx, shown, tableReading } from '../desk/index.ts';
import {
  type BoardAnswer,
  type ChoicesAnswer,
  type ClientsAnswer,
  type CouriersAnswer,
  type DayAnswer,
  type DeliveriesAnswer,
  type FindAnswer,
  type ListAnswer,
  ListSums,
  type SumsAnswer,
} from './answers.ts';
import { rowsOf } from './csv.ts';
import { clientIn, filterIn, lateIn, owedQuery } from './filter.ts';
import { parcelsIn } from './parcel.ts';
import { rowsAt } from './shape.ts';

interface FilterQuery {
  readonly filter?: string | undefined;
}

const PAGE = 50;
/** The limit on orders in the day's view and on the day's sheet. */
const DAY = 500;

export const readList: Reading<FilterQuery & { readonly cursor?: string | undefined }, (typeof ListAnswer)['static']> =
  {
    name: 'orders',
    async read(ctx, { filter: text, cursor }) {
      const filter = filterIn(ctx, text);
      const asked = { filter, limit: PAGE, cursor, asker: ctx.request, shape: rowsAt(ctx) };
      const { orders, nextCursor } = await fillDesk(ctx, asked);
      const sort = filter.deleted === true ? null : (filter.sort ?? null);
      return { orders: [...orders], nextCursor, sort };
    },
  };

/** The limit on orders that are summed up above a list. */
const SUMMED = 5_000;

export const readListSums: Reading<FilterQuery, (typeof SumsAnswer)['static']> = {
  name: 'sums of orders',
  async read(ctx, { filter }) {
    const sums = await sumDesk(ctx, { filter: filterIn(ctx, filter), most: SUMMED, asker: ctx.request });
    return { sums: sums === undefined ? null : shown(ListSums, sums), client: await clientIn(ctx, filter) };
  },
};

/** The limit on orders that the board shows in one status. */
const COLUMN = 20;
/** The limit on orders that are counted for a column of the board or for a view. Counting stops at this number. */
const COUNTED = 1_000;

export const readBoard: Reading<FilterQuery, (typeof BoardAnswer)['static']> = {
  name: 'board',
  async read(ctx, { filter: text }) {
    const filter = filterIn(ctx, text);
    const isSearch = filter.text !== undefined || filter.item !== undefined;
    const chosen = filter.statusIds ?? [];
    const counts = countByStatus(ctx);
    const columns = [];
    for (const status of listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language)) {
      const { id, active, group } = status;
      // A disabled status may still have orders, and these must stay visible.
      if (chosen.length === 0 ? !active && !counts.has(id) : !chosen.includes(id)) continue;
      const own = { ...filter, statusIds: [id] };
      // A column of open orders begins with the earliest due, so that late orders are never cut off. The results of a
      // search are not sorted: they are few, and sorting would read all orders of the status.
      const isShort = group === 'done' || group === 'cancelled' || isSearch;
      const sort = isShort ? undefined : ('date' as const);
      const asked = { filter: { ...own, sort }, limit: COLUMN, asker: ctx.request, shape: rowsAt(ctx) };
      const { orders: cards } = await fillDesk(ctx, asked);
      const count =
        cards.length < COLUMN ? cards.length : await countDesk(ctx, { filter: own, most: COUNTED, asker: ctx.request });
      columns.push({ ...status, cards, count });
    }
    return { columns };
  },
};

export const readChoices: Reading<null, (typeof ChoicesAnswer)['static']> = {
  name: 'choices',
  async read(ctx) {
    const counts = countByStatus(ctx);
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
    const count = (filter: DeskFilter) => countDesk(ctx, { filter, most: COUNTED, asker: ctx.request });
    const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? '';
    const [start = 0, end = 0] = dayStarts(today, 2, ctx.workspace.timeZone);
    return {
      statuses: statuses.map((one) => ({
        ...one,
        orders: counts.get(one.id) ?? 0,
      })),
      ...listOrigins(ctx),
      counts: {
        today: await count({ dateFrom: today, dateTo: today }),
        late: await count(lateIn(ctx)),
        made: countMade(ctx, { from: start, to: end }),
        unpaid: await count(filterIn(ctx, owedQuery(statuses))),
      },
      unpaid: owedQuery(statuses),
      today,
    };
  },
};

export const readDay: Reading<FilterQuery, (typeof DayAnswer)['static']> = {
  name: 'day',
  async read(ctx, { filter: text }) {
    const filter = filterIn(ctx, text);
    const day = filter.dateFrom ?? dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? '';
    const { orders, nextCursor } = await fillDesk(ctx, {
      filter: { ...filter, dateFrom: day, dateTo: day },
      limit: DAY,
      asker: ctx.request,
      shape: rowsAt(ctx),
    });
    const around = { before: addDays(day, -1), after: addDays(day, 1) };
    return { day, ...around, orders: [...orders], complete: nextCursor === null };
  },
};

/** The limit on orders in the search palette. A longer list would push the clients below it out of sight. */
const FOUND = 5;

export const readFound: Reading<{ readonly text: string }, (typeof FindAnswer)['static']> = {
  name: 'found orders',
  async read(ctx, { text }) {
    const found = await quickFind(ctx, { text, limit: FOUND, asker: ctx.request, shape: rowsAt(ctx) });
    return { ...found, statuses: listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language) };
  },
};

export const readKnownClients: Reading<{ readonly text: string }, (typeof ClientsAnswer)['static']> = {
  name: 'known clients',
  async read(ctx, { text }) {
    const clients = await findClients(ctx, { text, asker: ctx.request });
    return { clients: clients.map(shapeClient) };
  },
};

const shapeClient = ({ orders, ...client }: KnownClient) => ({
  ...client,
  orders: orders.map((order) => ({ ...order, price: toRoubles(order.price) })),
});

/** The limit on orders that a person can select one by one for a couriers' sheet. */
export const CHOSEN = 200;

interface SheetQuery extends FilterQuery {
  readonly ids?: string | undefined;
  readonly day?: string | undefined;
}

export const readCouriers: Reading<SheetQuery, (typeof CouriersAnswer)['static']> = {
  name: 'sheet of couriers',
  async read(ctx, { ids = '', day, filter: text }) {
    const [closed, shape] = [closedStatuses(ctx.storage.read, ctx.workspace.seq), parcelsIn(ctx)];
    const asker = ctx.request;
    if (day === undefined) {
      const orders = await findDeskOrders(ctx, { ids: ids.split(',').slice(0, CHOSEN), shape, asker });
      return { orders: [...orders], closed, complete: true };
    }
    const filter = filterIn(ctx, text);
    const find = (of: DeskFilter) => fillDesk(ctx, { filter: { ...filter, ...of }, limit: DAY, asker, shape });
    const of = await find({ dateFrom: day, dateTo: day });
    const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
    const before = addDays(today, -1);
    // As on the page of deliveries, today's sheet includes yesterday's open orders.
    const left =
      day === today
        ? await find({ ...lateIn(ctx), dateFrom: before, dateTo: before })
        : { orders: [], nextCursor: null };
    const complete = of.nextCursor === null && left.nextCursor === null;
    return { orders: [...left.orders, ...of.orders], closed, complete };
  },
};

export const readDeliveries: Reading<'today' | 'tomorrow', (typeof DeliveriesAnswer)['static']> = {
  name: 'deliveries',
  async read(ctx, day) {
    const days = courierDays(ctx);
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
    const { rows, complete } = await listDeliveries(ctx, { day, asker: ctx.request, shape: deliveriesAt(ctx) });
    return { day: days[day], ...days, statuses, doneId: doneStatus(statuses)?.id ?? null, orders: rows, complete };
  },
};

interface OwnActs {
  readonly move: { readonly from: string; readonly to: string } | null;
  readonly paymentId: string | null;
}

/** Finds the acts on one order that the caller may undo. It reads all of the caller's acts, which may be thousands. */
export const readOwnActs: Reading<{ readonly orderSeq: number }, OwnActs> = {
  name: 'own acts',
  async read(ctx, { orderSeq }) {
    const { moves, taken } = findOwnActs(ctx);
    return { move: moves.get(orderSeq) ?? null, paymentId: taken.get(orderSeq)?.id ?? null };
  },
};

function deliveriesAt(ctx: ReadingCtx) {
  const isLate = lateAt(ctx, shopTime(ctx.nowMs, ctx.workspace.timeZone));
  const parcelOf = parcelsIn(ctx);
  const { moves, taken } = findOwnActs(ctx);
  const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq);
  const ended = new Set(idsOf(statuses, 'done'));
  return (order: Order) => {
    const done = ended.has(order.statusId);
    const payment = taken.get(order.seq);
    return {
      ...parcelOf(order),
      version: order.version,
      late: isLate(order),
      done,
      undoable: done && moves.get(order.seq)?.to === order.statusId,
      taken:
        payment === undefined
          ? null
          : { id: payment.id, amount: toRoubles(payment.amount), paymentMethod: payment.paymentMethod },
    };
  };
}

export const tableOfOrders = tableReading<FilterQuery & { readonly byItem: boolean }>(
  'table of orders',
  (ctx, { filter, byItem }) => {
    const { language } = ctx;
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, language);
    return rowsOf(ctx, filterIn(ctx, filter), { language, statuses, byItem });
  },
);
