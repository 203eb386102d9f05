import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type PaymentStatus, paymentStatus } from '../../src/orders/payment-status.ts';

const TABLE: [price: number, confirmed: number, refunded: number, expected: PaymentStatus][] = [
  [1000, 0, 0, 'unpaid'],
  [0, 0, 0, 'unpaid'],
  [1000, 999, 0, 'partial'],
  [1000, 1000, 0, 'paid'],
  [1000, 1001, 0, 'overpaid'],
  [1000, 1000, 1000, 'refunded'],
  [1000, 1000, 1, 'partial'],
  [1000, 2000, 1000, 'paid'],
  [0, 500, 500, 'refunded'],
  [0, 500, 0, 'overpaid'],
];

test.each(TABLE)(
  'a price of %p with %p confirmed and %p refunded counts as %p',
  (price, confirmed, refunded, expected) => {
    expect(paymentStatus(price, { confirmed, refunded })).toBe(expected);
  },
);

test('a payment status is returned if and only if the price, payments and refunds meet its condition', () => {
  const small = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(small, small, small, (price, confirmed, part) => {
      const refunded = Math.min(part, confirmed);
      const net = confirmed - refunded;
      const status = paymentStatus(price, { confirmed, refunded });
      expect(status === 'unpaid').toBe(confirmed === 0);
      expect(status === 'refunded').toBe(confirmed > 0 && net === 0);
      expect(status === 'partial').toBe(net > 0 && net < price);
      expect(status === 'paid').toBe(net > 0 && net === price);
      expect(status === 'overpaid').toBe(net > 0 && net > price);
    }),
    { numRuns: 500 },
  );
});
