import { moneyText, numberText, typedPhone } from '../../../../data/plain-values.ts';
import { newItem, type OfferedProduct, takenFrom } from '../order-items.ts';
import { goodsAtEdges, withEdges } from './edges.ts';
import { keyOf } from './fill-draft.ts';
import { type Good, goodOf } from './goods.ts';
import { isGoodsWord } from './goods-words.ts';
import type { Wish } from './line.ts';
import { isProduct, isProductName, meantBy } from './match-product.ts';
import { type Part, unsure } from './part.ts';
import { slotsIn } from './parts-of-day.ts';
import { mayBeName } from './people.ts';
import { DETAIL } from './place.ts';
import { speaksOfMoney } from './remarks.ts';
import { SMALL, type Span } from './scan.ts';
import { sumOf } from './sums.ts';
import { wayOf } from './ways.ts';
import type { Hours } from './when.ts';

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
  /** The only client whose phone ends with the digits in the line, and whose name matches. */
  readonly client?: Client | undefined;
  /** All clients with phones that end with the digits in the line, if `client` is undefined. */
  readonly others?: readonly Client[] | undefined;
  /** Products by the names that the line uses for them. */
  readonly products: ReadonlyMap<string, OfferedProduct & { readonly quantity?: number }>;
  /** The shop's slots. They are looked up only for a word such as "evening", and undefined until they are known. */
  readonly slots?: readonly Hours[];
}

export const fold = (text: string): string => text.toLocaleLowerCase().replaceAll('ё', 'е');

/** Texts by the paths of their fields. */
type Values = Readonly<Record<string, string>>;

interface Ways {
  /** The shop's delivery methods, with their usual prices in roubles. */
  readonly known: readonly { readonly name: string; readonly price: number | null }[];
  /** Docket's own names for delivery and pickup. A name is used if the shop has no method of that kind. */
  readonly usual: { readonly delivery: string; readonly pickup: string };
}

/**
 * Returns the values that the line fills in.
 * @param parts the line's parts without those that the user dismissed
 * @param implied the values from `impliedOf`; empty if the user dismissed them
 */
export function wishOf(parts: readonly Part[], { client, products }: LineMatches, ways: Ways, implied: Values): Wish {
  const who = client && { 'client.name': client.name, 'client.phone': client.phone, 'client.email': client.email };
  const fields: Record<string, string> = { ...who, ...implied };
  const digits = parts.find(({ kind }) => kind === 'phone' || kind === 'tail');
  const texts: Record<string, string> = client && digits ? { 'client.phone': digits.text } : {};
  for (const part of parts) {
    const own = fieldsOf(part, ways, client !== undefined);
    Object.assign(fields, own);
    for (const path of Object.keys(own)) texts[path] = part.text;
    if (part.kind === 'note') texts['additional.comment'] = part.text;
  }
  const saidAs = (kind: 'detail' | 'note'): string[] =>
    parts.flatMap((part) => (part.kind === kind ? [part.value] : []));
  fields['delivery.adress'] = [fields['delivery.adress'], ...saidAs('detail')].filter(Boolean).join(', ');
  fields['additional.comment'] = saidAs('note').join(', ');
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
    // Prices and quantities must have the format that `withoutDiscount` writes. Otherwise, after a discount is removed,
    // they would look as if the user had changed them.
    const each = said.price === '' ? price : moneyText(Number(said.price));
    const words = { text: part.text, isPriced: said.price !== '' };
    return [{ key, name, quantity: numberText(Number(quantity)), price: each, rest, ...words }];
  });
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
    items,
    discount: parts.flatMap((part) => (part.kind === 'discount' ? [part.value] : []))[0] ?? '',
    open: parts.filter((part) => isOpen(part, { client, products })).map(({ text }) => text),
    said: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text, value: fields[path] ?? '' }])),
  };
}

/**
 * Returns values for the delivery fields that the line does not mention. They come from the client's last order or the
 * shop's usual delivery methods.
 */
