/**
 * Generates orders for one year. Even a shop of a thousand orders has a full page of orders in every common status.
 * Some values occur only in the oldest orders. A scan from the newest order reaches these last.
 */

import { type NewId, toIso } from '../../../src/base/index.ts';
import { paymentStatus } from '../../../src/orders/payment-status.ts';
import { type orderHistory, type orders, type payments, searchText } from '../../../src/storage/index.ts';
import type { OrderEvent, OrderRef } from '../../../src/webhooks/events.ts';

type NewOrder = typeof orders.$inferInsert;
type NewPayment = typeof payments.$inferInsert;

interface ToldChange {
  readonly kind: (typeof orderHistory.$inferInsert)['kind'];
  readonly at: number;
  readonly actor: { readonly type: 'key' | 'person'; readonly id: string };
  readonly changes: object | null;
  readonly event: OrderEvent;
}

export interface ToldOrder {
  readonly order: NewOrder & { readonly seq: number };
  readonly payment: NewPayment | undefined;
  readonly changes: readonly ToldChange[];
}

export interface Cast {
  readonly workspaceSeq: number;
  readonly keyId: string;
  readonly personId: string;
  readonly orders: number;
  /** The time of the last order, in milliseconds since the epoch. */
  readonly endMs: number;
  /**
   * The source of this shop's ids. Each shop needs its own source, because the times in ids from one source never
   * decrease.
   */
  readonly newId: NewId;
}

/** The phone of the client with a hundredth of all orders. */
export const HOTEL = '+78125550101';
export const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const HOUR_MS = 3_600_000;
export const OLD_ORDERS = 60;
export const OLD = {
  status: 'status-old',
  platform: 'fax',
  source: 'old-till',
  name: 'Квакина',
  product: 'Эустома',
  phone: '70000000',
  keyId: '01900000-0000-7000-8000-00000000000a',
  personId: '01900000-0000-7000-8000-00000000000b',
} as const;
const CALM_ORDERS = 60;
const CALM_DAYS_AGO = 200;
/** The number of orders for today among every 25 orders. */
const FOR_TODAY = 13;

const FIRST_NAMES = ['Анна', 'Олег', 'Мария', 'Иван', 'Ольга', 'Игорь', 'Елена', 'Дмитрий', 'Наталья', 'Пётр'];
const LAST_NAMES = ['Иванова', 'Смирнова', 'Попова', 'Лебедева', 'Новикова', 'Морозова', 'Волкова', 'Зайцева'];
const PLATFORMS = ['site', 'telegram', 'phone', 'till'];
const PRODUCTS = [
  { id: 'rose-15', name: 'Букет «Весна», 15 роз', price: 299_000 },
  { id: 'peony-9', name: 'Пионы, 9 шт. 🌸', price: 450_000 },
  { id: 'tulip-25', name: 'Тюльпаны, 25 шт. 🌷', price: 275_050 },
  { id: 'box-mini', name: 'Цветы в коробке «Мини»', price: 165_000 },
];
const DELIVERY = 35_000;

export const dayOf = (ms: number): string => toIso(ms).slice(0, 10);
export const calmDay = (endMs: number): string => dayOf(endMs - CALM_DAYS_AGO * DAY_MS);

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
};

/**
 * Returns a number from 0 to 999 for an order. Each number occurs once in every thousand consecutive orders. The
 * callers derive a property of the order from its number. Different factors keep the properties independent.
 */
const placeOf = (at: number, factor: number): number => (at * factor + Math.floor(at / 1_000)) % 1_000;

export function madeAt({ orders: count, endMs }: Cast, at: number): number {
  return Math.floor(endMs - YEAR_MS + ((at + 1) / count) * YEAR_MS);
}

function dateOf({ endMs, orders: count }: Cast, at: number, madeMs: number): string {
  const calm = calmDay(endMs);
  const every = Math.floor(count / CALM_ORDERS);
  if (at % every === 3 && at / every < CALM_ORDERS) return calm;
  if (at % 25 < FOR_TODAY) return dayOf(endMs);
  const day = dayOf(madeMs + (at % 4) * DAY_MS);
  return day === calm ? dayOf(madeMs + (at % 4) * DAY_MS + DAY_MS) : day;
}

function statusOf(at: number): string {
  if (at === 0) return OLD.status;
  const place = placeOf(at, 389);
  if (place < 80) return 'status-new';
  if (place < 160) return 'status-in-progress';
  return place < 220 ? 'status-cancelled' : 'status-closed';
}

/** The paid amount, and the part of it that was refunded, in kopecks. */
function moneyOf(at: number, price: number): { paid: number; refunded: number } {
  const place = placeOf(at, 617);
  if (place < 100) return { paid: 0, refunded: 0 };
  if (place < 180) return { paid: Math.floor(price / 2), refunded: 0 };
  if (place < 240) return { paid: price + 100, refunded: 0 };
  return { paid: price, refunded: place < 300 ? price : 0 };
}

const isDeleted = (at: number): boolean => placeOf(at, 743) < 60;

/**
 * One of every `HOTEL_EVERY` orders belongs to one large client, such as a hotel. All other clients place two or three
 * orders each.
 */
const HOTEL_EVERY = 100;
const ORDERS_A_CLIENT = 2.5;

