import { t } from 'elysia';
import type { JsonObject } from '../../base/index.ts';
import type { BulkOutcome, DeskSort, Every, Match, Payment, Product, TimelineEntry } from '../../orders/index.ts';
import type { EndpointDelivery } from '../../webhooks/index.ts';
import type { Actor, Changes } from '../../workspaces/index.ts';
import {
  answers,
  byName,
  Count,
  closed,
  given,
  Instant,
  list,
  nullable,
  Pieces,
  Roubles,
  Text,
  word,
} from '../desk/index.ts';
import { ListedStep, stepProperties } from '../flows/answers.ts';
import { Explained } from '../webhooks/answers.ts';

const rowProperties = {
  id: Text,
  num: Text,
  statusId: Text,
  version: Count,
  platform: Text,
  source: Text,
  date: Text,
  timeStart: nullable(Text),
  timeEnd: nullable(Text),
  clientName: nullable(Text),
  clientPhone: nullable(Text),
  recipientName: nullable(Text),
  address: nullable(Text),
  /** True if a courier delivers the order: its delivery method is not a pick-up, or it has an address and no method. */
  carried: t.Boolean(),
  firstProduct: Text,
  firstQuantity: t.Number(),
  moreProducts: Count,
  price: Roubles,
  paidAmount: Roubles,
  paymentStatus: Text,
  /**
   * The sum left to pay; negative if the shop must pay money back. For a canceled order, it is the whole paid amount,
   * as a negative number.
   */
  left: Roubles,
  createdAt: Instant,
  deletedAt: nullable(Instant),
  /** True if the order is still open after its time slot, or after its day if it has no slot. */
  late: t.Boolean(),
};
export const OrderRow = closed(rowProperties);

const OrderPayment = closed({
  id: Text,
  status: word<Payment['status']>(),
  source: Text,
  externalId: nullable(Text),
  /** The id that this payment lost to a payment of another order; otherwise null. */
  freedId: nullable(Text),
  /** The order whose payment has that id now; null if there is none. */
  holder: nullable(closed({ id: Text, num: Text })),
  amount: Roubles,
  refundedAmount: Roubles,
  paidAt: Instant,
  paymentMethod: nullable(Text),
  providerData: given<JsonObject | null>(),
  extra: given<JsonObject | null>(),
});

const EventDelivery = closed({
  endpointId: Text,
  url: Text,
  state: word<EndpointDelivery['state']>(),
  attempts: Count,
  dueAt: nullable(Instant),
  isHeld: t.Boolean(),
  reason: nullable(word<NonNullable<EndpointDelivery['reason']>>()),
  httpCode: nullable(Count),
  explanation: nullable(Explained),
});

const Step = closed({
  version: Count,
  kind: word<TimelineEntry['kind']>(),
  actorType: word<Actor['type']>(),
  actorName: nullable(Text),
  requestId: nullable(Text),
  at: Instant,
  changes: given<Changes | null>(),
  events: list(closed({ id: Text, type: Text, deliveries: list(EventDelivery) })),
});

/** The products that the order took from stock. Quantities are pieces. */
const WriteOff = closed({
  statusId: Text,
  changedSince: t.Boolean(),
  at: Instant,
  movements: list(closed({ productId: Text, externalId: Text, name: Text, delta: Pieces })),
});

export const FullOrder = closed({
  ...rowProperties,
  repeatKey: Text,
  /** Other orders with the same number, newest first; only the newest few. */
  sameNumber: list(closed({ id: Text, date: Text, clientName: nullable(Text), price: Roubles })),
  restorableUntil: nullable(Instant),
  productsAmount: Roubles,
  client: given<JsonObject | null>(),
  recipient: given<JsonObject | null>(),
  products: given<readonly Product[]>(),
  delivery: given<JsonObject | null>(),
  additional: given<JsonObject | null>(),
  payments: list(OrderPayment),
  timeline: list(Step),
  earlier: Count,
  writeOff: nullable(WriteOff),
});

/** `sort` is the list's sort; null means newest first. */
export const ListAnswer = answers(
  closed({ orders: list(OrderRow), nextCursor: nullable(Text), sort: nullable(word<DeskSort>()) }),
);
/** `item` is the quantity and the sum of the item that the filter names. */
export const ListSums = closed({
  orders: Count,
  total: Roubles,
  paid: Roubles,
  left: Roubles,
  over: Roubles,
  notOwed: Roubles,
  item: nullable(closed({ quantity: Pieces, amount: Roubles })),
});
/** `sums` is null if there are too many orders to add up at once. `client` is the name of the client in the filter. */
export const SumsAnswer = answers(closed({ sums: nullable(ListSums), client: nullable(Text) }));
const Column = closed({ ...stepProperties, cards: list(OrderRow), count: Count });
export const BoardAnswer = answers(closed({ columns: list(Column) }));
export const FindAnswer = answers(
  closed({
    orders: list(closed({ ...rowProperties, match: nullable(closed({ field: word<Match['field']>(), text: Text })) })),
    statuses: list(ListedStep),
    count: Count,
    more: t.Boolean(),
    terms: list(list(Text)),
  }),
);
export const DayAnswer = answers(
  closed({ day: Text, before: Text, after: Text, orders: list(OrderRow), complete: t.Boolean() }),
);
export const ChoicesAnswer = answers(
  closed({
    statuses: list(closed({ ...stepProperties, orders: Count })),
    platforms: list(Text),
    sources: list(Text),
    /**
     * `today` counts the orders dated today, and `made` counts the orders created today. `unpaid` counts the orders
     * that are not paid in full. Counting stops at a thousand, except for `made`.
     */
    counts: closed({ today: Count, late: Count, made: Count, unpaid: Count }),
    /** The query string that makes the orders page list the orders that are not paid in full. */
    unpaid: Text,
    today: Text,
  }),
);
const scheduleProperties = {
  every: word<Every>(),
  /** The next date of the schedule, today or later; null if there is none. */
  next: nullable(Text),
  last: nullable(Text),
  daysBefore: Count,
  isPaused: t.Boolean(),
  /** Dates to confirm or skip. Of the missed dates only the latest is listed; `earlier` counts those before it. */
  due: list(closed({ date: Text, isOverdue: t.Boolean(), earlier: Count })),
};
export const OrderSchedule = closed(scheduleProperties);
export const ScheduledOrder = closed({ ...scheduleProperties, order: OrderRow });
export const SchedulesAnswer = answers(
  closed({ due: list(ScheduledOrder), schedules: list(ScheduledOrder), nextCursor: nullable(Text) }),
);
/** The current prices of the price list, in roubles, by product id. */
export const PricesAnswer = answers(closed({ prices: byName(Roubles) }));

