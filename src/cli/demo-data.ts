/** The demo's data: six weeks of a florist's shop in chronological order. Every demo gets the same data. */

import { addDays, DAY_MS, dayInZone, dayStarts, HOUR_MS, type Language, MINUTE_MS } from '../base/index.ts';
import { addStep, ORDER_FLOW, updateStep } from '../flows/index.ts';
import { addNote, createInquiry, moveInquiry } from '../inquiries/index.ts';
import {
  addPendingPayment,
  changeStatus,
  createOrder,
  deleteOrder,
  type Every,
  editPayment,
  keepSchedule,
  type OrderSummary,
  recordPayment,
  refundPayment,
  updateOrder,
} from '../orders/index.ts';
import { addProduct } from '../stock/index.ts';
import { type Ctx, writeSlots } from '../workspaces/index.ts';
import type { DemoActors, Platform } from './demo-actors.ts';
import { categoryIn, inquiryPayload, orderContent, pick, productsIn } from './demo-catalogue.ts';
import { DEMO_WORDS } from './demo-words.ts';

interface DemoCounts {
  readonly orders: number;
  readonly payments: number;
  readonly inquiries: number;
}

const DAYS = 45;
const ORDERS = 300;
const INQUIRIES = 40;
/** The number of newest orders that are dated around today, so that today's list is full. */
const COMING = 72;
const RECENT = 30;
const RECENT_DAYS = [-4, -3, -2, -1, -1];
const COMING_DAYS = [0, 0, 0, 1, 1, 2, 3];
const FIRST_HOUR = 8;
const SLOTS = 7;
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
export const DEMO_SLOTS = writeSlots(
  Array.from({ length: SLOTS }, (_, at) => ({
    timeStart: clock(FIRST_HOUR + 2 * at),
    timeEnd: clock(FIRST_HOUR + 2 * at + 2),
    capacity: at % 2 === 0 ? 8 : null,
  })),
);
/**
 * The orders that repeat, by their index among the demo's orders. `next`: days from today to the date of the next
 * order. `daysBefore`: days from an order's creation to its date.
 */
const AGAIN: ReadonlyMap<number, { every: Every; next: number; daysBefore: number }> = new Map([
  [230, { every: 'week', next: 0, daysBefore: 1 }],
  [245, { every: 'week', next: 6, daysBefore: 2 }],
  [214, { every: 'year', next: 5, daysBefore: 7 }],
]);
const PLATFORMS: readonly Platform[] = ['site', 'telegram', 'phone', 'till'];

interface Happening {
  readonly at: number;
  readonly act: () => Promise<unknown>;
}

interface Story {
  readonly actors: DemoActors;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly today: string;
  readonly happen: (at: number, act: () => Promise<unknown>) => void;
  readonly paid: () => void;
}

/**
 * Adds orders, payments, status changes and inquiries with the same functions that the API and the dashboard call.
 * @param setClock sets the store's current time, in milliseconds since the epoch
 */
