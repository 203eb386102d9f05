import {
  type AmountFault,
  type Issue,
  type JsonObject,
  lineAmount,
  MAX_KOPECKS,
  parseQuantity,
  readAmount,
  toPieces,
  toRoubles,
} from '../base/index.ts';
import { checkTexts } from './checks.ts';

/** A line of an order as sent, with its unknown fields (contract, section 3). */
export interface Product extends JsonObject {
  name: string;
  /** The quantity in pieces, meters or kilograms: above 0, with up to three decimals. */
  quantity: number;
  /** The price of one unit in roubles. */
  price: number;
}

const MAX_PRODUCTS = 100;

const QUANTITY_RULES = {
  negative: 'above_zero',
  too_large: 'pieces_at_most',
  too_precise: 'three_decimals',
} as const satisfies Readonly<Record<AmountFault, string>>;

interface PricedProducts {
  readonly products: readonly Product[];
  /** The sum of the items in kopecks. Each line is rounded half up before the addition. */
  readonly productsAmount: number;
}

/** Returns prices in roubles, rounded to the kopeck, and quantities rounded to the thousandth. */
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

interface PricedDelivery {
  readonly delivery: JsonObject | null;
  /** The price of the delivery in kopecks; 0 without a delivery or a price. */
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

export function totalPrice(path: string, productsAmount: number, deliveryAmount: number, issues: Issue[]): number {
  const price = productsAmount + deliveryAmount;
  if (issues.length === 0 && price > MAX_KOPECKS) {
    issues.push({ path, rule: 'order_sum' });
  }
  return price;
}
