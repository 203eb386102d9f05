import type { ErrorKind } from '../../base/index.ts';
import { describeOperation, type OperationLink } from '../documentation.ts';
import { DeleteAnswer, FullAnswer, ListAnswer, PaymentAnswer, SummaryAnswer } from './model.ts';

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

const full = {
  ...summary,
  client: { id: null, email: null, comment: null, ...client },
  recipient: null,
  products,
  delivery,
  additional: { comment: 'Позвонить за час', cardText: 'С праздником!' },
  payments: [],
};

const ORDER_ERRORS: readonly ErrorKind[] = ['order_not_found', 'precondition_failed'];
const IF_MATCH = {
  'If-Match': {
    description: 'An ETag from GET /api/v1/orders/{id}: the call is refused with 412 when the order has changed since',
  },
};
const REPLAYED = {
  'Idempotent-Replayed': 'true when the call had been made before: nothing was done, and this is how things stand now',
};

const MADE_ID = '$response.body#/data/id';
/** What can be done with an order that was made; what else a body needs is the caller's. */
const LINKS: Readonly<Record<string, OperationLink>> = {
  read: { operationId: 'getOrder', description: 'The full order', parameters: { id: MADE_ID } },
  update: { operationId: 'updateOrder', description: 'Change it', requestBody: { id: MADE_ID } },
  status: { operationId: 'changeOrderStatus', description: 'Change its status', requestBody: { id: MADE_ID } },
  payment: { operationId: 'recordPayment', description: 'Record a payment of it', requestBody: { id: MADE_ID } },
  delete: { operationId: 'deleteOrder', description: 'Delete it', requestBody: { id: MADE_ID } },
};

/** The reference's text for each order operation, by the route's name. */
export const documented = {
  create: describeOperation({
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    description:
      'Send exactly one of `requestKey` and `num`. Together with the source of the key it makes the call safe to repeat: the same payload finds the order made before, another payload is refused with `order_key_conflict`. Without `num` the workspace gives the next number of its series.',
    scope: 'svc:orders:create',
    answer: SummaryAnswer,
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
    errors: ['order_key_conflict', 'order_deleted', 'payment_key_conflict', 'invalid_status'],
    hasBody: true,
    answerHeaders: REPLAYED,
    links: LINKS,
  }),
  update: describeOperation({
    operationId: 'updateOrder',
    tag: 'Orders',
    summary: 'Change an order',
    description:
      'Keys left out of `data` stay as they are; `products`, `client`, `recipient`, `delivery` and `additional` are replaced as a whole. `null` clears platform, timeStart, timeEnd, client, recipient, delivery and additional. Where nothing differs, nothing is written and no event is sent. Once the goods of an order were taken from stock, a change of its products is saved and moves no stock.',
    scope: 'svc:orders:update',
    answer: SummaryAnswer,
    example: {
      request: { id: ID, data: { timeStart: '12:00', timeEnd: '14:00' } },
      data: { ...summary, timeStart: '12:00', timeEnd: '14:00' },
    },
    errors: ORDER_ERRORS,
    hasBody: true,
    requestHeaders: IF_MATCH,
  }),
  status: describeOperation({
    operationId: 'changeOrderStatus',
    tag: 'Orders',
    summary: 'Change the status of an order',
    description:
      'Any active status may follow any. With `expectedStatusId` the change is made only if the order is in that status now; of two such calls at once one wins. Setting the current status again succeeds and sends no event.',
    scope: 'svc:orders:update',
    answer: SummaryAnswer,
    example: {
      request: { id: ID, statusId: 'status-closed', expectedStatusId: 'status-new' },
      data: { ...summary, statusId: 'status-closed' },
    },
    errors: [...ORDER_ERRORS, 'order_status_conflict', 'invalid_status'],
    hasBody: true,
    requestHeaders: IF_MATCH,
  }),
  payment: describeOperation({
    operationId: 'recordPayment',
    tag: 'Orders',
    summary: 'Record a confirmed payment',
    description:
      'Name the order by `id`, or by `orderKey` (its original num or requestKey within the source of the key), or both. A `paymentId` is recorded once: a repeat with the same order, amount, currency, paidAt and paymentMethod is safe. The status of the order stays as it is.',
    scope: 'svc:orders:update',
    answer: PaymentAnswer,
    example: {
      request: { orderKey: 'site-58213', paymentId: 'bank-7741', amount: 3350.5, paymentMethod: 'card' },
      data: { orderId: ID, paymentId: PAYMENT_ID },
    },
    errors: ['order_not_found', 'order_reference_conflict', 'payment_key_conflict', 'payment_deleted'],
    hasBody: true,
    answerHeaders: REPLAYED,
  }),
  remove: describeOperation({
    operationId: 'deleteOrder',
    tag: 'Orders',
    summary: 'Delete an order',
    description: 'The order is gone from every read and list; its repeat key stays taken. Repeating the call is safe.',
    scope: 'svc:orders:delete',
    answer: DeleteAnswer,
    example: { request: { id: ID }, data: { id: ID } },
    errors: ORDER_ERRORS,
    hasBody: true,
    requestHeaders: IF_MATCH,
  }),
  list: describeOperation({
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description:
      'Orders that are not deleted, newest first; with `updatedFrom` what changed since, oldest change first. Orders made meanwhile neither repeat nor hide others on the next page.',
    scope: 'svc:orders:read',
    answer: ListAnswer,
    example: { data: { orders: [summary], nextCursor: null } },
    errors: ['invalid_cursor'],
    hasBody: false,
  }),
  read: describeOperation({
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Read one order',
    description:
      'The full order with its payments. Known fields of client, recipient and delivery are always there, null where absent.',
    scope: 'svc:orders:read',
    answer: FullAnswer,
    example: { data: full },
    errors: ['order_not_found'],
    hasBody: false,
    answerHeaders: { ETag: 'Changes with every change of the order; send it back as If-Match' },
  }),
};
