/** Schemas of the events. They must match what `src/webhooks/events.ts` writes. */

import { EVENT_TYPES, type EventType } from '../../webhooks/index.ts';
import type { ApiDocument, Schema } from '../docs/api-document.ts';
import { JSON_MEDIA } from '../docs/api-document.ts';
import { called, DOUBLE } from '../wire.ts';

const text = (description: string, options: object = {}) => ({ type: 'string', description, ...options });
const object = (name: string, description: string, properties: Readonly<Record<string, Schema>>) => ({
  type: 'object',
  ...called(name, description),
  required: Object.keys(properties),
  properties,
});

const ORDER = {
  orderId: text('Id of the order', { format: 'uuid' }),
  orderNumber: text('Number of the order at that time, as people call it'),
};
const OrderRef = object('EventOrder', 'The order that changed', ORDER);

interface EventDescription {
  readonly name: string;
  readonly when: string;
  readonly data: Schema;
}

const TOLD: Readonly<Record<EventType, EventDescription>> = {
  'order.created': { name: 'OrderCreatedEvent', when: 'An order was made.', data: OrderRef },
  'order.updated': {
    name: 'OrderUpdatedEvent',
    when: 'Something changed that a read of the order shows, and that no other event tells of.',
    data: OrderRef,
  },
  'order.status.changed': {
    name: 'OrderStatusChangedEvent',
    when: 'An order got another status.',
    data: object('EventStatusChange', 'The order that changed, and its new status', {
      ...ORDER,
      status: object('EventStatus', 'The new status of the order', {
        id: text('Id of the status'),
        name: text('What people call it'),
      }),
    }),
  },
  'order.payment.created': {
    name: 'OrderPaymentCreatedEvent',
    when: 'A payment was recorded as confirmed, or became so for the first time.',
    data: object('EventPaymentMade', 'The order that was paid, and the payment', {
      ...ORDER,
      payment: object('EventPayment', 'The payment', {
        paymentId: text('Id of the payment in Docket', { format: 'uuid' }),
        amount: { type: 'number', description: 'Roubles that were paid', ...DOUBLE },
        currency: { type: 'string', enum: ['RUB'], ...called('Currency', 'Always roubles') },
      }),
    }),
  },
  'order.deleted': {
    name: 'OrderDeletedEvent',
    when: 'An order was deleted. The API no longer has it.',
    data: OrderRef,
  },
};

const HEADERS = {
  'webhook-id': 'The `id` of the event, the same on every attempt. Keep it to know a repeat',
  'webhook-timestamp': 'Seconds since 1970 at this attempt',
  'webhook-signature': '`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`. Two with a space after a rotation',
};

const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' },
}));

function webhookOf(type: EventType) {
  const { name, when, data } = TOLD[type];
  const schema = object(name, when, {
    id: text('Id of the event', { format: 'uuid' }),
    type: text('What happened', { const: type }),
    occurredAt: text('When the order changed: ISO 8601 in UTC with milliseconds', { format: 'date-time' }),
    data,
  });
  return {
    post: {
      operationId: `on${name}`,
      tags: ['Webhooks'],
      summary: when.slice(0, -1),
      description: `${when} Docket sends this to each endpoint that has chosen the event. The signature shows that it comes from Docket.`,
      security: [],
      parameters,
      requestBody: { required: true, content: { [JSON_MEDIA]: { schema } } },
      responses: { 200: { description: 'Accepted. Any 2xx within 15 seconds will do' } },
    },
  };
}

/** Adds the events that Docket sends (contract, section 5). */
export const withEvents = (document: ApiDocument): ApiDocument => ({
  ...document,
  tags: [...document.tags, { name: 'Webhooks', description: 'What Docket sends when an order changes.' }],
  webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, webhookOf(type)])),
});
