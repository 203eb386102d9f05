import { expect, test } from 'bun:test';
import { cashOf } from '../../src/dashboard/client/features/payments/till-cash.ts';

test('a day’s cash is the sum of the payment methods that the user ticks, plus the cash of unlisted methods', () => {
  const cash = { name: 'cash', received: 10.1, refunded: 1, isCash: true };
  const till = {
    methods: [cash, { name: 'till 2', received: 20.2, refunded: 2, isCash: false }],
    cashReceived: 15.4,
    cashRefunded: 1,
  };
  expect(cashOf(till, ({ isCash }) => isCash)).toEqual({ received: 15.4, refunded: 1 });
  expect(cashOf(till, () => true)).toEqual({ received: 35.6, refunded: 3 });
  expect(cashOf(till, () => false)).toEqual({ received: 5.3, refunded: 0 });
});
