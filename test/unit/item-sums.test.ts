import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { lineAmount, MAX_KOPECKS, MAX_THOUSANDTHS } from '../../src/base/money/money.ts';
import { moneyText } from '../../src/dashboard/client/data/plain-values.ts';
import { itemKopecks, itemsKopecks } from '../../src/dashboard/client/features/orders/item-sums.ts';

test('the pages calculate an item’s sum as the server does, for every quantity and price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MAX_THOUSANDTHS }),
      fc.integer({ min: 0, max: MAX_KOPECKS }),
      (thousandths, kopecks) => {
        const shown = itemKopecks({ quantity: thousandths / 1000, price: kopecks / 100 });
        expect(shown).toBe(lineAmount(thousandths, kopecks));
      },
    ),
  );
});

test('half a kopeck is rounded up, without floating-point error', () => {
  // 0.5 × 2.01 is 1.00499… in floating point.
  expect(itemKopecks({ quantity: 0.5, price: 2.01 })).toBe(101);
  expect(
    itemsKopecks([
      { quantity: 3, price: 0.1 },
      { quantity: 0.5, price: 2.01 },
    ]),
  ).toBe(131);
});

test('a sum in a field has two decimals or none', () => {
  expect([2_750, 2_750.5, 0.05].map(moneyText)).toEqual(['2750', '2750.50', '0.05']);
});
