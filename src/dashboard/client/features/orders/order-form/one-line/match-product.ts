/** Finds products by names in any grammatical form: "25 тюльпанов" is 25 of "Тюльпан", "2 boxes" are 2 of "Box". */

import type { Good } from './goods.ts';
import { speaksOfGoods, WHOLE } from './goods-words.ts';

const ENDING =
  /(?:ами|ями|ов|ев|ей|ах|ях|ам|ям|ою|ую|юю|ая|яя|ое|ее|ые|ие|ый|ий|ой|ых|их|ом|ем|ы|и|а|я|у|ю|е|о|ь|ies|es|s|y)$/u;
const LEAST_STEM = 3;

/** Matches the pack before a name: "2 bunches of tulips" means tulips. */
const BUNCH = /^(?:an? )?(?:bunch(?:es)?|met(?:re|er)s?) of /u;
const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .replace(BUNCH, '')
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length < LEAST_STEM ? word : stem;
}

/** Returns the stems of a name, because the stock list knows no word endings: "roses" would not find "Red rose". */
export const searchFor = (name: string): string => wordsOf(name).map(stemOf).join(' ');

/**
 * Matches the number of pieces in a product's name, such as "Тюльпаны, 25 шт." and "15 roses". A measure such as "60
 * см" is not matched.
 */
const PIECES =
  /(?<![\p{L}\p{N}.,])(\d{1,4})(?![\p{N}%₽°]|[.,]\d|\s*(?:см|мм|м|гр?|кг|м?л|cm|mm|m|k?g|m?l|руб|лет)(?![\p{L}]))/gu;
const piecesIn = (name: string): string[] =>
  [...name.toLocaleLowerCase().matchAll(PIECES)].flatMap(([, one]) => one ?? []);

/**
 * Returns true if the name refers to the product. The name must be the product's first word, or the word after its kind
 * of goods: "spring" for "Bouquet “Spring”".
 */
function mayMean(name: string, product: ProductName): boolean {
  const all = wordsOf(name);
  const said = stemOf(all.find((word) => WHOLE.test(word)) ?? all[0] ?? '');
  const [first = '', second = ''] = wordsOf(product.name);
  return first.startsWith(said) || (WHOLE.test(first) && !speaksOfGoods(name) && second.startsWith(said));
}

/**
 * True if the item's name is the quoted part of the product's name. "Spring" means Bouquet "Spring", and the "весны" of
 * "2 весны" means «Весна».
 */
function isOwnName(name: string, product: ProductName): boolean {
  const [, quoted = ''] = /[«“"]([^»”"]+)[»”"]/u.exec(product.name) ?? [];
  const stems = (text: string): string => wordsOf(text).map(stemOf).join(' ');
  return quoted !== '' && stems(quoted) === stems(name);
}

/**
 * Returns true if the item names only a kind of goods, such as "2 bouquets". But "bouquet for 5000" returns false if
 * the last price of `product` is 5000 or unknown.
 */
function isKindAlone({ name, price }: Good, product: ProductName): boolean {
  const isKind = WHOLE.test(name) && wordsOf(name).length === 1 && wordsOf(product.name).length > 1;
  return isKind && (price === '' || (product.lastPrice != null && Number(price) !== product.lastPrice));
}

/** Converts pieces to packs: 50 tulips are two packs of "Tulips, 25 pcs". */
function bunchesOf(quantity: string, [pieces, ...others]: readonly string[]): string {
  const bunches = Number(quantity) / Number(pieces);
  return others.length === 0 && Number.isInteger(bunches) ? String(bunches) : quantity;
}

/**
 * Converts the quantity of a good into that of a product: "25 tulips" are one "Tulips, 25 pcs". Undefined if the good
 * is not this product.
 */
