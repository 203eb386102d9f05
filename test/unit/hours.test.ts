import { expect, test } from 'bun:test';
import { together } from '../../src/dashboard/client/features/overview/together.ts';

const orders = (hour: number, open: number) => ({ hour, open, late: 1, done: 2 });

test('in the overview, hours too narrow for their numbers are merged without losing an order', () => {
  const busy = [orders(9, 10), orders(10, 1), orders(13, 4), { ...orders(0, 3), hour: null }];
  expect(together(busy, 8, 14)).toEqual({
    span: 3,
    hours: [
      { hour: 8, open: 11, late: 2, done: 4 },
      { hour: 11, open: 4, late: 1, done: 2 },
    ],
  });
  const wide = together(busy, 8, 40);
  expect(wide.span).toBe(1);
  expect(wide.hours.map(({ hour }) => hour)).toEqual([9, 10, 13]);
  const calm = together([orders(9, 1)], 8, 14);
  expect(calm).toEqual({ span: 1, hours: [{ hour: 9, open: 1, late: 1, done: 2 }] });
});
