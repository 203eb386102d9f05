/**
 * Fills the form from the one-line field, and removes values that the line no longer has. Values typed in a field by
 * hand stay.
 */

import { ownDigits, parseNumber } from '../../../../data/plain-values.ts';
import { type Draft, PARTS } from '../draft.ts';
import { MOST_ITEMS, takenOff, withDiscount, withoutDiscount } from '../item-discount.ts';
import type { Fields } from '../order-fields.ts';
import { type Item, isBlank, newItem } from '../order-items.ts';
import type { Line, Wish, WishedItem } from './line.ts';
import type { Part } from './part.ts';
import { slotsIn, waitIn } from './parts-of-day.ts';
import { wayOf } from './ways.ts';

/**
 * Identifies a part by its kind and words instead of its position. A dismissed part therefore stays dismissed while the
 * user types on.
 */
export const keyOf = ({ kind, text }: Part): string => `${kind} ${text.toLocaleLowerCase()}`;

const GROUPS = ['client', 'recipient', 'delivery', 'additional'] as const;
const TEXTS = ['date', 'timeStart', 'timeEnd'] as const;

function fieldOf(draft: Draft, path: string): string {
  const text = TEXTS.find((one) => one === path);
  if (text !== undefined) return draft[text];
  const group = GROUPS.find((one) => path.startsWith(`${one}.`));
  return group === undefined ? '' : (draft[group][path.slice(group.length + 1)] ?? '');
}

function withField(draft: Draft, path: string, value: string): Draft {
  const text = TEXTS.find((one) => one === path);
  if (text !== undefined) return { ...draft, [text]: value };
  const group = GROUPS.find((one) => path.startsWith(`${one}.`));
  return group === undefined
    ? draft
    : { ...draft, [group]: { ...draft[group], [path.slice(group.length + 1)]: value } };
}

export interface FilledForm {
  readonly draft: Draft;
  readonly line: Line;
  /** The delivery fields from an earlier order. The one-line field may replace them, but not values typed by hand. */
  readonly given: Fields;
}

/**
 * Returns the delivery of an earlier order without the values that the line makes invalid. Another address or a pickup
 * removes the address, the apartment and the price. Another delivery type removes only the price.
 */
function leftOf(given: Fields, { fields }: Wish): Fields {
  const { 'delivery.deliveryType': way, 'delivery.adress': address } = fields;
  const isPickup = way !== undefined && wayOf(way) === 'pickup';
  const isElsewhere = isPickup || (address !== undefined && address !== given['adress']);
  const isOtherWay = way !== undefined && way !== given['deliveryType'];
  return {
    ...given,
    ...(isElsewhere ? { adress: '', flat: '' } : {}),
    ...(isElsewhere || isOtherWay ? { price: '' } : {}),
  };
}

const DELIVERY = PARTS.delivery.map((name) => `delivery.${name}`);

const putFor = ({ text, dropped, taken }: Line): string => JSON.stringify([text, dropped, taken]);

export const isPut = (line: Line): boolean => line.putFor === putFor(line) || line.text === '';

/**
 * Returns true if the form has the phone of someone other than `client`, the client found for the line. If so, the
 * delivery fields must not be filled from the last order of `client`.
 */
export function isOfAnother({ draft, line }: FilledForm, client: { readonly phone: string } | undefined): boolean {
  const { phone = '' } = draft.client;
  return client !== undefined && !['', client.phone, line.put.fields['client.phone']].includes(phone);
}

/**
 * Fills the form with the line's values.
 * @param empty the form as it was opened. If the user removes a value from the line, its field gets back the value from
 * this form.
 */
export function fillDraft(form: FilledForm, wish: Wish, empty: Draft): FilledForm {
  const { draft, line, given } = form;
  if (JSON.stringify(wish) === JSON.stringify(line.put)) return form;
  let filled: Draft = draft;
  const fields: Record<string, string> = {};
  const without = (put: Wish): Draft => ({ ...empty, delivery: leftOf(given, put) });
  const [from, to] = [without(line.put), without(wish)];
  for (const path of new Set([...Object.keys(line.put.fields), ...Object.keys(wish.fields), ...DELIVERY])) {
    const [was, now] = [line.put.fields[path], wish.fields[path]];
    const has = fieldOf(draft, path);
    // A field that was emptied by hand is filled again if the line's value for the field has changed.
    const isOurs = has === (was ?? fieldOf(from, path)) || (has === '' && now !== was);
    const next = now ?? fieldOf(to, path);
    if (isOurs && next !== has) filled = withField(filled, path, next);
    // A field changed by hand keeps `was`. Without `was`, the next call would take `now` for a new value and refill an
    // emptied field.
    const put = isOurs ? now : was;
    if (put !== undefined && line.text !== '') fields[path] = put;
  }
  // The line's own discount is removed first: otherwise the reduced prices would look as if they were typed by hand.
  const isOurs = line.off > 0 && takenOff(draft.items) === line.off;
  const items = fillItems(isOurs ? withoutDiscount(draft.items) : draft.items, line.put.items, wish.items);
  const isOther = wish.discount !== line.put.discount;
  const all: FilledForm = {
    given,
    draft: { ...filled, items },
    line: { ...line, put: { ...wish, fields }, off: isOurs || isOther ? 0 : line.off, putFor: putFor(line) },
  };
  return all.line.off === 0 && takenOff(items) === 0 ? giveDiscount(all) : all;
}

