import type { TSchema } from '@sinclair/typebox';
import { t } from 'elysia';
import {
  anyObject,
  anyValue,
  CLOSED,
  inDocument,
  maybe,
  nullable,
  OPEN,
  queryInteger,
  scalar,
  success,
  text,
  Uuid,
} from '../wire.ts';

/** The wire shapes of the order operations (seed, Resources; contract, section 3). */

const SHORT = 500;
const LONG = 10_000;
const MAX_ROUBLES = 999_999_999.99;

const MAX_PIECES = 999_999_999.999;

const KOPECK = inDocument({ multipleOf: 0.01 });
const roubles = (description: string) => t.Number({ minimum: 0, maximum: MAX_ROUBLES, description, ...KOPECK });
/** Keys hold no control characters. */
const KEY_PATTERN = inDocument({ pattern: String.raw`^[^\u0000-\u001F\u007F-\u009F]*$` });

const OWN_ID = { description: 'Snapshot of the sender\'s own id; where ids are compared, 55 and "55" are the same' };
const own = (maxLength: number, options = {}) => t.Optional(scalar(maxLength, options));

const Person = t.Object(
  { id: own(SHORT, OWN_ID), name: own(SHORT), phone: own(SHORT), email: own(SHORT), comment: own(LONG) },
  OPEN,
);

const ownOfProduct = { id: own(SHORT, OWN_ID), sku: own(SHORT), comment: own(LONG) };

const Product = t.Object(
  {
    ...ownOfProduct,
    name: text(SHORT, { minLength: 1, ...inDocument({ pattern: String.raw`\S` }) }),
    quantity: t.Number({
      exclusiveMinimum: 0,
      description: 'Up to three decimals',
      ...inDocument({ minimum: 0.001, maximum: MAX_PIECES, multipleOf: 0.001 }),
    }),
    price: roubles('Roubles for one, at most two decimals'),
  },
  OPEN,
);

const Products = t.Array(Product, { minItems: 1, maxItems: 100 });

const AS_SENT = 'Any JSON value, kept as sent';

const Delivery = t.Object(
  {
    deliveryType: t.Optional(anyValue(AS_SENT)),
    price: maybe(roubles('Roubles, at most two decimals')),
    adress: t.Optional(anyValue(AS_SENT)),
    flat: t.Optional(anyValue(AS_SENT)),
  },
  OPEN,
);

const Additional = t.Object({ comment: own(LONG), managerComment: own(LONG), cardText: own(LONG) }, OPEN);

const paymentFields = {
  amount: t.Number({
    exclusiveMinimum: 0,
    maximum: MAX_ROUBLES,
    description: 'Roubles, above 0, at most two decimals',
    ...inDocument({ minimum: 0.01, multipleOf: 0.01 }),
  }),
  currency: maybe(t.Literal('RUB')),
  paidAt: maybe(
    text(SHORT, { format: 'date-time', description: 'ISO date and time with Z or an offset; left out: now' }),
  ),
  paymentMethod: maybe(text(SHORT)),
  providerData: maybe(anyObject('Extra data of the source; not compared when a payment is repeated')),
};

const CreatePayment = t.Object(
  { paymentId: maybe(text(SHORT, { minLength: 1, ...KEY_PATTERN })), ...paymentFields },
  OPEN,
);

