import { EVENT_TYPES, type EventType, eventBody, NO_ORDER, type OrderEvent, type StatusRef } from './events.ts';

interface Sample {
  readonly type: EventType;
  /** The body of an attempt, except for its id. */
  readonly body: string;
}

/** One of the statuses that every workspace begins with. */
const STATUS: StatusRef = { id: 'status-in-progress', name: 'In progress' };
const PAYMENT = { id: NO_ORDER.id, amountKopecks: 335_050, currency: 'RUB' };

function sampleEvent(type: EventType): OrderEvent {
  switch (type) {
    case 'order.status.changed':
      return { type, order: NO_ORDER, status: STATUS };
    case 'order.payment.created':
      return { type, order: NO_ORDER, payment: PAYMENT };
    default:
      return { type, order: NO_ORDER };
  }
}

/** An example of an event, made as the real ones are, so that it cannot drift from them. Ids of zeros mark it. */
export const sampleBody = (id: string, type: EventType, nowMs: number): string =>
  eventBody(id, sampleEvent(type), nowMs);

/** The id of an example that is shown and not sent. */
const SHOWN_ID = '01977a40-5c1e-7a52-9d3b-2f64c0a9e817';

export const sampleBodies = (nowMs: number): Sample[] =>
  EVENT_TYPES.map((type) => ({ type, body: sampleBody(SHOWN_ID, type, nowMs) }));
