import {
  type AmountFault,
  fitsChars,
  type Issue,
  isTimeOfDay,
  type JsonObject,
  type JsonValue,
  lineAmount,
  MAX_KOPECKS,
  parseQuantity,
  parseRoubles,
  toPieces,
  toRoubles,
} from '../base/index.ts';

/** What an order is made of, as its sender worded it; keys beyond the known ones are kept (contract, section 3). */
export interface Product extends JsonObject {
  name: string;
  /** Pieces, metres, kilograms: above 0, up to three decimals. */
  quantity: number;
  /** Roubles for one. */
  price: number;
}

export const MAX_PRODUCTS = 100;
const KEY_CHARS = 200;
const SHORT_CHARS = 500;
const LONG_CHARS = 10_000;
const SHORT_FIELDS = new Set(['id', 'name', 'phone', 'email', 'sku', 'deliveryType', 'flat']);

const AMOUNT_RULES = {
  negative: 'roubles_negative',
  too_large: 'roubles_at_most',
  too_precise: 'two_decimals',
} as const satisfies Readonly<Record<AmountFault, string>>;

const QUANTITY_RULES = {
  negative: 'above_zero',
  too_large: 'pieces_at_most',
  too_precise: 'three_decimals',
} as const satisfies Readonly<Record<AmountFault, string>>;

/** Kopecks, or 0 and an issue. */
export function readAmount(path: string, roubles: number, issues: Issue[]): number {
  const kopecks = parseRoubles(roubles);
  if (typeof kopecks === 'number') return kopecks;
  issues.push({ path, rule: AMOUNT_RULES[kopecks] });
  return 0;
}

/** A repeat key, number or payment id: `max` characters, none of them a control character, kept byte for byte. */
export function checkKey(path: string, key: string, issues: Issue[], max = KEY_CHARS): void {
  if (key === '' || !fitsChars(key, max)) issues.push({ path, rule: 'chars_between', least: 1, most: max });
  else if (/\p{Cc}/u.test(key)) issues.push({ path, rule: 'control_characters' });
  else if (!key.isWellFormed()) issues.push({ path, rule: 'ill_formed' });
}

/** A text of one line's length that has a column of its own. */
export function checkShortText(path: string, text: string | null | undefined, issues: Issue[]): void {
  if (text === null || text === undefined) return;
  if (!fitsChars(text, SHORT_CHARS)) issues.push({ path, rule: 'chars_at_most', most: SHORT_CHARS });
  else if (!text.isWellFormed()) issues.push({ path, rule: 'ill_formed' });
}

export function checkTime(path: string, time: string | null | undefined, issues: Issue[]): void {
  if (time === null || time === undefined || isTimeOfDay(time)) return;
  issues.push({ path, rule: 'time_of_day' });
}

/** Bounds every text inside a nested object, and every number that keeps its digits; its depth was bounded when it was read. */
export function checkTexts(path: string, value: JsonValue | undefined, issues: Issue[], max = LONG_CHARS): void {
  if (typeof value === 'string' || JSON.isRawJSON(value)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!fitsChars(text, max)) issues.push({ path, rule: 'chars_at_most', most: max });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkTexts(`${path}.${key}`, member, issues, SHORT_FIELDS.has(key) ? SHORT_CHARS : LONG_CHARS);
    }
  }
}

export interface PricedProducts {
  readonly products: readonly Product[];
  /** Kopecks: each line rounded half up, then added. */
  readonly productsAmount: number;
}

/** The items with their amounts brought to whole kopecks and thousandths, and their sum. */
export function priceProducts(path: string, products: readonly Product[], issues: Issue[]): PricedProducts {
  if (products.length < 1 || products.length > MAX_PRODUCTS) {
    issues.push({ path, rule: 'items_between', least: 1, most: MAX_PRODUCTS });
    return { products: [], productsAmount: 0 };
  }
  let productsAmount = 0;
  const priced = products.map((product, index) => {
    const at = `${path}.${index}`;
    checkTexts(at, product, issues);
    if (product.name.trim() === '') issues.push({ path: `${at}.name`, rule: 'empty' });
    const thousandths = readQuantity(`${at}.quantity`, product.quantity, issues);
    const kopecks = readAmount(`${at}.price`, product.price, issues);
    productsAmount += lineAmount(thousandths, kopecks);
    return { ...product, quantity: toPieces(thousandths), price: toRoubles(kopecks) };
  });
  if (productsAmount > MAX_KOPECKS) {
    issues.push({ path, rule: 'products_sum' });
  }
  return { products: priced, productsAmount };
}

function readQuantity(path: string, quantity: number, issues: Issue[]): number {
  const thousandths = parseQuantity(quantity);
  if (typeof thousandths === 'number' && thousandths > 0) return thousandths;
  issues.push({ path, rule: QUANTITY_RULES[typeof thousandths === 'number' ? 'negative' : thousandths] });
  return 0;
}

export interface PricedDelivery {
  readonly delivery: JsonObject | null;
  /** Kopecks; 0 without a delivery or without its price. */
  readonly deliveryAmount: number;
}

export function priceDelivery(path: string, delivery: JsonObject | null | undefined, issues: Issue[]): PricedDelivery {
  if (delivery === null || delivery === undefined) return { delivery: null, deliveryAmount: 0 };
  checkTexts(path, delivery, issues);
  const sent = delivery['price'];
  if (typeof sent !== 'number') return { delivery, deliveryAmount: 0 };
  const deliveryAmount = readAmount(`${path}.price`, sent, issues);
  return { delivery: { ...delivery, price: toRoubles(deliveryAmount) }, deliveryAmount };
}

/** productsAmount + delivery.price, within the bound of an amount. */
export function totalPrice(path: string, productsAmount: number, deliveryAmount: number, issues: Issue[]): number {
  const price = productsAmount + deliveryAmount;
  if (issues.length === 0 && price > MAX_KOPECKS) {
    issues.push({ path, rule: 'order_sum' });
  }
  return price;
}

export const toText = (value: JsonValue | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