const when = text(SHORT, {
  format: 'date-time',
  description:
    'ISO date and time with Z or an offset. With an offset the day is the one written; with Z it is the day in the zone of the workspace',
});
const time = text(5, {
  description: 'HH:mm',
  examples: ['10:00'],
  ...inDocument({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' }),
});
const statusId = text(200, { minLength: 1 });
const key = text(200, { minLength: 1, description: '1 to 200 characters, no control characters', ...KEY_PATTERN });
/** A field that is there and not null: null is as good as left out. */
const given = (field: string) => ({ required: [field], properties: { [field]: { type: 'string' } } });

export const CreateOrderBody = t.Object(
  {
    requestKey: maybe(key),
    num: maybe(key),
    platform: maybe(text(SHORT)),
    statusId: maybe(statusId),
    date: when,
    timeStart: maybe(time),
    timeEnd: maybe(time),
    client: maybe(Person),
    recipient: maybe(Person),
    products: Products,
    delivery: maybe(Delivery),
    additional: maybe(Additional),
    payments: maybe(t.Array(CreatePayment, { maxItems: 100, description: 'Payments that are confirmed already' })),
  },
  {
    ...CLOSED,
    description: 'Send exactly one of requestKey and num.',
    ...inDocument({ oneOf: [given('requestKey'), given('num')] }),
  },
);

export const UpdateOrderBody = t.Object(
  {
    id: Uuid,
    data: t.Object(
      {
        num: maybe(text(200, { description: 'null or an empty text keeps the current number', ...KEY_PATTERN })),
        platform: maybe(text(SHORT)),
        date: t.Optional(when),
        timeStart: maybe(time),
        timeEnd: maybe(time),
        client: maybe(Person),
        recipient: maybe(Person),
        products: t.Optional(Products),
        delivery: maybe(Delivery),
        additional: maybe(Additional),
      },
      { ...CLOSED, minProperties: 1 },
    ),
  },
  CLOSED,
);

export const StatusBody = t.Object({ id: Uuid, statusId, expectedStatusId: maybe(statusId) }, CLOSED);

export const PaymentBody = t.Object(
  {
    id: maybe(Uuid),
    orderKey: maybe(text(200, { minLength: 1, description: 'The original num or requestKey', ...KEY_PATTERN })),
    paymentId: text(SHORT, { minLength: 1, description: 'Id of the payment in the external system', ...KEY_PATTERN }),
    ...paymentFields,
  },
  {
    ...CLOSED,
    description: 'Send id, or orderKey, or both.',
    ...inDocument({ anyOf: [given('id'), given('orderKey')] }),
  },
);

export const DeleteBody = t.Object({ id: Uuid }, CLOSED);

export const OrderParams = t.Object({ id: Uuid });

export const ListQuery = t.Object(
  {
    limit: queryInteger({ minimum: 1, maximum: 100, default: 50, description: 'Number of orders' }),
    cursor: t.Optional(t.String({ description: 'nextCursor of the page before, with the same filters' })),
    dateFrom: t.Optional(text(10, { format: 'date', description: 'First day, inclusive, on date' })),
    dateTo: t.Optional(text(10, { format: 'date', description: 'Last day, inclusive, on date' })),
    statusId: t.Optional(text(200)),
    updatedFrom: t.Optional(
      text(SHORT, { format: 'date-time', description: 'What changed at or after this instant, oldest change first' }),
    ),
  },
  CLOSED,
);

const summaryFields = {
  id: t.String(),
  num: t.String(),
  platform: t.String({ description: 'Empty where none was given or it was cleared' }),
  statusId: t.String(),
  date: t.String({ description: 'YYYY-MM-DD' }),
  timeStart: nullable(t.String()),
  timeEnd: nullable(t.String()),
  productsAmount: t.Number(),
  price: t.Number(),
  paidAmount: t.Number(),
  paymentStatus: t.String({ description: 'unpaid, partial, paid, overpaid or refunded' }),
  createdAt: t.String({ description: 'ISO 8601 UTC with milliseconds' }),
  updatedAt: t.String({ description: 'ISO 8601 UTC with milliseconds' }),
};

export const OrderSummaryModel = t.Object(summaryFields);

const PersonRead = t.Object(
  { id: scalar(SHORT, OWN_ID), name: scalar(SHORT), phone: scalar(SHORT), email: scalar(SHORT), comment: scalar(LONG) },
  OPEN,
);

/** An object that was checked when it came: described in the document, and not looked at again. */
const asSent = (schema: TSchema) => t.Object({}, { ...OPEN, ...inDocument(schema) });

/** Without `multipleOf`: validators that reckon in doubles would take 19.99 for no multiple of 0.01. */
const ProductRead = t.Object({ ...ownOfProduct, name: t.String(), quantity: t.Number(), price: t.Number() }, OPEN);

const DeliveryRead = t.Object(
  {
    deliveryType: anyValue(AS_SENT),
    price: nullable(t.Number()),
    adress: anyValue(AS_SENT),
    flat: anyValue(AS_SENT),
  },
  OPEN,
);

const PaymentRead = t.Object(
  {
    id: t.String(),
    externalId: nullable(t.String()),
    status: t.String({ description: 'confirmed or refunded' }),
    amount: t.Number(),
    refundedAmount: t.Number(),
    currency: t.String(),
    paidAt: t.String(),
    paymentMethod: nullable(t.String()),
    providerData: nullable(anyObject('As sent')),
    createdAt: t.String(),
    sent: t.Optional(
      anyObject(
        'Only where there is something: what the sender of a create gave the names id, externalId, status, refundedAmount, createdAt or sent',
      ),
    ),
  },
  { ...OPEN, description: 'Other keys that a payment was sent with in a create stand beside these, as sent' },
);

export const FullOrderModel = t.Object({
  ...summaryFields,
  client: nullable(PersonRead),
  recipient: nullable(PersonRead),
  products: t.Array(asSent(ProductRead)),
  delivery: nullable(DeliveryRead),
  additional: nullable(asSent(Additional)),
  payments: t.Array(PaymentRead),
});

export const SummaryAnswer = success(OrderSummaryModel);
export const FullAnswer = success(FullOrderModel);
export const ListAnswer = success(t.Object({ orders: t.Array(OrderSummaryModel), nextCursor: nullable(t.String()) }));
export const PaymentAnswer = success(t.Object({ orderId: t.String(), paymentId: t.String() }));
export const DeleteAnswer = success(t.Object({ id: t.String() }));
