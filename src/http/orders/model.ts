/** These are the wire shapes of the order operations (seed, Resources; contract, section 3). */

import type { Static, TSchema } from '@sinclair/typebox';
import { t } from 'elysia';
import { parseStored, toRoubles } from '../../base/index.ts';
import {
  type AdditionalField,
  DELIVERY_FIELDS,
  type DeliveryText,
  PAYMENT_STATUSES,
  PERSON_FIELDS,
  withKnownFields,
} from '../../orders/index.ts';
import { maybe, nullable, OPEN, rewritten } from '../../web/index.ts';
import {
  anyObject,
  anyValue,
  called,
  closed,
  DOUBLE,
  dayRead,
  inDocument,
  instantRead,
  scalar,
  text,
  textOrNumber,
  uuid,
  uuidRead,
  wordRead,
} from '../wire.ts';
import { BESIDE } from './elsewhere.ts';

const SHORT = 500;
const LONG = 10_000;
const MAX_ROUBLES = 999_999_999.99;

const MAX_PIECES = 999_999_999.999;

/**
 * Limits in roubles for the API document only. The code checks whole kopecks, so it accepts `0.3 - 0.2 - 0.1`, which in
 * doubles is below zero. There is no `multipleOf`, because in doubles 0.07 is not a multiple of 0.01.
 */
const ROUBLES = inDocument({ minimum: 0, maximum: MAX_ROUBLES });
const roubles = (description: string) => t.Number({ description, ...DOUBLE, ...ROUBLES });
const numberRead = (description: string) => t.Number({ description, ...DOUBLE });
const roublesRead = (description: string) => rewritten(numberRead(description), toRoubles);
/** Describes a part stored as JSON text. An answer adds the documented fields that the stored text lacks. */
const partRead = <T extends TSchema>(schema: T, known: object) =>
  nullable(rewritten<Static<T>, string>(schema, (text) => withKnownFields(known, text)));
/** Excludes control characters from the keys and ids that callers choose for orders and payments. */
const KEY_PATTERN = inDocument({ pattern: String.raw`^[^\u0000-\u001F\u007F-\u009F]*$` });

const OWN_ID = { description: 'Your own id, kept as sent. Where ids are compared, 55 and "55" are the same' };
const SCALAR = 'A text, a number or a boolean, returned as the type that was sent; or null';
const scalars = {
  [SHORT]: called('Scalar', SCALAR),
  [LONG]: called('LongScalar', `${SCALAR}. The text may be long`),
};
const ownRead = (maxLength: keyof typeof scalars, options: object) =>
  scalar(maxLength, { ...scalars[maxLength], ...options });
const own = (maxLength: keyof typeof scalars, options: object) => t.Optional(ownRead(maxLength, options));

const Person = t.Object({
  id: ownRead(SHORT, OWN_ID),
  name: ownRead(SHORT, { description: 'Name of the person' }),
  phone: ownRead(SHORT, { description: 'Telephone number, written in any way' }),
  email: ownRead(SHORT, { description: 'E-mail address, not checked' }),
  comment: ownRead(LONG, { description: 'Note on the person' }),
});
const person = (description: string) =>
  t.Partial(Person, { ...OPEN, ...called('PersonInput', 'A client or a recipient'), description });
const CLIENT = 'Who ordered';
const RECIPIENT = 'The person who receives the order, if not the client';

const ownOfProduct = {
  id: own(SHORT, { description: 'Id of the product. In the stock list, it ties the item to its goods' }),
  sku: own(SHORT, { description: 'Article number' }),
  comment: own(LONG, { description: 'Note on the item' }),
};
const PRODUCT_NAME = 'Name of the product';
const QUANTITY = 'How many or how much, above 0, with at most three decimals';
const PRICE_OF_ONE = 'Roubles for one, with at most two decimals';

const Product = t.Object(
  {
    ...ownOfProduct,
    name: text(SHORT, { minLength: 1, description: PRODUCT_NAME, ...inDocument({ pattern: String.raw`\S` }) }),
    quantity: t.Number({
      exclusiveMinimum: 0,
      description: QUANTITY,
      ...DOUBLE,
      ...inDocument({ exclusiveMinimum: null, minimum: 0.001, maximum: MAX_PIECES }),
    }),
    price: roubles(PRICE_OF_ONE),
  },
  { ...OPEN, ...called('ProductInput', 'An item of an order') },
);

