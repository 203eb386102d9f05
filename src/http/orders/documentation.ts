import type { PublicErrorKind } from '../../base/index.ts';
import { describeOperation, KEY_SCHEMA, type OperationLink } from '../documentation.ts';
import { DeletedOrder, FullOrderModel, OrderPage, OrderSummaryModel, RecordedPayment } from './model.ts';

const ID = '0199f0c2-8a10-7000-9f3b-1c2d3e4f5a6b';
const PAYMENT_ID = '0199f0c3-0b20-7000-8a4c-5d6e7f8a9b0c';

const summary = {
  id: ID,
  num: '1001',
  platform: 'site',
  statusId: 'status-new',
  date: '2026-03-08',
  timeStart: '10:00',
  timeEnd: '12:00',
  productsAmount: 3000,
  price: 3350.5,
  paidAmount: 0,
  paymentStatus: 'unpaid',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};

const client = { name: 'Мария Иванова', phone: '+79123456789' };
const products = [{ id: 'rose-15', name: 'Букет «Весна» 🌷', quantity: 2, price: 1500 }];
const delivery = { deliveryType: 'courier', price: 350.5, adress: 'ул. Ленина, 1', flat: '12' };

const listed = { ...summary, source: 'site', requestKey: 'site-58213' };

const full = {
  ...listed,
  client: { id: null, email: null, comment: null, ...client },
  recipient: null,
  products,
  delivery,
  additional: { comment: 'Позвонить за час', cardText: 'С праздником!' },
  payments: [],
  refundedPayments: [],
};

const KEY_ERRORS: readonly PublicErrorKind[] = ['idempotency_key_conflict'];
const ORDER_ERRORS: readonly PublicErrorKind[] = [
  'order_not_found',
  'order_reference_conflict',
  'precondition_failed',
  ...KEY_ERRORS,
];
const KEY_FORM = '1 to 255 printable ASCII characters. It holds within the source of your API key for 48 hours';
const keyed = (effect: string) => ({
  'Idempotency-Key': { description: `Your id of this call. ${effect} ${KEY_FORM}`, schema: KEY_SCHEMA },
});
const HOLDING_KEY = keyed(
  'Under it no other call and no other payload is taken. `requestKey` or `num` find the order again.',
);
const IF_MATCH = {
  'If-Match': {
    description:
      'An `ETag` of the order, from a read or from a write. When the order has another one by now, the call is refused with 412',
  },
};
const WRITE_HEADERS = {
  ...keyed('The same call again under it answers what the first answered, and changes nothing.'),
  ...IF_MATCH,
};
const ETAG = { ETag: 'Changes with every change of the order. Send it back as `If-Match`' };
const replayed = (answer: string) => ({
  'Idempotent-Replayed': `\`true\` where the call had been made before. Nothing was done, and the answer ${answer}`,
});
const REPLAYED = replayed('says how things stand now');
const ANSWERED_BEFORE = replayed('is that of before');
const BY_KEY =
  'under its `Idempotency-Key` the call answers what the first answered, whatever has become of the order.';

const MADE_ID = '$response.body#/data/id';
/** The calls that can follow a create. A link fills in the order's id; the caller adds the other fields of the body. */
const LINKS: Readonly<Record<string, OperationLink>> = {
  read: { operationId: 'getOrder', description: 'The full order', parameters: { id: MADE_ID } },
  update: { operationId: 'updateOrder', description: 'Change it', requestBody: { id: MADE_ID } },
  status: { operationId: 'changeOrderStatus', description: 'Change its status', requestBody: { id: MADE_ID } },
  payment: { operationId: 'recordPayment', description: 'Record a payment of it', requestBody: { id: MADE_ID } },
  delete: { operationId: 'deleteOrder', description: 'Delete it', requestBody: { id: MADE_ID } },
};

