import { EVENT_TYPES, type EventType, eventBody, type OrderEvent, type OrderRef, type StatusRef } from './events.ts';

interface Sample {
  readonly type: EventType;
  /** Byte for byte as an attempt would send it. */
  readonly body: string;
}

const ID = '01977a40-5c1e-7a52-9d3b-2f64c0a9e817';
const ORDER: OrderRef = { id: '01977a3f-e2b4-7c90-8f15-6b7d20a4c3e1', num: '1001' };
/** One of the statuses that every workspace begins with. */
const STATUS: StatusRef = { id: 'status-in-progress', name: 'In progress' };
/** Its id is ours, as the answer of the payment operation gives it, not the sent one. */
const PAYMENT = { id: '01977a40-5b90-7d13-a4c8-90e1f7b2635d', amountKopecks: 335_050, currency: 'RUB' };

function sampleEvent(type: EventType): OrderEvent {
  switch (type) {
    case 'order.status.changed':
      return { type, order: ORDER, status: STATUS };
    case 'order.payment.created':
      return { type, order: ORDER, payment: PAYMENT };
    default:
      return { type, order: ORDER };
  }
}

/** An example of each event, made as the real ones are, so that it cannot drift from them. */
export const sampleBodies = (nowMs: number): Sample[] =>
  EVENT_TYPES.map((type) => ({ type, body: eventBody(ID, sampleEvent(type), nowMs) }));
