import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import type { AdditionalField } from '../../orders/index.ts';
import { CLOSED, maybe, OPEN, ownScalar } from '../../web/index.ts';
import { Format, SOME } from '../desk/index.ts';

const MAX_ROUBLES = 999_999_999.99;

const Text = t.String({ maxLength: 20_000 });
const Roubles = t.Number({ minimum: 0, maximum: MAX_ROUBLES });

const Own = t.Optional(ownScalar({ type: ['string', 'number', 'boolean', 'null'] }));

const Person = t.Object({ id: Own, name: Own, phone: Own, email: Own, comment: Own }, OPEN);
const Product = t.Object(
  { id: Own, sku: Own, name: Text, quantity: t.Number({ exclusiveMinimum: 0 }), price: Roubles, comment: Own },
  OPEN,
);
const Products = t.Array(Product, { minItems: 1, maxItems: 100 });
const Delivery = t.Object({ price: maybe(Roubles) }, OPEN);
const additional = { comment: Own, managerComment: Own, cardText: Own } satisfies Record<AdditionalField, typeof Own>;

const content = {
  platform: maybe(Text),
  timeStart: maybe(Text),
  timeEnd: maybe(Text),
  client: maybe(Person),
  recipient: maybe(Person),
  delivery: maybe(Delivery),
  additional: maybe(t.Object(additional, OPEN)),
};
export const Day = t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 });
const StatusId = t.String({ minLength: 1, maxLength: 200 });
const Version = Type.Integer({ minimum: 1 });

export const NewOrder = t.Object({ date: Day, statusId: maybe(StatusId), products: Products, ...content }, CLOSED);
export const OrderChange = t.Object(
  {
    /** The order's version as the form showed it. If it is left out, later changes are overwritten. */
    version: t.Optional(Version),
    data: t.Object({ num: maybe(Text), date: t.Optional(Day), products: t.Optional(Products), ...content }, SOME),
  },
  CLOSED,
);
export const NewStatus = t.Object({ statusId: StatusId, expectedStatusId: t.Optional(StatusId) }, CLOSED);
const OrderId = t.String({ maxLength: 36 });
const MANY = { minItems: 1, maxItems: 500 };
const Ids = t.Array(OrderId, MANY);
export const ManyOrders = t.Object({ ids: Ids }, CLOSED);
export const ManyStatuses = t.Object({ ids: Ids, statusId: StatusId }, CLOSED);
export const UndoneStatuses = t.Object(
  {
    /** The status that the orders got from the change that is now undone. */
    statusId: StatusId,
    /** The orders, each with the status that it had before the undone change. */
    orders: t.Array(t.Object({ id: OrderId, statusId: StatusId }, CLOSED), MANY),
  },
  CLOSED,
);
const PaidAt = t.Optional(t.String({ maxLength: 50 }));
export const NewPayment = t.Object(
  { pending: t.Boolean(), amount: t.Number(), paidAt: PaidAt, paymentMethod: maybe(Text) },
  CLOSED,
);
export const PaymentChange = t.Object(
  { version: Version, amount: t.Optional(t.Number()), paidAt: PaidAt, paymentMethod: maybe(Text) },
  CLOSED,
);
export const Refund = t.Object(
  { version: Version, amount: t.Number(), paymentMethod: maybe(Text), reason: maybe(Text) },
  CLOSED,
);
/** `amount` is the sum of the refund to undo. If it is left out, a confirmation is undone. */
export const PaymentUndo = t.Object({ version: Version, amount: t.Optional(t.Number()) }, CLOSED);
export const OneVersion = t.Object({ version: Version }, CLOSED);

export const FilterText = t.Optional(t.String({ maxLength: 4_000 }));
export const ListQuery = t.Object({ filter: FilterText, cursor: t.Optional(t.String({ maxLength: 300 })) }, CLOSED);
export const FilterQuery = t.Object({ filter: FilterText }, CLOSED);
export const FindQuery = t.Object({ q: t.String({ minLength: 1, maxLength: 100 }) }, CLOSED);
export const ExportQuery = t.Object(
  { filter: FilterText, rows: t.Optional(t.Literal('items')), format: Format },
  CLOSED,
);
export const TableQuery = t.Object({ filter: FilterText, format: Format }, CLOSED);
export const NewView = t.Object(
  { name: t.String({ maxLength: 1_000 }), query: t.String({ maxLength: 4_000 }) },
  CLOSED,
);
