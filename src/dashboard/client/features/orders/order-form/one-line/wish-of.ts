import { moneyText, numberText, typedPhone } from '../../../../data/plain-values.ts';
import { newItem, type OfferedProduct, takenFrom } from '../order-items.ts';
import { keyOf } from './fill-draft.ts';
import type { Good } from './goods.ts';
import type { Wish } from './line.ts';
import { quantityOf } from './match-product.ts';
import { type Part, wayOf } from './read-line.ts';

interface Client {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly flat: string;
  readonly deliveryType: string;
}

export interface Found {
  /** The client whose phone it is, or ends like it. */
  readonly client?: Client | undefined;
  /** Without such a client, the clients of other names whose phone ends with these digits. */
  readonly others?: readonly Client[] | undefined;
  /** Products by the name as it was said. */
  readonly products: ReadonlyMap<string, OfferedProduct>;
}

interface Ways {
  /** Ways of delivery as the shop calls them. */
  readonly known: readonly string[];
  /** Docket's names, for a shop that has none of its own. */
  readonly usual: { readonly delivery: string; readonly pickup: string };
}

/** The form's values that the parts of a line wish for, without those that were taken back. */
export function wishOf(parts: readonly Part[], { client, products }: Found, ways: Ways): Wish {
  const fields: Record<string, string> = {};
  const pickedUp = parts.some((part) => part.kind === 'way' && part.value === 'pickup');
  if (client !== undefined)
    Object.assign(fields, ofClient(client, pickedUp || parts.some(({ kind }) => kind === 'address')));
  for (const part of parts) Object.assign(fields, fieldsOf(part, ways, client !== undefined));
  const uses = new Map<string, number>();
  const items = parts.flatMap((part) => {
    const said = goodIn(part);
    const product = products.get(said?.name ?? '');
    if (said === undefined || (part.kind === 'unsure' && product === undefined)) return [];
    const folded = said.name.toLocaleLowerCase();
    const nth = uses.get(folded) ?? 0;
    uses.set(folded, nth + 1);
    const key = `line ${folded} ${nth}`;
    const item = { ...newItem(), ...said, key };
    const { name, price, rest } = { ...item, ...(product === undefined ? {} : takenFrom(item, product)) };
    const quantity = product === undefined ? said.quantity : quantityOf(said, product);
    // As a form writes them: a discount that is taken back leaves the same texts.
    const each = said.price === '' ? price : moneyText(Number(said.price));
    return [{ key, name, quantity: numberText(Number(quantity)), price: each, rest }];
  });
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
    items,
    discount: parts.flatMap((part) => (part.kind === 'discount' ? [part.value] : []))[0] ?? '',
  };
}

function ofClient(
  { name, phone, email, address, flat, deliveryType }: Client,
  goesElsewhere: boolean,
): Record<string, string> {
  const who = { 'client.name': name, 'client.phone': phone, 'client.email': email };
  if (goesElsewhere) return who;
  return { ...who, 'delivery.adress': address, 'delivery.flat': flat, 'delivery.deliveryType': deliveryType };
}

function fieldsOf(part: Part, ways: Ways, isKnown: boolean): Record<string, string> {
  switch (part.kind) {
    case 'name':
      return isKnown ? {} : { 'client.name': part.value };
    case 'phone':
      return isKnown ? {} : { 'client.phone': typedPhone(part.value) };
    case 'date':
      return { date: part.value };
    case 'slot':
      return { ...part.value };
    case 'way':
      return { 'delivery.deliveryType': ways.known.find((one) => wayOf(one) === part.value) ?? ways.usual[part.value] };
    case 'deliveryPrice':
      return { 'delivery.price': part.value };
    case 'address':
      return { 'delivery.adress': part.value };
    case 'flat':
      return { 'delivery.flat': part.value };
    case 'card':
      return { 'additional.cardText': part.value };
    case 'discount':
    case 'tail':
    case 'item':
    case 'unsure':
      return {};
    default:
      return part satisfies never;
  }
}

/** The part that may be an item: words that say nothing else are one where a product has that name. */
export function goodIn(part: Part): Good | undefined {
  if (part.kind === 'item') return part.value;
  return part.kind === 'unsure' ? { name: part.value, quantity: '1', price: '' } : undefined;
}

export const heldOf = (parts: readonly Part[], dropped: readonly string[]): Part[] =>
  parts.filter((part) => !dropped.includes(keyOf(part)));
