import { ask } from '../data/api.ts';
import { given } from '../data/given.ts';
import { here, workspace } from '../data/me.ts';
import { money } from '../ui/format.ts';
import { knownWord } from '../ui/known-word.ts';
import { words } from '../words/words.ts';

export const ordersOf = () => here().orders;

export const loadPage = (filter: string, cursor?: string) =>
  ask(ordersOf().get({ query: { filter, ...given({ cursor }) } }));
export const loadChoices = () => ask(ordersOf().choices.get());
export const loadOrder = (id: string) => ask(ordersOf()({ id }).get());

export const loadFound = (q: string, signal: AbortSignal) =>
  ask(ordersOf().find.get({ query: { q }, fetch: { signal } }));

/** The greatest number of ids that fit into the address of the couriers' sheet. */
const MOST_COURIER_IDS = 200;

/**
 * Returns the address of the couriers' sheet for individual orders.
 * @param base the beginning of the address, which names the page that links to the sheet
 */
export const couriersAddress = (ids: readonly string[], base = '/app/print'): string =>
  `${base}/couriers?ids=${ids.slice(0, MOST_COURIER_IDS).join(',')}`;

export type Sort = NonNullable<Awaited<ReturnType<typeof loadPage>>['sort']>;
export type Row = Awaited<ReturnType<typeof loadPage>>['orders'][number];
export type FoundOrders = Awaited<ReturnType<typeof loadFound>>;
export type Choices = Awaited<ReturnType<typeof loadChoices>>;
export type OrderAnswer = Awaited<ReturnType<typeof loadOrder>>;
export type OrderData = OrderAnswer['order'];
export type PaymentData = OrderData['payments'][number];
export type Status = Choices['statuses'][number];

const isVirtual = (id: string): id is keyof (typeof words.value)['orders']['virtual'] =>
  id in words.value.orders.virtual;

export type NamedStatuses = readonly { readonly id: string; readonly name: string }[];

/** Returns the name of a status. A removed status, which an old change may mention, is shown by its id. */
export function statusName(id: string, statuses: NamedStatuses): string {
  const known = statuses.find((status) => status.id === id)?.name;
  return known ?? (isVirtual(id) ? words.value.orders.virtual[id] : id);
}

export type Tone = Status['tone'];

const FIRST_TONES: Readonly<Record<string, Tone>> = {
  'status-new': 'new',
  'status-in-progress': 'busy',
  'status-closed': 'good',
  'status-cancelled': 'idle',
};

/** Returns the color of a status. Until the list of statuses has loaded, a built-in status gets its default color. */
export const statusTone = (id: string, statuses: readonly { readonly id: string; readonly tone: Tone }[]): Tone =>
  statuses.find((status) => status.id === id)?.tone ?? FIRST_TONES[id] ?? 'move';

const PAYMENT_TONES: Readonly<Record<string, Tone>> = {
  unpaid: 'idle',
  partial: 'busy',
  paid: 'good',
  overpaid: 'move',
  refunded: 'idle',
  free: 'good',
};

/**
 * Returns the payment state in everyday words. An order that costs nothing or is canceled owes nothing, but the API
 * calls both `unpaid` (contract, Money).
 */
export const paymentState = (of: Pick<Row, 'left' | 'paymentStatus'>): string =>
  of.left === 0 && of.paymentStatus === 'unpaid' ? 'free' : of.paymentStatus;

export const paymentTone = (status: string): Tone => PAYMENT_TONES[status] ?? 'idle';

/** @param isShort true in a row or on a card, which shows the unpaid amount next to the word */
export function paymentWord(status: string, isShort = false): string {
  const { paymentStatuses, paymentShort } = words.value.orders;
  return knownWord(isShort ? { ...paymentStatuses, ...paymentShort } : paymentStatuses, status) ?? status;
}

/** Returns how much is left to pay, or how much must be refunded for a canceled order. Undefined if neither applies. */
export function restWords({ left, paidAmount, paymentStatus }: Pick<Row, 'left' | 'paidAmount' | 'paymentStatus'>) {
  const w = words.value.orders;
  if (left < 0) return -left === paidAmount ? w.refundDue(money(paidAmount)) : undefined;
  return left > 0 && paymentStatus === 'partial' ? w.left(money(left)) : undefined;
}

export const moneyWords = (of: Pick<Row, 'left' | 'paidAmount' | 'paymentStatus'>): string =>
  restWords(of) ?? paymentWord(paymentState(of), true);

export const methodWord = (method: string | null): string =>
  method === null ? '' : (knownWord(words.value.orders.methods, method) ?? method);

export const methodName = (method: string): string =>
  method === '' ? words.value.orders.noMethod : methodWord(method);

/**
 * Returns the everyday name for the source of an order or a payment. If the source is an API key, this is the key's
 * name.
 */
export function sourceName(source: string): string {
  if (source === '@dashboard') return words.value.orders.byHand;
  if (source === '@import') return words.value.menu.imported;
  return workspace.value?.sources.find((one) => one.source === source)?.name ?? source;
}