export async function fillWithDemo(
  actors: DemoActors,
  { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
  setClock: (ms: number) => void,
): Promise<DemoCounts> {
  setClock(nowMs - DAYS * DAY_MS);
  await fillStock(actors.owner(), actors.language);
  const happenings: Happening[] = [];
  let payments = 0;
  const story: Story = {
    actors,
    nowMs,
    timeZone,
    today: dayInZone(nowMs, timeZone) ?? '',
    happen(at, act) {
      if (at < nowMs) happenings.push({ at, act });
    },
    paid() {
      payments += 1;
    },
  };
  for (let at = 0; at < ORDERS; at += 1) tellOrder(story, at);
  for (let at = 0; at < INQUIRIES; at += 1) tellInquiry(story, at);
  // Events run chronologically, because a later one may need the order that an earlier one creates.
  for (const { at, act } of happenings.sort((a, b) => a.at - b.at)) {
    setClock(at);
    await act();
  }
  setClock(nowMs);
  return { orders: ORDERS, payments, inquiries: INQUIRIES };
}

/** Returns the moment when the given share of the orders had been made. The shop grows, with better and worse weeks. */
function momentOf(nowMs: number, share: number): number {
  const grown = share ** 0.75 + 0.009 * Math.sin(share * 2 * Math.PI * 6);
  return nowMs - Math.floor((1 - Math.min(Math.max(grown, 0), 1)) * DAYS * DAY_MS);
}

function timesOf({ timeZone, today }: Story, at: number, madeMs: number) {
  const coming = at - (ORDERS - COMING);
  const madeDay = dayInZone(madeMs, timeZone) ?? today;
  const days = coming < RECENT ? RECENT_DAYS : COMING_DAYS;
  const day = coming < 0 ? addDays(madeDay, 1 + (at % 4)) : addDays(today, days[coming % days.length] ?? 0);
  const hour = FIRST_HOUR + 2 * ((coming < 0 ? at : Math.floor(coming / 7) + (coming % 7) * 2) % SLOTS);
  const slot = at % 9 === 8 ? {} : { timeStart: clock(hour), timeEnd: clock(hour + 2) };
  const [midnight = 0] = dayStarts(day, 1, timeZone);
  return { day, slot, dueMs: midnight + (hour + 2) * HOUR_MS };
}

function tellOrder(story: Story, at: number): void {
  const words = DEMO_WORDS[story.actors.language];
  const madeMs = momentOf(story.nowMs, (at + 0.5) / ORDERS);
  const { day, slot, dueMs } = timesOf(story, at, madeMs);
  const platform = pick(PLATFORMS, at);
  const key = `demo-${at + 1}`;
  let made: OrderSummary | undefined;
  const then = (ms: number, act: (order: OrderSummary) => Promise<unknown>): void => {
    story.happen(Math.max(ms, madeMs + MINUTE_MS), async () => made !== undefined && act(made));
  };
  story.happen(madeMs, async () => {
    const cameBy = { requestKey: key, platform: words.platforms[platform] };
    const input = { ...cameBy, date: `${day}T12:00:00+00:00`, ...slot, ...orderContent(at, words) };
    made = (await createOrder(story.actors.by(platform), input)).order;
  });
  tellMoney(story, { at, key, platform, madeMs, dueMs, then });
  tellWork(story, { at, madeMs, dueMs, then });
  const again = AGAIN.get(at);
  if (again === undefined) return;
  const next = addDays(story.today, again.next);
  then(madeMs + 2 * HOUR_MS, ({ id }) =>
    keepSchedule(story.actors.owner(), { ...again, orderId: id, next, last: null }),
  );
}

const isCancelled = (at: number): boolean => at % 17 === 8;

interface Teller {
  readonly at: number;
  readonly madeMs: number;
  /** The end of the order's delivery slot. */
  readonly dueMs: number;
  readonly then: (ms: number, act: (order: OrderSummary) => Promise<unknown>) => void;
}

function tellMoney(
  { actors, paid }: Story,
  { at, key, platform, madeMs, dueMs, then }: Teller & { key: string; platform: Platform },
): void {
  let paymentId = '';
  const roubles = (order: OrderSummary, share = 1): number => Math.floor(order.price / share) / 100;
  const paymentMethod = pick(['card', 'sbp', 'cash'], at);
  if (at % 9 === 4) {
    if (at % 2 === 0) return;
    then(madeMs + 40 * MINUTE_MS, async (order) => {
      const input = { paymentId: `manual:${key}`, amount: roubles(order), paymentMethod: 'transfer' };
      paymentId = (await addPendingPayment(actors.owner(), { orderId: order.id, ...input })).paymentId;
      paid();
    });
    return;
  }
  then(madeMs + HOUR_MS, async (order) => {
    const input = { id: order.id, paymentId: key, amount: roubles(order, at % 11 === 5 ? 2 : 1), paymentMethod };
    paymentId = (await recordPayment(actors.by(platform), input)).paymentId;
    paid();
  });
  if (isCancelled(at) && at % 11 !== 5) {
    then(dueMs + HOUR_MS, (order) =>
      refundPayment(actors.owner(), { orderId: order.id, paymentId, roubles: roubles(order) }),
    );
  } else if (at % 23 === 9) {
    then(madeMs + 5 * HOUR_MS, (order) =>
      refundPayment(actors.owner(), { orderId: order.id, paymentId, roubles: 350 }),
    );
  }
  if (at % 37 === 12) {
    then(madeMs + 4 * HOUR_MS, (order) =>
      editPayment(actors.owner(), { orderId: order.id, paymentId, paymentMethod: 'cash' }),
    );
  }
}

function tellWork({ actors, nowMs }: Story, { at, madeMs, dueMs, then }: Teller): void {
  const { rewrap } = DEMO_WORDS[actors.language];
  const to = (statusId: string) => (order: OrderSummary) => changeStatus(actors.owner(), { id: order.id, statusId });
  const isForgotten = at === 171 || at === 236;
  // For some orders with a future due time, no work has begun.
  const isFresh = dueMs > nowMs && at % 3 === 1;
  if (isForgotten || isFresh) return;
  then(madeMs + 3 * HOUR_MS, to('status-in-progress'));
  if (at % 19 === 6) {
    then(madeMs + 4 * HOUR_MS, (order) =>
      updateOrder(actors.owner(), { id: order.id, data: { additional: { comment: rewrap } } }),
    );
  }
  // Some orders are late.
  if (at % 41 !== 17) then(dueMs, to(isCancelled(at) ? 'status-cancelled' : 'status-closed'));
  if (at % 60 === 31) then(dueMs + 3 * HOUR_MS, (order) => deleteOrder(actors.owner(), { id: order.id }));
}

function tellInquiry({ actors, nowMs, happen }: Story, at: number): void {
  const words = DEMO_WORDS[actors.language];
  const madeMs = momentOf(nowMs, (at + 0.7) / INQUIRIES);
  let id: string | undefined;
  const then = (ms: number, act: (id: string) => Promise<unknown>): void =>
    happen(ms, async () => id !== undefined && act(id));
  happen(madeMs, async () => {
    const payload = inquiryPayload(at, words);
    const made = await createInquiry(actors.by(at % 3 === 0 ? 'telegram' : 'site'), {
      payload,
      payloadText: JSON.stringify(payload),
      idempotencyKey: `demo-${at + 1}`,
    });
    id = made.inquiry.id;
  });
  if (at > INQUIRIES - 6 || at === INQUIRIES - 9) return;
  then(madeMs + 2 * HOUR_MS, (known) => moveInquiry(actors.owner(), { id: known, stageId: 'stage-in-work' }));
  if (at % 3 === 0) then(madeMs + 3 * HOUR_MS, (known) => addNote(actors.owner(), { id: known, text: words.called }));
  if (at > INQUIRIES - 14) return;
  then(madeMs + 30 * HOUR_MS, (known) => moveInquiry(actors.owner(), { id: known, stageId: 'stage-done' }));
}

const PIECES = [120, 90, 75, 60, 48];
/** The stock level below which the pages warn. The demo's orders leave a few products below this level. */
const WARN_BELOW = 25;

async function fillStock(ctx: Ctx, language: Language): Promise<void> {
  const words = DEMO_WORDS[language];
  const of = { flow: ORDER_FLOW, language };
  const onTheWay = { id: 'status-on-the-way', name: words.onTheWay, tone: 'move', group: 'work' } as const;
  await addStep(ctx, { ...of, ...onTheWay });
  await updateStep(ctx, { ...of, id: 'status-closed', writesOffStock: true });
  for (const [at, { id, sku, name, price }] of productsIn(words).entries()) {
    const pieces = PIECES[at % PIECES.length] ?? 0;
    const listed = { price, category: categoryIn(words, at), warnBelow: WARN_BELOW };
    await addProduct(ctx, { externalId: id, sku, name, ...listed, pieces });
  }
}
