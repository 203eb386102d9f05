import { toIso } from '../base/index.ts';
import { addNote, createInquiry, moveInquiry } from '../inquiries/index.ts';
import { changeStatus, createOrder, deleteOrder, type OrderSummary, recordPayment } from '../orders/index.ts';
import type { Ctx } from '../workspaces/index.ts';

/** A florist's month, the same every time. */

export interface DemoCounts {
  readonly orders: number;
  readonly payments: number;
  readonly inquiries: number;
}

const DAYS = 30;
const ORDERS = 300;
const INQUIRIES = 40;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const NAMES = [
  'Мария Иванова',
  'Анна Смирнова',
  'Олег Кузнецов',
  'Елена Попова',
  'Дмитрий Соколов',
  'Ольга Лебедева',
  'Игорь Новиков',
  'Наталья Морозова',
];
const STREETS = ['ул. Ленина', 'пр. Мира', 'ул. Садовая', 'Цветной бульвар', 'ул. Чехова', 'наб. Реки Фонтанки'];
const BOUQUETS = [
  { id: 'rose-15', sku: 'R15', name: 'Букет «Весна», 15 роз', price: 2990 },
  { id: 'peony-9', sku: 'P9', name: 'Пионы, 9 шт. 🌸', price: 4500 },
  { id: 'tulip-25', sku: 'T25', name: 'Тюльпаны, 25 шт. 🌷', price: 2750.5 },
  { id: 'mono-chrys', sku: 'C7', name: 'Хризантемы, 7 веток', price: 1890 },
  { id: 'box-mini', sku: 'BX1', name: 'Цветы в коробке «Мини»', price: 1650 },
];
const EXTRAS = [
  { id: 'card', sku: 'CARD', name: 'Открытка', price: 150 },
  { id: 'ribbon', sku: 'RIB', name: 'Лента атласная, м', price: 45.5 },
  { id: 'vase', sku: 'VASE', name: 'Ваза стеклянная', price: 1200 },
];
const PLATFORMS = ['site', 'telegram', 'phone', 'till'];
const CARDS = ['С днём рождения!', 'Люблю тебя ❤️', 'С юбилеем, мама!', 'Спасибо за всё', null];
const WISHES = [
  'Букет невесты к субботе',
  'Оформление витрины',
  'Цветы в офис каждую неделю',
  'Букет до 3000 ₽',
  'Композиция на юбилей',
];

/** Evenly spread, repeatable picks: a demo needs no chance, and a picture of it should not change. */
const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[(at * 7 + Math.floor(at / list.length)) % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
};

/**
 * Makes orders, payments, status changes and inquiries through the same verbs as the API.
 *
 * @param setClock sets what the store takes for now, in milliseconds since the epoch
 */
export async function fillWithDemo(ctx: Ctx, nowMs: number, setClock: (ms: number) => void): Promise<DemoCounts> {
  let payments = 0;
  for (let at = 0; at < ORDERS; at += 1) {
    const madeMs = nowMs - DAYS * DAY_MS + Math.floor((at / ORDERS) * DAYS * DAY_MS);
    setClock(madeMs);
    const { order } = await createOrder(ctx, orderInput(at, madeMs));
    payments += await live(ctx, order, at, { madeMs, nowMs, setClock });
    if (at % Math.floor(ORDERS / INQUIRIES) === 0) await makeInquiry(ctx, at, { madeMs, nowMs, setClock });
  }
  setClock(nowMs);
  return { orders: ORDERS, payments, inquiries: Math.ceil(ORDERS / Math.floor(ORDERS / INQUIRIES)) };
}

interface Moments {
  readonly madeMs: number;
  readonly nowMs: number;
  readonly setClock: (ms: number) => void;
}

/** What becomes of an order: most are paid and closed, some half paid, cancelled or taken back. */
async function live(ctx: Ctx, order: OrderSummary, at: number, moments: Moments): Promise<number> {
  const later = (hours: number): boolean => {
    const ms = moments.madeMs + hours * HOUR_MS;
    if (ms < moments.nowMs) moments.setClock(ms);
    return ms < moments.nowMs;
  };
  let payments = 0;
  if (at % 9 !== 4 && later(1)) {
    const share = at % 11 === 5 ? 2 : 1;
    await recordPayment(ctx, {
      id: order.id,
      paymentId: `demo-${at + 1}`,
      amount: Math.floor(order.price / share) / 100,
      paymentMethod: pick(['card', 'sbp', 'cash'], at),
    });
    payments += 1;
  }
  if (later(3)) await changeStatus(ctx, { id: order.id, statusId: 'status-in-progress' });
  if (later(26))
    await changeStatus(ctx, { id: order.id, statusId: at % 17 === 8 ? 'status-cancelled' : 'status-closed' });
  if (at % 60 === 31 && later(30)) await deleteOrder(ctx, { id: order.id });
  return payments;
}

function orderInput(at: number, madeMs: number) {
  const hour = 9 + (at % 11);
  const clock = (value: number): string => `${String(value).padStart(2, '0')}:00`;
  const delivered = at % 3 !== 0;
  return {
    requestKey: `demo-${at + 1}`,
    platform: pick(PLATFORMS, at),
    date: toIso(madeMs + (1 + (at % 4)) * DAY_MS),
    timeStart: clock(hour),
    timeEnd: clock(hour + 2),
    client: { name: pick(NAMES, at), phone: `+7912${String(1_000_000 + at * 7919).slice(0, 7)}` },
    recipient:
      at % 4 === 1 ? { name: pick(NAMES, at + 3), phone: `+7921${String(2_000_000 + at * 6007).slice(0, 7)}` } : null,
    products: [
      { ...pick(BOUQUETS, at), quantity: 1 + (at % 6 === 5 ? 1 : 0) },
      ...(at % 2 === 0 ? [{ ...pick(EXTRAS, at), quantity: at % 8 === 2 ? 1.5 : 1 }] : []),
    ],
    delivery: delivered
      ? {
          deliveryType: 'courier',
          price: 350,
          adress: `${pick(STREETS, at)}, ${1 + (at % 90)}`,
          flat: String(1 + (at % 120)),
        }
      : { deliveryType: 'pickup' },
    additional: { comment: at % 5 === 0 ? 'Позвонить за час' : null, cardText: pick(CARDS, at) },
  };
}

/** Older ones are done with, some are in work, the newest stand where they came in. */
async function makeInquiry(ctx: Ctx, at: number, { madeMs, nowMs, setClock }: Moments): Promise<void> {
  const payload = {
    name: pick(NAMES, at + 1),
    phone: `+7903${String(3_000_000 + at * 4001).slice(0, 7)}`,
    message: pick(WISHES, at),
    budget: 1500 + (at % 9) * 500,
    source: { page: '/contacts', utm: ['site', 'spring'] },
  };
  const payloadText = JSON.stringify(payload);
  setClock(madeMs);
  const { id } = (await createInquiry(ctx, { payload, payloadText, idempotencyKey: `demo-${at}` })).inquiry;
  if (madeMs + 20 * HOUR_MS > nowMs) return;
  setClock(madeMs + 2 * HOUR_MS);
  await moveInquiry(ctx, { id, stageId: 'stage-in-work' });
  if (at % 3 === 0) await addNote(ctx, id, 'Перезвонили, ждём ответа до вечера.');
  if (madeMs + 6 * DAY_MS > nowMs) return;
  setClock(madeMs + 30 * HOUR_MS);
  await moveInquiry(ctx, { id, stageId: 'stage-done' });
}