const Products = t.Array(Product, { minItems: 1, maxItems: 100, description: 'What was ordered' });

const DELIVERY = 'How the order gets to its recipient';
const DELIVERY_TYPE = 'Way of delivery, such as courier. Kept as sent';
const DELIVERY_PRICE = 'Roubles, with at most two decimals';
const ADDRESS = 'Address (spelt with one d). Kept as sent';
const FLAT = 'Flat or office. Kept as sent';

const Delivery = t.Object(
  {
    deliveryType: t.Optional(anyValue(DELIVERY_TYPE)),
    price: maybe(roubles(DELIVERY_PRICE)),
    adress: t.Optional(anyValue(ADDRESS)),
    flat: t.Optional(anyValue(FLAT)),
  } satisfies Record<DeliveryText | 'price', unknown>,
  { ...OPEN, ...called('DeliveryInput', DELIVERY) },
);

const Additional = t.Object(
  {
    comment: own(LONG, { description: 'Comment of the client' }),
    managerComment: own(LONG, { description: 'Note for the shop alone' }),
    cardText: own(LONG, { description: 'Text for the card that goes with the order' }),
  } satisfies Record<AdditionalField, unknown>,
  { ...OPEN, ...called('Additional', 'Notes on the order') },
);

const PAYMENT_METHOD = 'How it was paid, such as card';
const PROVIDER_DATA = 'Anything that the payment provider tells';

const paymentFields = {
  amount: t.Number({
    exclusiveMinimum: 0,
    description: 'Roubles, above 0, with at most two decimals',
    ...DOUBLE,
    ...inDocument({ exclusiveMinimum: null, minimum: 0.01, maximum: MAX_ROUBLES }),
  }),
  currency: maybe(t.Literal('RUB', { description: 'Left out: RUB' })),
  paidAt: maybe(
    text(SHORT, { format: 'date-time', description: 'When it was paid: ISO 8601 with Z or an offset. Left out: now' }),
  ),
  paymentMethod: maybe(textOrNumber(SHORT, { description: `${PAYMENT_METHOD}. Compared as a text` })),
  providerData: maybe(anyObject(`${PROVIDER_DATA}. A repeat may have other data`)),
};

const PAYMENT_ID =
  'Id of the payment where it was made. No control characters. Compared as a text: 55 and "55" are the same';
const paymentId = textOrNumber(SHORT, { minLength: 1, description: PAYMENT_ID, ...KEY_PATTERN });

const CreatePayment = t.Object(
  { paymentId: maybe(paymentId), ...paymentFields },
  { ...OPEN, ...called('PaymentInput', 'A payment that has arrived already') },
);