const MadeAgain = closed({ id: Text, num: Text, date: Text });
/**
 * `made` lists the orders created for dates of the schedule. `from` is the order that this order repeats. `proposed`
 * has the next date for each possible interval.
 */
const Again = closed({
  schedule: nullable(OrderSchedule),
  made: list(MadeAgain),
  from: nullable(MadeAgain),
  proposed: given<Readonly<Record<Every, string>>>(),
});
export const OrderAnswer = answers(
  closed({
    order: FullOrder,
    statuses: list(ListedStep),
    inquiryId: nullable(Text),
    clientId: nullable(Text),
    again: Again,
  }),
);
export const MadeOrder = answers(closed({ id: Text, num: Text }));
/**
 * The first few payments that were restored without their ids. Each entry names the order that now has the payment's
 * former id.
 */
export const RestoredOrder = answers(
  closed({
    withoutIds: list(closed({ paymentId: Text, externalId: Text, orderId: Text, orderNumber: Text })),
    withoutIdsInAll: Count,
  }),
);
/**
 * `outcomes` has the result for each order, by order id. `before` has the earlier status of each changed order.
 * `withoutIds` is the number of payments restored without their ids.
 */
export const ManyAnswer = answers(
  closed({ outcomes: byName(word<BulkOutcome>()), before: byName(Text), withoutIds: Count }),
);

const parcelProperties = {
  id: Text,
  num: Text,
  statusId: Text,
  date: Text,
  timeStart: nullable(Text),
  timeEnd: nullable(Text),
  address: Text,
  flat: Text,
  name: Text,
  phone: Text,
  isClientPhone: t.Boolean(),
  items: list(closed({ name: Text, quantity: t.Number() })),
  moreItems: Count,
  comments: list(Text),
  card: t.Boolean(),
  left: t.Number(),
};
export const CouriersAnswer = answers(
  closed({
    orders: list(closed(parcelProperties)),
    /** The statuses in which an order needs no courier any more. */
    closed: list(Text),
    complete: t.Boolean(),
  }),
);

const Delivery = closed({
  ...parcelProperties,
  version: Count,
  late: t.Boolean(),
  /** True if the order's status is one that ends an order. */
  done: t.Boolean(),
  /** True if the caller set this status and may undo it. */
  undoable: t.Boolean(),
  /** The last payment that the caller recorded and may undo, in roubles. */
  taken: nullable(closed({ id: Text, amount: t.Number(), paymentMethod: nullable(Text) })),
});
export const DeliveriesAnswer = answers(
  closed({
    day: Text,
    today: Text,
    tomorrow: Text,
    statuses: list(ListedStep),
    /** The id of the status that an order gets when it is delivered; null if no status ends an order. */
    doneId: nullable(Text),
    orders: list(Delivery),
    complete: t.Boolean(),
  }),
);

const EarlierItem = closed({
  id: Text,
  sku: Text,
  name: Text,
  quantity: t.Number(),
  price: t.Number(),
  listPrice: nullable(t.Number()),
});
const EarlierOrder = closed({
  id: Text,
  num: Text,
  date: Text,
  price: t.Number(),
  items: list(EarlierItem),
  moreItems: Count,
});
const KnownClient = closed({
  name: Text,
  phone: Text,
  email: Text,
  address: Text,
  flat: Text,
  deliveryType: Text,
  deliveryPrice: nullable(Roubles),
  orders: list(EarlierOrder),
});
export const ClientsAnswer = answers(closed({ clients: list(KnownClient) }));
export const SlotsAnswer = answers(
  closed({
    slots: list(closed({ timeStart: Text, timeEnd: Text, capacity: nullable(Count), left: nullable(Count) })),
  }),
);
export const UsualAnswer = answers(
  closed({
    platforms: list(Text),
    deliveryTypes: list(closed({ name: Text, price: nullable(Roubles) })),
  }),
);
/**
 * A product that the order form offers. `lastPrice` is the price in the price list, otherwise in a recent order, in
 * roubles.
 */
export const ProductOffer = closed({
  id: Text,
  externalId: Text,
  name: Text,
  sku: nullable(Text),
  quantity: Pieces,
  lastPrice: nullable(t.Number()),
  category: nullable(Text),
  warnBelow: nullable(Pieces),
  picture: nullable(Count),
});
export const ScannedAnswer = answers(closed({ product: nullable(ProductOffer) }));
export const ProductOffersAnswer = answers(closed({ products: list(ProductOffer), more: t.Boolean() }));

const View = closed({ id: Text, name: Text, query: Text });
export const ViewsAnswer = answers(closed({ views: list(View) }));
export const ViewAnswer = answers(View);
