import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseNumber } from '../../src/dashboard/client/data/plain-values.ts';
import { kopecksOff, takeOff } from '../../src/dashboard/client/features/orders/discount.ts';
import { itemsKopecks } from '../../src/dashboard/client/features/orders/item-sums.ts';
import {
  takenOff,
  withDiscount,
  withoutDiscount,
} from '../../src/dashboard/client/features/orders/order-form/item-discount.ts';
import {
  type Item,
  itemAgain,
  newItem,
  withOneMore,
} from '../../src/dashboard/client/features/orders/order-form/order-items.ts';
import { discountOf, type PricedLine } from '../../src/dashboard/shared/money.ts';

const price = fc.integer({ min: 0, max: 99_999_999 }).map((kopecks) => kopecks / 100);
const whole = fc.record({ quantity: fc.integer({ min: 1, max: 200 }), price });
const fractional = fc.record({ quantity: fc.integer({ min: 1, max: 200_000 }).map((one) => one / 1_000), price });
const someOff = (sum: number) => fc.integer({ min: 0, max: sum });
const discounted = (line: fc.Arbitrary<PricedLine>) =>
  fc
    .array(line, { minLength: 1, maxLength: 12 })
    .chain((lines) => fc.record({ lines: fc.constant(lines), off: someOff(itemsKopecks(lines)) }));

test('a discount on whole quantities is exact, and each item is within a kopeck of its share', () => {
  fc.assert(
    fc.property(discounted(whole), ({ lines, off }) => {
      const sum = itemsKopecks(lines);
      const parts = takeOff(lines, off);
      const all = parts.flat();
      expect(itemsKopecks(all)).toBe(sum - off);
      expect(discountOf(all)).toBe(off);
      expect(all.every((one) => one.price >= 0 && Number(one.price.toFixed(2)) === one.price)).toBe(true);
      for (const [at, line] of lines.entries()) {
        const mine = parts[at] ?? [];
        expect(mine.length).toBeLessThanOrEqual(2);
        expect(mine.reduce((pieces, { quantity }) => pieces + quantity, 0)).toBe(line.quantity);
        const exact = sum === 0 ? 0 : (off * itemsKopecks([line])) / sum;
        expect(Math.abs(discountOf(mine) - exact)).toBeLessThan(1.000_001);
      }
    }),
  );
});

test('a line with a fractional quantity is never split, and a discount falls short only if all other lines cost 0', () => {
  fc.assert(
    fc.property(discounted(fc.oneof(whole, fractional)), ({ lines, off }) => {
      const sum = itemsKopecks(lines);
      const parts = takeOff(lines, off);
      const got = discountOf(parts.flat());
      expect(itemsKopecks(parts.flat())).toBe(sum - got);
      expect(got).toBeLessThanOrEqual(off);
      const left = itemsKopecks(parts.flat().filter(({ quantity }) => Number.isInteger(quantity)));
      if (got < off) expect(left).toBe(0);
      for (const [at, { quantity }] of lines.entries()) {
        if (!Number.isInteger(quantity)) expect(parts[at]?.map((one) => one.quantity)).toEqual([quantity]);
      }
    }),
  );
});

test('a discount of 50 on three roses and a vase gives the manual’s prices', () => {
  const roses = { name: 'Розы', quantity: 3, price: 100 };
  const vase = { name: 'Ваза', quantity: 1, price: 220 };
  expect(takeOff([roses, vase], 5_000).flat()).toEqual([
    { ...roses, quantity: 2, price: 90.38, listPrice: 100 },
    { ...roses, quantity: 1, price: 90.39, listPrice: 100 },
    { ...vase, price: 198.85, listPrice: 220 },
  ]);
  expect(takeOff([vase], 22_000).flat()).toEqual([{ ...vase, price: 0, listPrice: 220 }]);
});

test.each([
  ['500', 50_000],
  [' 1 500,50 ₽', 150_050],
  ['10%', 20_005],
  ['12,5 %', 25_006],
  ['100%', 200_050],
  ['101%', undefined],
  ['2001', undefined],
  ['0', undefined],
  ['', undefined],
  ['a lot', undefined],
])('a discount of %p is %p kopecks when the goods cost 2,000.50', (text, kopecks) => {
  expect(kopecksOff(text, 200_050, parseNumber)).toBe(kopecks);
});

const item = (name: string, quantity: string, price: string): Item => ({ ...newItem(), name, quantity, price });
const told = (items: readonly Item[] | undefined) =>
  items?.map(({ name, quantity, price }) => `${name} ${quantity} @${price}`);

