import { and, eq } from 'drizzle-orm';
import { isUuid, toIso, toRoubles } from '../base/index.ts';
import { type Db, EVENT_TYPES, events } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';

export { EVENT_TYPES };

export type EventType = (typeof EVENT_TYPES)[number];

export interface OrderRef {
  readonly id: string;
  readonly num: string;
}

export interface StatusRef {
  readonly id: string;
  readonly name: string;
}

interface ConfirmedPayment {
  readonly id: string;
  readonly amountKopecks: number;
  readonly currency: string;
}

export type OrderEvent =
  | { readonly type: 'order.created' | 'order.updated' | 'order.deleted'; readonly order: OrderRef }
  | { readonly type: 'order.status.changed'; readonly order: OrderRef; readonly status: StatusRef }
  | { readonly type: 'order.payment.created'; readonly order: OrderRef; readonly payment: ConfirmedPayment };

export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text);

/** Parses `all` or a comma-separated list. Returns undefined for an empty list, or one with an unknown event type. */
export function parseEventTypes(text: string): readonly EventType[] | undefined {
  if (text.trim() === 'all') return EVENT_TYPES;
  const words = text.split(',').map((word) => word.trim());
  return words.every(isEventType) ? EVENT_TYPES.filter((type) => words.includes(type)) : undefined;
}

export const joinEventTypes = (types: readonly EventType[]): string => types.join(' ');

export const splitEventTypes = (text: string): readonly EventType[] => text.split(' ').filter(isEventType);

/**
 * Returns the body that every attempt sends, byte for byte: {"id","type","occurredAt","data"}. It has no client,
 * recipient or order contents (seed, Events, rule 2).
 */
export function eventBody(id: string, event: OrderEvent, occurredAtMs: number): string {
  return JSON.stringify({ id, type: event.type, occurredAt: toIso(occurredAtMs), data: eventData(event) });
}

/** The type of a test event. No endpoint can select it, so that no receiver mistakes a test for a real event. */
export const TEST_EVENT = 'webhook.test';

export function testEventBody(id: string, occurredAtMs: number): string {
  return JSON.stringify({ id, type: TEST_EVENT, occurredAt: toIso(occurredAtMs), data: {} });
}

/**
 * The prefix of the type of a sample event in the database. With the prefix, a sample never counts as a missed event.
 * The type that is sent has no prefix.
 */
const SAMPLE = 'sample:';

export const sampleType = (type: EventType): string => `${SAMPLE}${type}`;

export const toldType = (type: string): string => (type.startsWith(SAMPLE) ? type.slice(SAMPLE.length) : type);

/** The order that a sample event names. No real order has this id. */
export const NO_ORDER: OrderRef = { id: '00000000-0000-0000-0000-000000000000', num: 'sample' };

const BEFORE_ID = '{"id":"';
const ID_CHARS = 36;

export const eventIdOf = (body: string): string => body.slice(BEFORE_ID.length, BEFORE_ID.length + ID_CHARS);

/** Reads the order from an event's body; null for a test and a sample. */
export function orderOf(body: string): OrderRef | null {
  const { data } = JSON.parse(body) as { readonly data: { readonly orderId?: string; readonly orderNumber?: string } };
  const { orderId: id, orderNumber: num } = data;
  return id === undefined || num === undefined || id === NO_ORDER.id ? null : { id, num };
}

function eventData(event: OrderEvent): object {
  const order = { orderId: event.order.id, orderNumber: event.order.num };
  switch (event.type) {
    case 'order.created':
    case 'order.updated':
    case 'order.deleted':
      return order;
    case 'order.status.changed':
      return { ...order, status: { id: event.status.id, name: event.status.name } };
    case 'order.payment.created': {
      const { id, amountKopecks, currency } = event.payment;
      return { ...order, payment: { paymentId: id, amount: toRoubles(amountKopecks), currency } };
    }
    default:
      return event satisfies never;
  }
}

export function findEvent(db: Db, workspace: Workspace, eventId: string): typeof events.$inferSelect | undefined {
  if (!isUuid(eventId)) return undefined;
  return db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.workspaceSeq, workspace.seq)))
    .get();
}