export function impliedOf(parts: readonly Part[], { client }: Pick<LineMatches, 'client'>, ways: Ways): Values {
  const has = (kind: Part['kind']): boolean => parts.some((part) => part.kind === kind);
  const said = parts.flatMap((part) => (part.kind === 'way' ? [part.value] : []))[0];
  const way = said ?? (has('deliveryPrice') || has('address') ? 'delivery' : undefined);
  const goesElsewhere = said === 'pickup' || has('address') || parts.some(isUnknownPlace);
  const isLikeLast = !goesElsewhere && (way === undefined || way === wayOf(client?.deliveryType ?? ''));
  const method = isLikeLast ? client?.deliveryType : way && nameOfWay(way, ways);
  const usual = ways.known.find(({ name }) => name === method)?.price;
  const price = isLikeLast ? client?.deliveryPrice : usual;
  const implied = {
    'delivery.deliveryType': said === undefined ? method : '',
    'delivery.price': has('deliveryPrice') || price == null || price === 0 ? '' : moneyText(price),
    'delivery.adress': goesElsewhere ? '' : client?.address,
    'delivery.flat': goesElsewhere || has('flat') ? '' : client?.flat,
  };
  return Object.fromEntries(Object.entries(implied).flatMap(([path, text]) => (text ? [[path, text]] : [])));
}

/**
 * True for words such as "to Hotel Astoria". They name a place other than the client's last address, but Docket does
 * not know where the place's name ends.
 */
const isUnknownPlace = ({ kind, text }: Part): boolean => kind === 'unsure' && /^(?:to|на|в)\s+\p{Lu}/u.test(text);

const nameOfWay = (way: 'delivery' | 'pickup', { known, usual }: Ways): string =>
  known.find(({ name }) => wayOf(name) === way)?.name ?? usual[way];

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
      return { 'delivery.deliveryType': nameOfWay(part.value, ways) };
    case 'deliveryPrice':
      return { 'delivery.price': part.value };
    case 'address':
      return { 'delivery.adress': part.value };
    case 'flat':
      return { 'delivery.flat': part.value };
    case 'card':
      return { 'additional.cardText': part.value };
    case 'note':
    case 'detail':
    case 'discount':
    case 'tail':
    case 'item':
    case 'unsure':
      return {};
    default:
      return part satisfies never;
  }
}

const isOpen = (part: Part, { client, products }: LineMatches): boolean =>
  part.kind === 'tail' ? client === undefined : part.kind === 'unsure' && !isProduct(part.value, products);

/** Returns the goods that a part may name. An `unsure` text is an item only if a product has that name. */
export function goodIn(part: Part): Good | undefined {
  if (part.kind === 'item') return part.value;
  return part.kind === 'unsure' ? { name: part.value, quantity: '1', price: '' } : undefined;
}

/** A name in small letters may mean goods: "89123304429 spring bouquet". */
const HAS_SMALL = /(?<!\p{L})\p{Ll}/u;
export const mayBeGoods = (name: string, hasPhone: boolean): boolean =>
  name !== '' && (!hasPhone || HAS_SMALL.test(name));
/**
 * Returns the name as the user typed it, because `value` may be capitalized. The callers treat a name in small letters
 * as possible goods.
 */
export const typedName = ({ text, value }: { readonly text: string; readonly value: string }): string =>
  text.toLocaleLowerCase() === value.toLocaleLowerCase() ? text : value;

/**
 * Treats the name in the line as possible goods if a product has this name. Also treats it as possible goods if the
 * line's phone belongs to a client with a different name.
 */
function withGoods(parts: readonly Part[], { client, products }: LineMatches): Part[] {
  const name = parts.find((part) => part.kind === 'name');
  const hasPhone = parts.some(({ kind }) => kind === 'phone' || kind === 'tail');
  const typed = name === undefined ? '' : typedName(name);
  if (name === undefined || !mayBeGoods(typed, hasPhone)) return [...parts];
  const product = products.get(typed);
  const isGoods = product !== undefined && (hasPhone || isProductName(typed, product));
  if (!isGoods && (client === undefined || fold(client.name).includes(fold(name.value)))) return [...parts];
  const next = parts.find((part) => part.kind === 'unsure' && mayBeName(part.value) && !products.has(part.value));
  return parts.map((part): Part => {
    if (part === name) return { ...name, kind: 'unsure', value: typed };
    return part === next && part.kind === 'unsure' ? { ...part, kind: 'name' } : part;
  });
}