test('a discount in the form can be applied, changed and removed', () => {
  const typed = [item('Роза', '3', '100'), item('Ваза', '1', '220'), item('', '1', '')];
  const once = withDiscount(typed, '50') ?? [];
  expect(told(once)).toEqual(['Роза 2 @90.38', 'Роза 1 @90.39', 'Ваза 1 @198.85', ' 1 @']);
  expect(new Set(once.map(({ key }) => key)).size).toBe(4);
  expect(takenOff(once)).toBe(5_000);
  expect(withoutDiscount(once)).toEqual(typed);
  expect(told(withDiscount(once, '10%'))).toEqual(['Роза 3 @90', 'Ваза 1 @198', ' 1 @']);
  const rose = withDiscount(typed, '1', typed[0]?.key) ?? [];
  expect(told(rose)).toEqual(['Роза 1 @99.66', 'Роза 2 @99.67', 'Ваза 1 @220', ' 1 @']);
  const both = withDiscount(rose, '20', typed[1]?.key) ?? [];
  expect(told(both)).toEqual(['Роза 1 @99.66', 'Роза 2 @99.67', 'Ваза 1 @200', ' 1 @']);
  expect(told(withoutDiscount(both, rose[0]?.key))).toEqual(['Роза 3 @100', 'Ваза 1 @200', ' 1 @']);
  expect(withDiscount(typed, '221', typed[1]?.key)).toBeUndefined();
});

test('removing a discount joins an item’s discounted and full-price pieces again', () => {
  const roses = [item('Роза', '3', '100')];
  const given = withDiscount(roses, '0.01') ?? [];
  expect(told(given)).toEqual(['Роза 1 @99.99', 'Роза 2 @100']);
  expect(withoutDiscount(given)).toEqual(roses);
});

test('removing a discount keeps a half-typed quantity and does not join items sold by weight', () => {
  const given = withDiscount([item('Роза', '3', '100'), item('Ваза', '1', '220')], '10%') ?? [];
  const typed = given.map((one, at) => (at === 0 ? { ...one, quantity: '' } : one));
  expect(told(withoutDiscount(typed))).toEqual(['Роза  @100', 'Ваза 1 @220']);
  const weights = [item('Сыр', '0.35', '1000'), item('Сыр', '0.5', '1000')];
  expect(withoutDiscount(withDiscount(weights, '10%') ?? [])).toEqual(weights);
});

test('a typed number that is too large for JavaScript is refused', () => {
  expect(['9'.repeat(400), '1e999', 'Infinity'].map(parseNumber)).toEqual([undefined, undefined, undefined]);
});

test('removing or changing a discount merges a product’s discounted pieces and its pieces added afterwards into one item', () => {
  const rose = { externalId: 'rose', name: 'Роза', sku: null, lastPrice: 100 };
  const three = [1, 2, 3].reduce((items) => withOneMore(items, rose), [] as Item[]);
  const given = withOneMore(withDiscount(three, '50') ?? [], rose);
  expect(told(given)).toEqual(['Роза 2 @83.33', 'Роза 1 @83.34', 'Роза 1 @100']);
  expect(told(withoutDiscount(given))).toEqual(['Роза 4 @100']);
  expect(told(withDiscount(given, '10%'))).toEqual(['Роза 4 @90']);
  const apart = [item('Роза', '1', '100'), item('Роза', '2', '100')];
  expect(withoutDiscount(apart)).toEqual(apart);
});

test('repeating a discounted order fills the form with the prices from before the discount', () => {
  const line = { id: 'rose', sku: '', name: 'Роза', quantity: 2, price: 90.38, listPrice: 100 };
  const again = [line, { ...line, quantity: 1, price: 90.39 }, { ...line, name: 'Ваза', listPrice: null }];
  const items = withoutDiscount(again.map(itemAgain));
  expect(told(items)).toEqual(['Роза 3 @100', 'Ваза 2 @90.38']);
  expect(items.map(({ rest }) => rest)).toEqual([{ id: 'rose' }, { id: 'rose' }]);
});

test('a listPrice that is too large, below the price or not a number gives no discount', () => {
  const line = { quantity: 1, price: 100 };
  for (const listPrice of [1e307, 1e300, 99, '120', null, undefined])
    expect(discountOf([{ ...line, listPrice }])).toBe(0);
  expect(discountOf([{ ...line, listPrice: 120 }])).toBe(2_000);
});
