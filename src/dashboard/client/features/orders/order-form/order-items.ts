import { listPriceOf } from '../../../../shared/money.ts';
import { newUuid } from '../../../data/new-uuid.ts';
import { lineOf, moneyText, numberText, parseNumber } from '../../../data/plain-values.ts';

/** An item in the order form, with texts as the user typed them. */
export interface Item {
  /** A key that is unique only within this form. */
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
  /** The name as it was sent; empty for a new item. */
  readonly sentName: string;
  /** Other properties that the item was sent with, kept unchanged. */
  readonly rest: object;
}

export interface ItemsProps {
  readonly items: readonly Item[];
  readonly put: (items: Item[]) => void;
}

export const newItem = (): Item => ({ key: newUuid(), name: '', quantity: '1', price: '', sentName: '', rest: {} });

export const isBlank = ({ name, price }: Pick<Item, 'name' | 'price'>): boolean =>
  name.trim() === '' && price.trim() === '';

/** Returns an item's products[].id, which identifies it in the stock list; empty if the item has none. */
export function idOf({ rest }: Pick<Item, 'rest'>): string {
  const { id } = { id: undefined, ...rest };
  return lineOf(id);
}

export function tiedTo({ rest }: Pick<Item, 'rest'>, externalId: string | undefined): object {
  const { id: _, ...others } = { id: undefined, ...rest };
  return externalId === undefined ? others : { ...others, id: externalId };
}

/** Removes the undiscounted price, which no longer applies to an item with another name or price. */
export function withoutListPrice({ rest }: Pick<Item, 'rest'>): Pick<Item, 'rest'> {
  const { listPrice: _, ...others } = { listPrice: undefined, ...rest };
  return { rest: others };
}

/**
 * Returns the changes to an item while its name or price is typed. Another name or price removes the item's
 * undiscounted price (`listPrice`). If the user types the old name and price again, `listPrice` is restored.
 */
export function typedOver(
  item: Item,
  before: Item,
  typed: Partial<Pick<Item, 'name' | 'price'>>,
): Partial<Pick<Item, 'name' | 'price' | 'rest'>> {
  const { name, price } = { ...item, ...typed };
  const isSamePrice = price === before.price || parseNumber(price) === (parseNumber(before.price) ?? null);
  return {
    ...typed,
    ...(name === before.name && isSamePrice ? { rest: before.rest } : withoutListPrice(item)),
  };
}

export const fullPriceOf = ({ price, rest }: Pick<Item, 'price' | 'rest'>): number | undefined =>
  listPriceOf({ listPrice: undefined, ...rest, price: parseNumber(price) ?? 0 });

export interface OfferedProduct {
  readonly externalId: string;
  readonly name: string;
  readonly sku: string | null;
  /** The last price in roubles; null if none is known. */
  readonly lastPrice: number | null;
}

/** Returns the changes that turn an item into this product. If the product has no last price, the typed price stays. */
export function takenFrom(item: Item, { externalId, name, sku, lastPrice }: OfferedProduct): Partial<Item> {
  const { sku: _, ...others } = { sku: undefined, ...tiedTo(withoutListPrice(item), externalId) };
  return {
    name,
    rest: sku === null ? others : { ...others, sku },
    ...(lastPrice === null ? {} : { price: moneyText(lastPrice) }),
  };
}

export const withPieces = (quantity: string, more: number): string =>
  numberText(Math.round(((parseNumber(quantity) ?? 0) + more) * 1_000) / 1_000);

export const piecesOf = (items: readonly Item[], { externalId }: Pick<OfferedProduct, 'externalId'>): number =>
  items.reduce((sum, item) => (idOf(item) === externalId ? sum + (parseNumber(item.quantity) ?? 0) : sum), 0);

/** True for pieces, and for a quantity not typed yet; false for a weight, such as 0.35 kg. */
export const isWhole = ({ quantity }: Pick<Item, 'quantity'>): boolean => Number.isInteger(parseNumber(quantity) ?? 0);

/**
 * Adds a piece at the usual price: to an item with that price, an empty item or a new one. Items with a discount or
 * special price stay unchanged, because that price may not apply to another piece.
 */
export function withOneMore(items: readonly Item[], product: OfferedProduct): Item[] {
  const { externalId, lastPrice } = product;
  const isSame = (item: Item): boolean =>
    idOf(item) === externalId &&
    isWhole(item) &&
    fullPriceOf(item) === undefined &&
    (lastPrice === null || parseNumber(item.price) === lastPrice);
  const there = items.find(isSame);
  if (there !== undefined) {
    return items.map((item) => (item === there ? { ...item, quantity: withPieces(item.quantity, 1) } : item));
  }
  const free = items.find((item) => isBlank(item) && idOf(item) === '') ?? newItem();
  const taken = { ...free, ...takenFrom(free, product) };
  return items.includes(free) ? items.map((item) => (item === free ? taken : item)) : [...items, taken];
}

export const itemAgain = (item: {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
  readonly listPrice: number | null;
}): Item => ({
  key: newUuid(),
  name: item.name,
  quantity: numberText(item.quantity),
  price: moneyText(item.price),
  sentName: item.name,
  rest: {
    ...(item.id === '' ? {} : { id: item.id }),
    ...(item.sku === '' ? {} : { sku: item.sku }),
    ...(item.listPrice === null ? {} : { listPrice: item.listPrice }),
  },
});
