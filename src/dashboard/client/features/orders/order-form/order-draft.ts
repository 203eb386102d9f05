import { newUuid } from '../../../data/new-uuid.ts';
import { parseNumber } from '../../../data/plain-values.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { ADDITIONAL_FIELDS, DELIVERY_FIELDS, type Draft, PERSON_FIELDS } from './draft.ts';
import { objectOf, orNull, textsOf, trimmed } from './order-fields.ts';

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

/** The form's content as the server takes it; while it is being filled in, an amount that is none counts as 0. */
export function contentOf(draft: Draft, before?: OrderData) {
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

export type Content = ReturnType<typeof contentOf>;

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
