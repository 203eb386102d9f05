import { moneyText, numberText, typedPhone } from '../../../../data/plain-values.ts';
import { newItem, type OfferedProduct, takenFrom } from '../order-items.ts';
import { keyOf } from './fill-draft.ts';
import type { Good } from './goods.ts';
import type { Wish } from './line.ts';
import { meantBy } from './match-product.ts';
import { type Part, wayOf } from './read-line.ts';

interface Client {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly flat: string;
  readonly deliveryType: string;
  readonly deliveryPrice: number | null;
}

export interface LineMatches {
  /** The client with this phone, or with a phone that ends like it. */
  readonly client?: Client | undefined;
  /** If there is no such client, the clients with other names whose phones end with these digits. */
  readonly others?: readonly Client[] | undefined;
  /** Products by their names as the line has them. */
  readonly products: ReadonlyMap<string, OfferedProduct>;
}

interface Ways {
  /** The shop's names for delivery methods. */
  readonly known: readonly string[];
  /** Docket's names, for a shop without its own. */
  readonly usual: { readonly delivery: string; readonly pickup: string };
}

/** The form's values for the parts of a line, without the dismissed parts. */
export function wishOf(parts: readonly Part[], { client, products }: LineMatches, ways: Ways): Wish {
  const fields: Record<string, string> = {};
  const pickedUp = parts.some((part) => part.kind === 'way' && part.value === 'pickup');
  if (client !== undefined)
    Object.assign(fields, ofClient(client, pickedUp || parts.some(({ kind }) => kind === 'address')));
  // The price of the last order belongs to its own delivery method.
  const isOtherWay = (part: Part): boolean => part.kind === 'way' && part.value !== wayOf(client?.deliveryType ?? '');
  if (parts.some(isOtherWay)) delete fields['delivery.price'];
  for (const part of parts) Object.assign(fields, fieldsOf(part, ways, client !== undefined));
  const uses = new Map<string, number>();
  const items = parts.flatMap((part) => {
    const said = goodIn(part);
    if (said === undefined) return [];
    const { product, quantity } = meantBy(said, products);
    if (part.kind === 'unsure' && product === undefined) return [];
    const folded = said.name.toLocaleLowerCase();
    const nth = uses.get(folded) ?? 0;
    uses.set(folded, nth + 1);
    const key = `line ${folded} ${nth}`;
    const item = { ...newItem(), ...said, key };
    const { name, price, rest } = { ...item, ...(product === undefined ? {} : takenFrom(item, product)) };
    // The numbers are written as the form writes them, so that removing a discount restores the same texts.
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
  { name, phone, email, address, flat, deliveryType, deliveryPrice }: Client,
  goesElsewhere: boolean,
): Record<string, string> {
  const who = { 'client.name': name, 'client.phone': phone, 'client.email': email };
  if (goesElsewhere) return who;
  return {
    ...who,
    'delivery.adress': address,
    'delivery.flat': flat,
    'delivery.deliveryType': deliveryType,
    'delivery.price': deliveryPrice === null ? '' : moneyText(deliveryPrice),
  };
}

function fieldsOf(part: Part, ways: Ways, isKnown: boolean): Record<string, string> {
  switch (part.kind) {
    case 'name':
      return isKnown ? {} : { 'client.name': part.value };
    case 'phone':
      return isKnown ? {} : { 'client.phone': typedPhone(part.value) };
    case 'recipient':
      return { 'recipient.name': part.value.name, 'recipient.phone': typedPhone(part.value.phone) };
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

/** A part that may be an item: words without another meaning are an item if a product has that name. */
export function goodIn(part: Part): Good | undefined {
  if (part.kind === 'item') return part.value;
  return part.kind === 'unsure' ? { name: part.value, quantity: '1', price: '' } : undefined;
}

export const heldOf = (parts: readonly Part[], dropped: readonly string[]): Part[] =>
  parts.filter((part) => !dropped.includes(keyOf(part)));
