import { newUuid } from '../../../data/new-uuid.ts';
import { moneyText, numberText, parseNumber, russianPhone } from '../../../data/plain-values.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { type Draft, draftFrom, OPTIONAL, PARTS, type Part } from './draft.ts';
import { type Fields, objectOf, textsOf, trimmed } from './order-fields.ts';

export const draftOf = (order: OrderData): Draft =>
  draftFrom(
    (field) => order[field] ?? '',
    (name) => textsOf(order[name], PARTS[name]),
    order.products.map(({ name, quantity, price, ...rest }) => ({
      key: newUuid(),
      name,
      quantity: numberText(quantity),
      price: moneyText(price),
      sentName: name,
      rest,
    })),
  );

export function editDraftOf(order: OrderData): Draft {
  const draft = draftOf(order);
  const shown = ({ phone = '', ...fields }: Fields): Fields => ({ ...fields, phone: russianPhone(phone) ?? phone });
  return { ...draft, client: shown(draft.client), recipient: shown(draft.recipient) };
}

/** Returns the optional fields to send. Null clears a field; a stored empty text is sent unchanged. */
function optionalOf(draft: Draft, before: OrderData | undefined) {
  const textOf = (field: (typeof OPTIONAL)[number]): string | null =>
    trimmed(draft[field], before?.[field] ?? undefined) || (before?.[field] === '' ? '' : null);
  const texts = OPTIONAL.map((field) => [field, textOf(field)] as const);
  return Object.fromEntries(texts) as Record<(typeof OPTIONAL)[number], string | null>;
}

/** Returns the order to send. An amount that is still being typed and is not valid yet counts as 0. */
export function contentOf(draft: Draft, before?: OrderData) {
  const partOf = (name: Part) => objectOf(draft[name], before?.[name] ?? null);
  return {
    ...optionalOf(draft, before),
    date: draft.date,
    client: partOf('client'),
    recipient: partOf('recipient'),
    products: draft.items.map(({ name, sentName, quantity, price, rest }) => ({
      ...rest,
      name: trimmed(name, sentName),
      quantity: parseNumber(quantity) ?? 0,
      price: parseNumber(price) ?? 0,
    })),
    delivery: partOf('delivery'),
    additional: partOf('additional'),
  };
}

export type Content = ReturnType<typeof contentOf>;

export function changesOf(content: Content, order: OrderData): Partial<Content> {
  const before: Readonly<Record<string, unknown>> = { ...order };
  const changed = Object.entries(content).filter(([field, value]) => !same(value, before[field]));
  return Object.fromEntries(changed);
}

/** Compares by value; a null field equals a missing one. */
function same(a: unknown, b: unknown): boolean {
  if (a === b || ((a === null || a === undefined) && (b === null || b === undefined))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...left.keys(), ...right.keys()])].every((key) => same(left.get(key), right.get(key)));
}