const when = text(SHORT, {
  format: 'date-time',
  description:
    'Day of the order: ISO 8601 with Z or an offset. With an offset it is the day as written. With Z it is the day in the time zone of the workspace',
});
const START = 'From when: HH:mm, 00:00 to 23:59';
const END = 'Until when: HH:mm. Before timeStart it is on the next day';
const time = (description: string) =>
  text(5, {
    description,
    examples: ['10:00'],
    ...inDocument({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' }),
  });
const PLATFORM = 'Where the order comes from, such as site';
const STATUS = 'Id of an active status of the workspace';
const statusId = (description: string) => text(200, { minLength: 1, description, examples: ['status-new'] });
const num = (description: string) => text(200, { description, ...KEY_PATTERN });
const key = (description: string) => text(200, { minLength: 1, description, ...KEY_PATTERN });
export const orderId = uuid('Id of the order');
/** A reference to an order. The code that handles the call checks that at least one of the two is given. */
const reference = {
  id: maybe(orderId),
  orderKey: maybe(key('The num or requestKey that the order was made with, by a key of the same source')),
};
const REFERENCE = 'Send `id`, or `orderKey`, or both.';
export const CreateOrderBody = t.Object(
  {
    requestKey: maybe(key('Your id of this order, such as the number of a cart. No control characters')),
    num: maybe(num('A number of your own in place of the next one. No control characters. Blank: not given')),
    platform: maybe(text(SHORT, { description: PLATFORM })),
    statusId: maybe(statusId(`${STATUS}. Left out: status-new`)),
    date: when,
    timeStart: maybe(time(START)),
    timeEnd: maybe(time(END)),
    client: maybe(person(CLIENT)),
    recipient: maybe(person(RECIPIENT)),
    products: Products,
    delivery: maybe(Delivery),
    additional: maybe(Additional),
    payments: maybe(t.Array(CreatePayment, { maxItems: 100, description: 'Payments that have arrived already' })),
  },
  { ...closed(BESIDE.create), ...called('CreateOrderBody', 'Send exactly one of `requestKey` and `num`.') },
);

export const UpdateOrderBody = t.Object(
  {
    ...reference,
    data: t.Object(
      {
        num: maybe(
          text(200, {
            description: 'The new number. null, an empty text or blanks keep the present one',
            ...KEY_PATTERN,
          }),
        ),
        platform: maybe(text(SHORT, { description: PLATFORM })),
        date: t.Optional(when),
        timeStart: maybe(time(START)),
        timeEnd: maybe(time(END)),
        client: maybe(person(CLIENT)),
        recipient: maybe(person(RECIPIENT)),
        products: t.Optional(Products),
        delivery: maybe(Delivery),
        additional: maybe(Additional),
      },
      {
        ...closed(BESIDE.changes),
        ...inDocument({ minProperties: 1 }),
        ...called('OrderChanges', 'The parts that change'),
      },
    ),
  },
  { ...closed(BESIDE.update), ...called('UpdateOrderBody', REFERENCE) },
);

export const StatusBody = t.Object(
  {
    ...reference,
    statusId: statusId(STATUS),
    expectedStatusId: maybe(statusId('Id of the status in which the order must be now')),
  },
  { ...closed(BESIDE.status), ...called('ChangeOrderStatusBody', REFERENCE) },
);

export const PaymentBody = t.Object(
  {
    ...reference,
    paymentId,
    ...paymentFields,
  },
  { ...closed(BESIDE.payment), ...called('RecordPaymentBody', REFERENCE) },
);

export const DeleteBody = t.Object(reference, { ...closed(BESIDE.delete), ...called('DeleteOrderBody', REFERENCE) });

const ISO = 'ISO 8601 in UTC with milliseconds';

const summaryFields = {
  id: uuidRead('Id of the order'),
  num: t.String({ description: 'Number of the order, as people call it' }),
  platform: t.String({ description: `${PLATFORM}. Empty where none was given or it was cleared` }),
  statusId: t.String({ description: 'Id of the status' }),
  date: dayRead('Day of the order: YYYY-MM-DD'),
  timeStart: nullable(t.String({ description: 'From when: HH:mm' })),
  timeEnd: nullable(t.String({ description: 'Until when: HH:mm' })),
  productsAmount: roublesRead('Roubles: the sum of quantity x price, each item rounded half up to the kopeck'),
  price: roublesRead('Roubles: the products and the delivery'),
  paidAmount: roublesRead('Roubles: what was paid, less what was given back'),
  paymentStatus: wordRead(PAYMENT_STATUSES, called('PaymentStatus', 'How much of the price was paid')),
  createdAt: instantRead(ISO),
  updatedAt: instantRead(`${ISO}. It never runs backwards`),
};

export const OrderSummaryModel = t.Object(summaryFields, called('OrderSummary', 'The main data of an order'));

const listedFields = {
  ...summaryFields,
  source: t.String({
    description: 'Source of the key that made the order. `@dashboard` and `@import`: made at the desk, out of a file',
  }),
  requestKey: nullable(
    t.String({
      description:
        'The `requestKey` that it was made with; null where a `num` was sent, or nothing: at the desk, out of a file',
    }),
  ),
};

export const ListedOrderModel = t.Object(
  listedFields,
  called('ListedOrder', 'The main data of an order, and which key made it'),
);

const personRead = (description: string) =>
  t.Object(Person.properties, { ...OPEN, ...called('Person', 'A client or a recipient, as sent'), description });

/** Describes an object that is returned as sent. It was validated on arrival and is not validated again. */
const asSent = (schema: TSchema) => t.Object({}, { ...OPEN, ...inDocument(schema) });

const ProductRead = t.Object(
  {
    ...ownOfProduct,
    name: t.String({ description: PRODUCT_NAME }),
    quantity: numberRead(QUANTITY),
    price: numberRead(PRICE_OF_ONE),
  },
  { ...OPEN, ...called('Product', 'An item of an order, as sent') },
);

const DeliveryRead = t.Object(
  {
    deliveryType: anyValue(DELIVERY_TYPE),
    price: nullable(numberRead(DELIVERY_PRICE)),
    adress: anyValue(ADDRESS),
    flat: anyValue(FLAT),
  } satisfies Record<DeliveryText | 'price', unknown>,
  { ...OPEN, ...called('Delivery', DELIVERY) },
);

const paymentReadFields = {
  id: uuidRead('Id of the payment in Docket'),
  externalId: nullable(t.String({ description: 'The `paymentId` that was sent, as a text' })),
  status: wordRead(['confirmed', 'refunded'], called('PaymentState', 'Whether all of it was given back')),
  amount: roublesRead('Roubles that were paid'),
  refundedAmount: roublesRead('Roubles that were given back'),
  currency: wordRead(['RUB'], called('Currency', 'Always roubles')),
  paidAt: instantRead(`${ISO}: when it was paid`),
  paymentMethod: nullable(t.String({ description: PAYMENT_METHOD })),
  providerData: partRead(anyObject(`${PROVIDER_DATA}, as sent`), {}),
  createdAt: instantRead(`${ISO}: when it was recorded`),
};

export const OwnPayment = t.Object(paymentReadFields);

const PaymentRead = t.Object(
  {
    ...paymentReadFields,
    sent: t.Optional(
      anyObject(
        '`paymentId`, `paymentMethod` and `paidAt` as they were sent, where they are returned otherwise. Of a create also keys that bear a name of ours: `id`, `externalId`, `status`, `refundedAmount`, `createdAt` or `sent`. Left out where there are none',
      ),
    ),
  },
  {
    ...OPEN,
    ...called('Payment', 'Other keys that a payment of a create was sent with are beside these, as sent'),
  },
);

const ownFields = {
  ...listedFields,
  client: partRead(personRead(CLIENT), PERSON_FIELDS),
  recipient: partRead(personRead(RECIPIENT), PERSON_FIELDS),
  products: rewritten(t.Array(asSent(ProductRead), { description: 'What was ordered' }), (text: string): object[] =>
    parseStored(text),
  ),
  delivery: partRead(DeliveryRead, DELIVERY_FIELDS),
  additional: partRead(asSent(Additional), {}),
};

export const OrderAlone = t.Object(ownFields);

export const FullOrderModel = t.Object(
  {
    ...ownFields,
    payments: t.Array(PaymentRead, {
      description:
        'Confirmed payments, refunded in part or not at all, oldest first. The sum of `amount` less `refundedAmount` is `paidAmount`',
    }),
    refundedPayments: t.Array(PaymentRead, { description: 'Payments refunded in full, oldest first' }),
  },
  called('Order', 'An order with all that belongs to it'),
);

export const OrderPage = t.Object(
  {
    orders: t.Array(ListedOrderModel, { description: 'One page of the list' }),
    nextCursor: nullable(t.String({ description: 'The `cursor` of the next page; null on the last' })),
  },
  called('OrderPage', 'One page of the list'),
);
export const RecordedPayment = t.Object(
  {
    orderId: uuidRead('Id of the order'),
    paymentId: uuidRead('Id of the payment in Docket'),
  },
  called('RecordedPayment', 'The ids of a payment and of its order'),
);
export const DeletedOrder = t.Object(
  { id: uuidRead('Id of the order') },
  called('DeletedOrder', 'The id of an order that was deleted'),
);