/** Returns true if a field has the value from the typed line, even if spelled differently or with more words. */
function hasSaid(path: string, has: string, value: string): boolean {
  if (path.endsWith('.phone')) return ownDigits(has) === ownDigits(value);
  if (path === 'delivery.price') return parseNumber(has) === parseNumber(value);
  if (path === 'delivery.deliveryType') return has === value || (has !== '' && wayOf(has) === wayOf(value));
  const plain = (text: string): string =>
    ` ${text
      .toLocaleLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return plain(has).includes(plain(value));
}

/**
 * Returns the line's texts that are not in the order: texts without a meaning, items that were removed or changed by
 * hand, and texts whose field has another value.
 */
export function openOf({ draft, line: { put } }: FilledForm): string[] {
  const missed = Object.entries(put.said).filter(
    ([path, { value }]) => value !== '' && !hasSaid(path, fieldOf(draft, path), value),
  );
  const open = put.open.filter((text) => !isInTime(text, draft));
  const items = withoutDiscount(draft.items);
  const missedItems = put.items.filter((said) => !items.some((item) => isAsSaid(item, said)));
  return [...open, ...new Set([...missed.map(([, { text }]) => text), ...missedItems.map(({ text }) => text)])];
}

/** Returns true if the order's time matches a text such as "evening". Such a text is then not listed as unused. */
export const isInTime = (text: string, { timeStart, timeEnd }: Draft): boolean =>
  (timeStart !== '' && waitIn(text) !== undefined) ||
  slotsIn(text, [{ timeStart: timeStart || timeEnd, timeEnd }]).length > 0;

/** Applies the line's discount. If the items have no prices, or cost less than the discount, nothing is taken off. */
export function giveDiscount(form: FilledForm): FilledForm {
  const { draft, line } = form;
  const items = withDiscount(draft.items, line.put.discount);
  if (items === undefined || items.length > MOST_ITEMS) return form;
  return { ...form, draft: { ...draft, items }, line: { ...line, off: takenOff(items) } };
}

export function withoutItems(form: FilledForm, keys: readonly string[]): FilledForm {
  const items = form.draft.items.filter(({ key }) => !keys.includes(key));
  return { ...form, draft: { ...form.draft, items: items.length > 0 ? items : [newItem()] } };
}

const isAsSaid = (item: Item, said: WishedItem): boolean =>
  item.key === said.key &&
  parseNumber(item.quantity) === parseNumber(said.quantity) &&
  (!said.isPriced || parseNumber(item.price) === parseNumber(said.price));

const isAsPut = (item: Item, put: WishedItem): boolean =>
  item.name === put.name && item.quantity === put.quantity && item.price === put.price;

function fillItems(items: readonly Item[], before: readonly WishedItem[], wished: readonly WishedItem[]): Item[] {
  const put = new Map(before.map((item) => [item.key, item]));
  const wish = new Map(wished.map((item) => [item.key, item]));
  const kept = items.flatMap((item) => {
    const [was, now] = [put.get(item.key), wish.get(item.key)];
    if (was === undefined) return [item];
    if (now === undefined) return isAsPut(item, was) ? [] : [item];
    return [again(item, was, now)];
  });
  // An item that was filled in before and is missing now was removed by hand. Such an item is not added again.
  const fresh = wished.filter(({ key }) => !put.has(key) && items.every((item) => item.key !== key));
  const all = [...kept, ...fresh.map(({ text: _, isPriced: __, ...item }) => ({ ...item, sentName: '' }))];
  const told = all.filter((item) => !isBlank(item));
  return fresh.length > 0 ? told : all.length > 0 ? all : [newItem()];
}

function again(item: Item, was: WishedItem, now: WishedItem): Item {
  const pick = (field: 'name' | 'quantity' | 'price'): string =>
    item[field] === was[field] || (item[field] === '' && now[field] !== was[field]) ? now[field] : item[field];
  const isTied = JSON.stringify(item.rest) !== JSON.stringify(was.rest);
  return {
    ...item,
    name: pick('name'),
    quantity: pick('quantity'),
    price: pick('price'),
    rest: isTied ? item.rest : now.rest,
  };
}
