import { discountOf, listPriceOf, type PricedLine } from '../../../shared/money.ts';
import { money, moneyAmong } from '../../ui/format.ts';
import { Pairs } from '../../ui/pairs.tsx';
import { words } from '../../words/words.ts';
import { itemKopecks, kopecksOf } from './item-sums.ts';

type MoneyLine = readonly [name: string, roubles: number];

interface MoneyLinesProps {
  readonly class: string;
  readonly of: readonly MoneyLine[];
  readonly money: (roubles: number) => string;
}

export const MoneyLines = ({ of, money: written, ...rest }: MoneyLinesProps) => (
  <Pairs {...rest} of={of.map(([name, roubles]) => [name, written(roubles)])} />
);

interface OrderSums {
  readonly products: readonly PricedLine[];
  readonly productsAmount: number;
  readonly price: number;
}

/** Returns a formatter for an order's sums. If any of the sums has kopecks, all are shown with kopecks. */
export const moneyOfOrder = ({
  products,
  productsAmount,
  price,
  paidAmount,
}: OrderSums & { readonly paidAmount: number }) =>
  moneyAmong([
    ...products.flatMap((product) => [product.price, itemKopecks(product) / 100, listPriceOf(product) ?? 0]),
    productsAmount,
    price,
    paidAmount,
  ]);

/**
 * Returns the parts of an order's total; none if the items are the whole total. The discounts are already taken off the
 * items, so a line for them would look like a second deduction.
 */
export function partsOfTotal({ products, productsAmount, price }: OrderSums): readonly MoneyLine[] {
  const w = words.value.orderPage;
  const [discount, items] = [discountOf(products), kopecksOf(productsAmount)];
  const delivery = kopecksOf(price) - items;
  if (discount === 0 && delivery === 0) return [];
  return [
    [discount === 0 ? w.products : w.productsLess(money(discount / 100)), items / 100],
    ...(delivery === 0 ? [] : [[w.deliveryPrice, delivery / 100] as const]),
  ];
}
