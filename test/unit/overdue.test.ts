import { expect, test } from 'bun:test';
import { overdue } from '../../src/dashboard/client/data/overdue.ts';

test.each([
  ['12:00', '14:00', '2026-03-08T14:40', '40 minute'],
  ['12:00', '14:00', '2026-03-08T14:00', '1 minute'],
  ['12:00', null, '2026-03-08T14:59', '2 hour'],
  // The time is past midnight.
  ['22:00', '01:00', '2026-03-09T01:05', '5 minute'],
  ['12:00', '14:00', '2026-03-09T13:59', '23 hour'],
  ['12:00', '14:00', '2026-03-10T14:00', '2 day'],
  // Without a time, an order is late only after its day is over.
  [null, null, '2026-03-09T00:30', '30 minute'],
  [null, null, '2026-03-10T09:00', '1 day'],
])(
  'if an order is due on March 8 from %s to %s and the time is %s, the order is %s late',
  (timeStart, timeEnd, now, wanted) => {
    const { number, unit } = overdue({ date: '2026-03-08', timeStart, timeEnd }, now);
    expect(`${number} ${unit}`).toBe(wanted);
  },
);