/** Matches "Lenina 5". Small letters mean goods: "roses 5". */
const HOUSED = /^(?:\p{Lu}[\p{L}'’.-]*,?\s+){1,3}\d{1,3}\p{L}?$/u;

/**
 * Matches a street in lower case and a house number. They are an address only in an order with a delivery: "доставка
 * ленина 5".
 */
const HOUSED_SMALL = /^(?:на\s)?(?:\p{Ll}[\p{L}'’.-]*,?\s+){1,2}\d{1,3}(?:[/-]\d{1,4})?\p{L}?$/u;
const isDelivered = (part: Part): boolean =>
  part.kind === 'flat' || part.kind === 'deliveryPrice' || (part.kind === 'way' && part.value === 'delivery');

function withAddress(parts: readonly Part[], { products }: LineMatches): Part[] {
  const isPickup = parts.some((part) => part.kind === 'way' && part.value === 'pickup');
  if (isPickup || parts.some(({ kind }) => kind === 'address')) return [...parts];
  const mayBeSmall = parts.some(isDelivered);
  const isHoused = ({ text }: Part): boolean =>
    HOUSED.test(text) ||
    (mayBeSmall &&
      HOUSED_SMALL.test(text) &&
      !text.split(' ').some(isGoodsWord) &&
      !SMALL.test(text.split(' ').at(-2) ?? ''));
  const street = parts.find(
    (part) =>
      part.at > 0 &&
      isHoused(part) &&
      part.text.replace(DETAIL, '') !== '' &&
      goodIn(part)?.price === '' &&
      !products.has(goodIn(part)?.name ?? ''),
  );
  if (street === undefined) return [...parts];
  return parts.map((part): Part => {
    if (part === street) return { ...part, kind: 'address', value: part.text.replace(/^на\s/u, '') };
    return part.kind === 'unsure' && part.text.replace(DETAIL, '') === '' ? { ...part, kind: 'detail' } : part;
  });
}

const JOINED = /\s+(?:and|plus|with|и|плюс|с|[+&])\s+(?:an?\s+)?/giu;

/**
 * Splits words such as "25 tulips and a vase" into items, without looking at the products. Undefined for a part that
 * cannot be several items.
 */
function itemsJoinedIn(part: Part): Part[] | undefined {
  if (part.kind !== 'unsure' && part.kind !== 'name' && (part.kind !== 'item' || part.value.price !== ''))
    return undefined;
  const texts = part.text.split(JOINED);
  if (texts.length < 2) return undefined;
  let end = 0;
  return texts.map((text): Part => {
    const from = part.text.indexOf(text, end);
    end = from + text.length;
    const span = { text, at: part.at + from };
    // The number applies only to the words next to it: "vase and ribbon 3 m".
    const counted = goodOf(text);
    return counted === undefined ? unsure(span) : { ...span, kind: 'item', value: { ...counted, price: '' } };
  });
}

/**
 * Finds goods followed by a name that may be part of the product's name: "роза Наташа".
 * @returns `text`: the goods and the name together
 */
const namedGoods = (parts: readonly Part[]): { readonly good: Part; readonly name: Part; readonly text: string }[] =>
  parts.flatMap((good, at) => {
    const name = parts[at + 1];
    const isNext = name?.kind === 'name' && name.at === good.at + good.text.length + 1;
    const said = goodIn(good)?.name;
    return isNext && said !== undefined ? [{ good, name, text: `${said} ${name.text}` }] : [];
  });

export const namesWithPerson = (parts: readonly Part[]): string[] => namedGoods(parts).map(({ text }) => text);

function withNamed(parts: readonly Part[], { products }: LineMatches): Part[] {
  const known = namedGoods(parts).filter(({ text }) => products.has(text));
  return parts.flatMap((part): Part[] => {
    if (known.some(({ name }) => name === part)) return [];
    const text = known.find(({ good }) => good === part)?.text;
    const good = goodIn(part);
    return [
      text === undefined || good === undefined ? part : { ...part, kind: 'item', value: { ...good, name: text } },
    ];
  });
}

const piecesOfCard = ({ at, text }: Part): Span[] =>
  /[«"“]/u.test(text)
    ? []
    : [...text.matchAll(/[^\s,][^,]*/gu)].map((piece) => ({ at: at + piece.index, text: piece[0].trimEnd() }));

/**
 * Ends a card's text before a product. "Card: With love, spring, Anna" is a card with "With love", and an order of the
 * spring bouquet.
 */
const withShortCard = (parts: readonly Part[], { products }: LineMatches): Part[] =>
  parts.flatMap((part): Part[] => {
    const pieces = part.kind === 'card' ? piecesOfCard(part) : [];
    const first = pieces.findIndex(({ text }, nth) => nth > 0 && products.has(text));
    const rest = pieces.slice(Math.max(first, 0));
    if (part.kind !== 'card' || first < 0) return [part];
    const length = (pieces[first]?.at ?? 0) - part.at;
    const short = (text: string): string => text.slice(0, length - part.text.length).replace(/[\s,]+$/u, '');
    const isNamed = parts.some(({ kind }) => kind === 'name');
    const name = isNamed ? undefined : rest.find(({ text }) => mayBeName(text) && !products.has(text));
    const card = { ...part, text: short(part.text), value: short(part.value) };
    return [card, ...rest.map((one): Part => (one === name ? { ...one, kind: 'name', value: one.text } : unsure(one)))];
  });

export const goodsNamedIn = (part: Part): string[] =>
  part.kind === 'card'
    ? piecesOfCard(part)
        .slice(1, MOST_PIECES)
        .map(({ text }) => text)
    : [...[part, ...(itemsJoinedIn(part) ?? [])].flatMap((one) => goodIn(one)?.name ?? []), ...goodsAtEdges(part)];
/**
 * The index of the first comma-separated piece of a card's text that is not searched for products. The text may be a
 * poem.
 */
const MOST_PIECES = 6;

const wordOf = (part: Part): string => goodIn(part)?.name.split(' ')[0] ?? '';

/**
 * Splits a part such as "25 tulips and a vase" into several items. At least one item must be a product. Each other item
 * must begin with a word for goods. The part stays whole if one product is named "tulips and a vase".
 */
const withJoined = (parts: readonly Part[], { products }: LineMatches): Part[] =>
  parts.flatMap((part) => {
    const [name] = part.kind === 'name' ? [part.value] : goodsNamedIn(part);
    const joined = name === undefined || products.has(name) ? undefined : itemsJoinedIn(part);
    const isGood = (one: Part): boolean => products.has(goodIn(one)?.name ?? '') || isGoodsWord(wordOf(one));
    return joined?.every(isGood) && joined.some((one) => products.has(goodIn(one)?.name ?? '')) ? joined : [part];
  });

const AMOUNT = /\d[\d ,\u00a0]*(?:[.,]\d{1,2})?/u;

/** Drops a sum that repeats what the item beside it costs: "2 vases 2400", if a vase costs 1200. */
const withoutRepeated = (parts: readonly Part[], { client, products }: LineMatches): Part[] =>
  parts.filter((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    const isSum = part.kind === 'unsure' || (part.kind === 'tail' && client === undefined && before?.kind !== 'name');
    if (!isSum || speaksOfMoney(part.value)) return true;
    const [sum = ''] = AMOUNT.exec(part.value) ?? [];
    return [before, after].every((one) => {
      const good = one && goodIn(one);
      if (good?.price !== '') return true;
      const { product, quantity } = meantBy(good, products);
      return product?.lastPrice == null || product.lastPrice * Number(quantity) !== Number(sumOf(sum.trim()));
    });
  });

/** Reads "evening" as the shop's only slot in the evening, unless the line has a time. */
function withSlot(parts: readonly Part[], { slots = [] }: LineMatches): Part[] {
  if (parts.some(({ kind }) => kind === 'slot')) return [...parts];
  return parts.map((part): Part => {
    const [slot, other] = part.kind === 'unsure' ? slotsIn(part.text, slots) : [];
    if (slot === undefined || other !== undefined) return part;
    return { ...part, kind: 'slot', value: { timeStart: slot.timeStart, timeEnd: slot.timeEnd } };
  });
}

export const withProducts = (parts: readonly Part[], found: LineMatches): Part[] =>
  [
    withShortCard,
    withNamed,
    withJoined,
    withGoods,
    withEdges,
    withAddress,
    withEdges,
    withoutRepeated,
    withSlot,
  ].reduce((read, step) => step(read, found), [...parts]);

export const heldOf = (parts: readonly Part[], dropped: readonly string[]): Part[] =>
  parts.filter((part) => !dropped.includes(keyOf(part)));
