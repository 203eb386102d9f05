import { EVENT_TYPES, type EventType, eventBody, NO_ORDER, type OrderEvent, type StatusRef } from './events.ts';

interface Sample {
  readonly type: EventType;
  /** The body as it is sent, except for the event's id. */
  readonly body: string;
}

/** One of the statuses that every new workspace has. */
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

/**
 * Builds a sample of an event with the code for real events, so that their forms cannot differ. The ids in its data are
 * zeros.
 */
export const sampleBody = (id: string, type: EventType, nowMs: number): string =>
  eventBody(id, sampleEvent(type), nowMs);

const SHOWN_ID = '01977a40-5c1e-7a52-9d3b-2f64c0a9e817';

export const sampleBodies = (nowMs: number): Sample[] =>
  EVENT_TYPES.map((type) => ({ type, body: sampleBody(SHOWN_ID, type, nowMs) }));