export function quantityOf(good: Good, product: ProductName): string | undefined {
  const { name, quantity, price, isTaken } = good;
  const pieces = piecesIn(product.name);
  // "Bouquet of roses, 15 pcs" may mean one bouquet of 15 roses or 15 bouquets. Only the user can confirm it.
  const isCount = WHOLE.test(name) && pieces.includes(quantity);
  if (isTaken && mayMean(name, product))
    return isCount ? '1' : WHOLE.test(name) ? quantity : bunchesOf(quantity, pieces);
  if (isCount && quantity !== '1') return undefined;
  if (isKindAlone(good, product)) return undefined;
  const said = piecesIn(name);
  if (pieces.length === 0 || pieces.some((one) => said.includes(one)) || WHOLE.test(name)) return quantity;
  if (isOwnName(name, product)) return quantity;
  // "15 roses" is not taken for the product "Bouquet, 15 roses", because the client may want single roses.
  if (WHOLE.test(product.name)) return undefined;
  return price === '' && [...pieces, '1'].includes(quantity) ? '1' : undefined;
}

/**
 * Finds the product that the first or the last word of an unknown name may mean. For example, "тюльпаны белые" may mean
 * the product "Тюльпаны, 25 шт.". The user must confirm it.
 */
export function nearTo<T extends ProductName>(
  name: string,
  products: ReadonlyMap<string, T | undefined>,
): T | undefined {
  const words = name.split(' ');
  if (words.length === 1 || products.has(name)) return undefined;
  return [words[0], words.at(-1)]
    .map((word = '') => ({ word, product: products.get(word) }))
    .find(({ word, product }) => product !== undefined && !WHOLE.test(word) && mayMean(word, product))?.product;
}

/**
 * Finds the product that a typed item means, and the number of pieces of it. If the item means no product, returns the
 * item's own quantity.
 */
export function meantBy<T extends ProductName>(good: Good, products: ReadonlyMap<string, T | undefined>) {
  const near = good.isTaken ? nearTo(good.name, products) : undefined;
  if (near !== undefined) return { product: near, quantity: bunchesOf(good.quantity, piecesIn(near.name)) };
  const product = products.get(good.name);
  const quantity = product && quantityOf(good, product);
  return quantity === undefined ? { product: undefined, quantity: good.quantity } : { product, quantity };
}

/**
 * Returns true if the words mean a product. The words are read as the name of one piece, without a quantity or a price.
 */
export const isProduct = (words: string, products: ReadonlyMap<string, ProductName>): boolean =>
  meantBy({ name: words, quantity: '1', price: '' }, products).product !== undefined;

/**
 * Finds the product that a good without a price may mean: "2 peonies" may be two of "Peonies, 9 stems", or two flowers.
 * The user must decide.
 */
export function offeredFor<T extends ProductName>(good: Good, products: ReadonlyMap<string, T>): T | undefined {
  if (good.isTaken) return undefined;
  const product = products.get(good.name);
  if (product === undefined && good.price === '') return nearTo(good.name, products);
  if (product === undefined || good.price !== '' || quantityOf(good, product) !== undefined) return undefined;
  return mayMean(good.name, product) ? product : undefined;
}

/** True if a text is a product rather than a client: it begins with a small letter, or names the whole product. */
export const isProductName = (text: string, product: ProductName): boolean =>
  /^\p{Ll}/u.test(text) || wordsOf(text).length === wordsOf(product.name).length;

interface ProductName {
  readonly name: string;
  readonly sku: string | null;
  /** The last price in roubles; null if none is known. */
  readonly lastPrice?: number | null;
}

function likeness(said: readonly string[], { name, sku }: ProductName): number {
  const own = wordsOf(name);
  if (said.join(' ') === own.join(' ') || (sku !== null && said.join(' ') === wordsOf(sku).join(' '))) return 3;
  const isHeld = said.every((word) =>
    own.some((one) => one.startsWith(stemOf(word)) && stemOf(one).length <= word.length),
  );
  if (!isHeld || said.length === 0) return 0;
  return said.length === own.length ? 2 : 1;
}

/**
 * Finds the product that the name means; undefined if none does, or if two are equally likely. The word "flowers" alone
 * means no product.
 */
export function matchProduct<T extends ProductName>(name: string, products: readonly T[]): T | undefined {
  const said = wordsOf(name);
  if (/^(?:flowers?|цвет(?:ы|ов|очки))$/u.test(said.join(' '))) return undefined;
  const ranked = products
    .map((product) => ({ product, rank: likeness(said, product) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank);
  const [best, second] = ranked;
  return best === undefined || best.rank === second?.rank ? undefined : best.product;
}