export function clientOf({ orders: count }: Pick<Cast, 'orders'>, at: number): { name: string; phone: string } {
  if (at < OLD_ORDERS) return { name: `${pick(FIRST_NAMES, at)} ${OLD.name}`, phone: `+${OLD.phone}${100 + at}` };
  if (at % HOTEL_EVERY === HOTEL_EVERY - 1) return { name: 'Отель «Нева»', phone: HOTEL };
  const who = at % Math.ceil(count / ORDERS_A_CLIENT);
  const name = `${pick(FIRST_NAMES, who)} ${pick(LAST_NAMES, Math.floor(who / 7))}`;
  return { name, phone: `+79${String((who * 7_919) % 1_000_000_000).padStart(9, '0')}` };
}

interface OrderStory {
  readonly at: number;
  readonly madeMs: number;
  readonly ref: OrderRef;
  readonly payment: NewPayment | undefined;
  readonly statusId: string;
  readonly deletedAt: number | null;
}

function tellChanges(cast: Cast, { at, madeMs, ref, payment, statusId, deletedAt }: OrderStory): ToldChange[] {
  const isOld = at < OLD_ORDERS;
  const key = { type: 'key', id: isOld ? OLD.keyId : cast.keyId } as const;
  const person = { type: 'person', id: isOld ? OLD.personId : cast.personId } as const;
  const changes: ToldChange[] = [
    { kind: 'created', at: madeMs, actor: key, changes: null, event: { type: 'order.created', order: ref } },
  ];
  if (payment !== undefined) {
    const { id, amount, currency } = payment;
    const event = {
      type: 'order.payment.created' as const,
      order: ref,
      payment: { id, amountKopecks: amount, currency },
    };
    const to = { id, amount, currency };
    changes.push({ kind: 'payment_recorded', at: madeMs, actor: key, changes: { payment: { from: null, to } }, event });
  }
  if (statusId !== 'status-new') {
    const status = { id: statusId, name: statusId };
    const event = { type: 'order.status.changed', order: ref, status } as const;
    const moved = { statusId: { from: 'status-new', to: statusId } };
    changes.push({ kind: 'status_changed', at: madeMs + 1, actor: person, changes: moved, event });
  }
  if (deletedAt !== null) {
    const event = { type: 'order.deleted', order: ref } as const;
    changes.push({ kind: 'deleted', at: deletedAt, actor: person, changes: null, event });
  }
  return changes;
}

/**
 * Generates the order at a position, with its whole history. Position 0 is the oldest order. All changes of an order
 * are within two milliseconds.
 */
export function tellOrder(cast: Cast, at: number): ToldOrder {
  const seq = at + 1;
  const madeMs = madeAt(cast, at);
  const isOld = at < OLD_ORDERS;
  const product = pick(PRODUCTS, at);
  const quantity = 1 + (at % 3);
  const productsAmount = product.price * quantity;
  const price = productsAmount + DELIVERY;
  const { paid, refunded } = moneyOf(at, price);
  const [num, client, source] = [String(seq), clientOf(cast, at), isOld ? OLD.source : 'bench'];
  const delivery = { deliveryType: 'courier', price: DELIVERY / 100, adress: `ул. Ленина, ${at % 90}` };
  const statusId = statusOf(at);
  const ref = { id: cast.newId(madeMs), num };
  const payment = paid === 0 ? undefined : tellPayment(cast, { seq, source, madeMs, paid, refunded });
  const deletedAt = isDeleted(at) ? madeMs + 2 : null;
  const changes = tellChanges(cast, { at, madeMs, ref, payment, statusId, deletedAt });
  const start = 8 + 2 * (at % 7);
  return {
    payment,
    changes,
    order: {
      seq,
      id: ref.id,
      workspaceSeq: cast.workspaceSeq,
      source,
      repeatKey: `scale-${seq}`,
      fingerprint: new Bun.CryptoHasher('sha256').update(`scale-${seq}`).digest(),
      version: changes.length,
      num,
      platform: isOld ? OLD.platform : pick(PLATFORMS, at),
      statusId,
      date: dateOf(cast, at, madeMs),
      ...(at % 9 === 8 ? {} : slot(start)),
      productsAmount,
      price,
      paidAmount: paid - refunded,
      paymentStatus: paymentStatus(price, { confirmed: paid, refunded }),
      // `kindSeq` is computed after all rows exist.
      kindSeq: 0,
      byNum: false,
      createdAt: madeMs,
      updatedAt: changes.at(-1)?.at ?? madeMs,
      deletedAt,
      client: JSON.stringify(client),
      products: JSON.stringify([{ ...product, quantity, price: product.price / 100 }]),
      delivery: JSON.stringify(delivery),
      searchText: searchText({ num, client, recipient: null, delivery, products: [product] }),
    },
  };
}

const slot = (hour: number) => ({ timeStart: clock(hour), timeEnd: clock(hour + 2) });
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface Money {
  readonly seq: number;
  readonly source: string;
  readonly madeMs: number;
  readonly paid: number;
  readonly refunded: number;
}

function tellPayment({ workspaceSeq, newId }: Cast, { seq, source, madeMs, paid, refunded }: Money): NewPayment {
  return {
    id: newId(madeMs),
    workspaceSeq,
    orderSeq: seq,
    source,
    externalId: `scale-${seq}`,
    fingerprint: JSON.stringify([seq, paid, 'RUB', madeMs, 'card']),
    status: refunded > 0 ? 'refunded' : 'confirmed',
    amount: paid,
    refundedAmount: refunded,
    currency: 'RUB',
    paidAt: madeMs - HOUR_MS,
    paymentMethod: 'card',
    createdAt: madeMs,
  };
}
