/** Messages for a field sent in the wrong place or in the wrong call (contract, section 2). */

import { ADDITIONAL_FIELDS, DELIVERY_TEXTS, PLAIN_FIELDS } from '../../orders/index.ts';
import type { Elsewhere } from '../../web/index.ts';
import { each } from '../wire.ts';

const UPDATE = 'use POST /api/v1/orders/update';
const STATUS = 'use POST /api/v1/orders/status';
const PAYMENT = 'use POST /api/v1/orders/payment';
const AS_KEY = 'send it as orderKey';
const IN_DATA = 'it belongs in data';
const WORKED_OUT = 'Docket works it out';

const ORDER = [...PLAIN_FIELDS, 'date', 'client', 'recipient', 'products', 'delivery', 'additional'];
const MONEY = ['paymentId', 'amount', 'currency', 'paidAt', 'paymentMethod', 'providerData'];
const STATUSES = ['statusId', 'expectedStatusId'];

const EVERYWHERE: Elsewhere = {
  ...each(['idempotencyKey', 'Idempotency-Key'], 'send it as the header Idempotency-Key'),
  ...each(['ifMatch', 'If-Match', 'etag', 'ETag'], 'send it as the header If-Match'),
  ...each(['productsAmount', 'paidAmount', 'paymentStatus', 'createdAt', 'updatedAt', 'refundedPayments'], WORKED_OUT),
  source: 'the API key has it',
  payload: 'use POST /api/v1/inquiries',
};

const WITHIN: Elsewhere = {
  ...each(['name', 'phone', 'email'], 'it belongs in client or recipient'),
  ...each(DELIVERY_TEXTS, 'it belongs in delivery'),
  ...each(['sku', 'quantity'], 'it belongs in an item of products'),
  ...each(ADDITIONAL_FIELDS, 'it belongs in additional'),
  price: 'it belongs in delivery or in an item of products',
  comment: 'it belongs in client, recipient, additional or in an item of products',
};

export const BESIDE = {
  create: {
    ...EVERYWHERE,
    ...WITHIN,
    ...each(MONEY, 'it belongs in an item of payments'),
    id: 'Docket gives it; your own id is requestKey',
    data: 'its fields belong at the top level of a create',
    orderKey: 'send it as requestKey or num',
    expectedStatusId: STATUS,
  },
  update: {
    ...EVERYWHERE,
    ...each(['num', ...ORDER], IN_DATA),
    ...each(STATUSES, STATUS),
    ...each(['payments', ...MONEY], PAYMENT),
    requestKey: AS_KEY,
  },
  changes: {
    ...EVERYWHERE,
    ...WITHIN,
    ...each(STATUSES, STATUS),
    ...each(['payments', ...MONEY], PAYMENT),
    ...each(['id', 'orderKey'], 'it belongs beside data'),
    data: 'its fields belong in the outer data',
    requestKey: 'it is fixed when the order is made; to name the order, send it as orderKey beside data',
  },
  status: {
    ...EVERYWHERE,
    ...each(['data', ...ORDER], UPDATE),
    ...each(['payments', ...MONEY], PAYMENT),
    num: `${UPDATE}; to name the order, ${AS_KEY}`,
    requestKey: AS_KEY,
  },
  payment: {
    ...EVERYWHERE,
    ...each(['data', ...ORDER], UPDATE),
    ...each(STATUSES, STATUS),
    ...each(['num', 'requestKey'], AS_KEY),
    payments: 'send each payment in a call of its own',
  },
  delete: {
    ...EVERYWHERE,
    ...each(['data', ...ORDER], UPDATE),
    ...each(STATUSES, STATUS),
    ...each(['payments', ...MONEY], PAYMENT),
    ...each(['num', 'requestKey'], AS_KEY),
  },
  list: {
    ...each(['page', 'offset', 'skip'], 'send the nextCursor of the page before as cursor'),
    ...each(['since', 'updatedSince'], 'send it as updatedFrom'),
    id: 'use GET /api/v1/orders/{id}',
    orderKey: 'send it as requestKey or num',
    nextCursor: 'send it as cursor',
    after: 'use GET /api/v1/changes',
  },
} satisfies Readonly<Record<string, Elsewhere>>;
