import { newUuid } from '../../../data/new-uuid.ts';
import { parseNumber } from '../../../data/plain-values.ts';
import { Refusal } from '../../../data/refusal.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { objectOf, orNull, textsOf, trimmed } from './order-fields.ts';
import type { Item } from './order-items.ts';

export const PERSON_FIELDS = ['name', 'phone', 'email', 'comment'] as const;
const DELIVERY_FIELDS = ['deliveryType', 'adress', 'flat', 'price'] as const;
export const ADDITIONAL_FIELDS = ['comment', 'managerComment', 'cardText'] as const;

/** What a tab has kept of a new order, with the id that it is sent under: sent twice, it makes one order. */
interface KeptOrder {
  readonly formId: string;
  readonly draft: Draft;
}

/** @returns undefined for what another version of the pages has kept */
export function keptOrder(kept: unknown): KeptOrder | undefined {
  const found = kept as KeptOrder | null | undefined;
  if (typeof found?.formId !== 'string' || typeof found.draft !== 'object' || found.draft === null) return undefined;
  const { items, ...texts } = found.draft;
  const { items: _, ...wanted } = emptyDraft('');
  const isAlike = Object.entries(wanted).every(
    ([key, value]) => typeof texts[key as keyof typeof texts] === typeof value,
  );
  const areItems =
    Array.isArray(items) &&
    items.every(
      ({ key, name, quantity, price, sentName, rest }) =>
        [key, name, quantity, price, sentName].every((one) => typeof one === 'string') && typeof rest === 'object',
    );
  return isAlike && areItems ? found : undefined;
}

export function draftOf(order: OrderData): Draft {
  return {
    num: order.num,
    date: order.date,
    timeStart: order.timeStart ?? '',
    timeEnd: order.timeEnd ?? '',
    platform: order.platform,
    client: textsOf(order.client, PERSON_FIELDS),
    recipient: textsOf(order.recipient, PERSON_FIELDS),
    delivery: textsOf(order.delivery, DELIVERY_FIELDS),
    additional: textsOf(order.additional, ADDITIONAL_FIELDS),
    items: order.products.map(({ name, quantity, price, ...rest }) => ({
      key: newUuid(),
      name,
      quantity: String(quantity),
      price: String(price),
      sentName: name,
      rest,
    })),
  };
}

/** What the fields of an item must hold besides, and by which rule they are refused. */
const ITEM_RULES = [
  ['name', (text: string) => text.trim() !== '', { rule: 'valueMissing' }],
  ['quantity', (text: string) => (parseNumber(text) ?? 0) > 0, { rule: 'shape_number_above', least: 0 }],
  ['price', (text: string) => parseNumber(text) !== undefined, { rule: 'shape_number_least', least: 0 }],
] as const;

/** @throws Refusal of the fields that no item can have as they stand */
function checkItems(items: readonly Item[]): void {
  const fields = items.flatMap((item, at) =>
    ITEM_RULES.flatMap(([name, isRight, broken]) =>
      isRight(item[name]) ? [] : [{ ...broken, path: `products.${at}.${name}`, message: '' }],
    ),
  );
  if (fields.length > 0) throw new Refusal('wrong_field', '', '', fields);
}

/** What the form says, as the server takes it. @throws Refusal where an item is not complete */
export function contentOf(draft: Draft, before?: OrderData) {
  checkItems(draft.items);
  return looseContentOf(draft, before);
}

/** The same while it is still being filled in: an amount that is none counts as 0. */
export function looseContentOf(draft: Draft, before?: OrderData) {
  const products = draft.items.map(({ name, sentName, quantity, price, rest }) => ({
    ...rest,
    name: trimmed(name, sentName),
    quantity: parseNumber(quantity) ?? 0,
    price: parseNumber(price) ?? 0,
  }));
  return {
    date: draft.date,
    timeStart: orNull(draft.timeStart),
    timeEnd: orNull(draft.timeEnd),
    platform: trimmed(draft.platform, before?.platform),
    client: objectOf(draft.client, before?.client ?? null),
    recipient: objectOf(draft.recipient, before?.recipient ?? null),
    products,
    delivery: objectOf(draft.delivery, before?.delivery ?? null),
    additional: objectOf(draft.additional, before?.additional ?? null),
  };
}

export type Content = ReturnType<typeof looseContentOf>;

/** The parts that differ from the order as it was opened. */
export function changesOf(content: Content, order: OrderData): Partial<Content> {
  const before: Readonly<Record<string, unknown>> = { ...order };
  const changed = Object.entries(content).filter(([field, value]) => !same(value, before[field]));
  return Object.fromEntries(changed);
}

/** By value; a field that is null and one that is absent say the same. */
function same(a: unknown, b: unknown): boolean {
  if (a === b || ((a === null || a === undefined) && (b === null || b === undefined))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...left.keys(), ...right.keys()])].every((key) => same(left.get(key), right.get(key)));
}

/** Kopecks are added, never roubles. */
export function totalOf(draft: Draft): number {
  const kopecks = draft.items.reduce((sum, { quantity, price }) => {
    const [pieces, roubles] = [parseNumber(quantity) ?? 0, parseNumber(price) ?? 0];
    return sum + Math.round((Math.round(pieces * 1_000) * Math.round(roubles * 100)) / 1_000);
  }, 0);
  return (kopecks + Math.round((parseNumber(draft.delivery['price'] ?? '') ?? 0) * 100)) / 100;
}