export const documented = {
  create: describeOperation({
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    description:
      'Makes an order, and records the payments that it carries. Send exactly one of `requestKey` and `num`. Without `num` the workspace gives the next number of its series.',
    repeat:
      'the same key with the same payload answers with the order as it is now, and nothing is done twice. Another payload under the key is refused with `order_key_conflict`. The key holds within the source of your API key, for ever.',
    scope: 'svc:orders:create',
    answer: OrderSummaryModel,
    example: {
      request: {
        requestKey: 'site-58213',
        platform: 'site',
        date: '2026-03-08T10:00:00+03:00',
        timeStart: '10:00',
        timeEnd: '12:00',
        client,
        products,
        delivery,
        additional: full.additional,
      },
      data: summary,
    },
    errors: ['order_key_conflict', 'order_deleted', 'payment_key_conflict', 'invalid_status', ...KEY_ERRORS],
    requestHeaders: HOLDING_KEY,
    answerHeaders: { ...ETAG, ...REPLAYED },
    links: LINKS,
  }),
  update: describeOperation({
    operationId: 'updateOrder',
    tag: 'Orders',
    summary: 'Change an order',
    description:
      'Name the order by `id`, by `orderKey`, or by both. Keys left out of `data` stay as they are. `products`, `client`, `recipient`, `delivery` and `additional` are replaced as a whole. `null` clears all but `date`, `products` and `num`.\n\nOnce the goods of an order were taken from stock, a change of its products moves no stock.',
    repeat: `${BY_KEY} Without that header, nothing is written where nothing differs. The old \`If-Match\` is refused then, because the order has changed.`,
    scope: 'svc:orders:update',
    answer: OrderSummaryModel,
    example: {
      request: { id: ID, data: { timeStart: '12:00', timeEnd: '14:00' } },
      data: { ...summary, timeStart: '12:00', timeEnd: '14:00' },
    },
    errors: ORDER_ERRORS,
    requestHeaders: WRITE_HEADERS,
    answerHeaders: { ...ETAG, ...ANSWERED_BEFORE },
  }),
  status: describeOperation({
    operationId: 'changeOrderStatus',
    tag: 'Orders',
    summary: 'Change the status of an order',
    description:
      'Name the order by `id`, by `orderKey`, or by both. Any active status may follow any other. With `expectedStatusId` the change is made only if the order is in that status now. Of two such calls at once one wins.',
    repeat: `${BY_KEY} Without that header, setting the status that the order has changes nothing. The old \`expectedStatusId\` is refused then, because the order has left that status.`,
    scope: 'svc:orders:update',
    answer: OrderSummaryModel,
    example: {
      request: { id: ID, statusId: 'status-closed', expectedStatusId: 'status-new' },
      data: { ...summary, statusId: 'status-closed' },
    },
    errors: [...ORDER_ERRORS, 'order_status_conflict', 'invalid_status'],
    requestHeaders: WRITE_HEADERS,
    answerHeaders: { ...ETAG, ...ANSWERED_BEFORE },
  }),
  payment: describeOperation({
    operationId: 'recordPayment',
    tag: 'Orders',
    summary: 'Record a confirmed payment',
    description:
      'Records money that has arrived. Name the order by `id`, by `orderKey`, or by both. The status of the order stays as it is. An amount above the price is taken too.',
    repeat:
      'a `paymentId` is recorded once within the source of your API key. The same order, amount, currency, paidAt and paymentMethod answer with the same ids. Other values are refused with `payment_key_conflict`. An `Idempotency-Key` finds the answer also where payment or order have been deleted since.',
    scope: 'svc:orders:update',
    answer: RecordedPayment,
    example: {
      request: { orderKey: 'site-58213', paymentId: 'bank-7741', amount: 3350.5, paymentMethod: 'card' },
      data: { orderId: ID, paymentId: PAYMENT_ID },
    },
    errors: [...ORDER_ERRORS, 'payment_key_conflict', 'payment_deleted'],
    requestHeaders: WRITE_HEADERS,
    answerHeaders: { ...ETAG, ...REPLAYED },
  }),
  remove: describeOperation({
    operationId: 'deleteOrder',
    tag: 'Orders',
    summary: 'Delete an order',
    description:
      'Name the order by `id`, by `orderKey`, or by both. It disappears from every read and list. Its key and its number stay taken. For 30 days it can be restored at the desk.',
    repeat:
      'while the order is deleted the answer is the same, whatever `If-Match` says. Only the first call sends an event. An order that was restored meanwhile is deleted, unless `If-Match` or an `Idempotency-Key` says otherwise.',
    scope: 'svc:orders:delete',
    answer: DeletedOrder,
    example: { request: { id: ID }, data: { id: ID } },
    errors: ORDER_ERRORS,
    requestHeaders: WRITE_HEADERS,
    answerHeaders: ANSWERED_BEFORE,
  }),
  list: describeOperation({
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description:
      'Orders that are not deleted, newest first. With `updatedFrom` it lists what changed at or after that instant, oldest change first.\n\nSend `nextCursor` as `cursor` for the next page, until it is null. Orders made meanwhile neither repeat nor hide others.',
    repeat: 'it only reads, and may be sent at any time.',
    scope: 'svc:orders:read',
    answer: OrderPage,
    example: { data: { orders: [listed], nextCursor: null } },
    errors: ['invalid_cursor'],
  }),
  read: describeOperation({
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Read one order',
    description:
      'The full order with its payments. `client`, `recipient` and `delivery` have all their known fields, null where absent.',
    repeat: 'it only reads, and may be sent at any time.',
    scope: 'svc:orders:read',
    answer: FullOrderModel,
    example: { data: full },
    errors: ['order_not_found'],
    answerHeaders: ETAG,
  }),
};
