/**
 * There is one definition of late. The filter, the marked rows and the hours of the overview must find the same orders.
 */

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays } from '../../src/base/index.ts';
import { readHours } from '../../src/orders/desk/overview-day.ts';
import { closedStatuses, countDesk, fillDesk, lateAt, shopTime } from '../../src/orders/index.ts';
import { isOver } from '../../src/orders/late.ts';
import { allPages } from '../support/all-pages.ts';
import { addOrder, openTestStore } from '../support/store.ts';
import { whole } from '../support/whole.ts';

const TODAY = '2026-05-20';
const at = (now: string) => ({ today: TODAY, now });

test.each([
  ['no slot: the day must be over', { timeStart: null, timeEnd: null }, '23:59', false],
  ['a slot under way', { timeStart: '10:00', timeEnd: '12:00' }, '11:59', false],
  ['a slot at its end', { timeStart: '10:00', timeEnd: '12:00' }, '12:00', true],
  ['a start alone', { timeStart: '10:00', timeEnd: null }, '10:00', true],
  ['an end alone', { timeStart: null, timeEnd: '09:00' }, '08:59', false],
  ['a slot past midnight', { timeStart: '22:00', timeEnd: '02:00' }, '23:59', false],
])('an order of today counts as late only after its time slot ends: %s', (_name, slot, now, over) => {
  expect(isOver({ date: TODAY, ...slot }, at(now))).toBe(over);
});

test('a delivery slot that passes midnight is over at its end on the next day', () => {
  const slot = { date: '2026-05-19', timeStart: '22:00', timeEnd: '02:00' };
  expect([isOver(slot, at('01:59')), isOver(slot, at('02:00'))]).toEqual([false, true]);
  expect(isOver({ ...slot, timeStart: null, timeEnd: null }, at('00:00'))).toBe(true);
});

const time = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '59'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`),
  { nil: undefined },
);
const order = fc.record({
  away: fc.integer({ min: -3, max: 2 }),
  timeStart: time,
  timeEnd: time,
  statusId: fc.constantFrom('status-new', 'status-in-progress', 'status-closed', 'status-cancelled'),
});

test('the filter, the table rows and the counts by hour agree on which orders are late', async () => {
  await using store = await openTestStore();
  const { workspace, world } = store;
  const orders = fc.sample(order, { numRuns: 300, seed: 34 });
  for (const { away, ...rest } of orders) {
    await addOrder(store.ctx(), { date: `${addDays(TODAY, away)}T12:00:00+00:00`, ...rest });
  }
  const ctx = store.ctx();
  const asker = { signal: new AbortController().signal };
  const all = (await fillDesk(ctx, { filter: {}, limit: 500, asker, shape: whole })).orders;
  expect(all).toHaveLength(orders.length);
  for (const clock of ['00:00', '01:59', '12:00', '14:30', '23:59']) {
    world.clock.set(Date.parse(`${TODAY}T${clock}:00+03:00`));
    const overAt = shopTime(world.clock.now(), workspace.timeZone);
    expect(overAt).toEqual(at(clock));
    const isLate = lateAt(ctx, overAt);
    const expected = all.filter(isLate).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(20);
    const filter = { dateTo: TODAY, notStatusIds: closedStatuses(ctx.storage.read, workspace.seq), overAt };
    for (const sort of [undefined, 'date'] as const) {
      const pages = await allPages((cursor) =>
        fillDesk(ctx, { filter: { ...filter, sort }, limit: 7, cursor, asker, shape: whole }),
      );
      const found = pages.flatMap(({ orders }) => orders.map(({ id }) => id));
      expect(found.toSorted()).toEqual(expected.toSorted());
    }
    const hours = readHours(store.storage.read, {
      workspaceSeq: workspace.seq,
      date: TODAY,
      now: clock,
      open: ['status-new', 'status-in-progress'],
      done: ['status-closed'],
    });
    const lateToday = all.filter((one) => one.date === TODAY && isLate(one));
    expect(hours.reduce((sum, { late }) => sum + late, 0)).toBe(lateToday.length);
    for (const { hour, open, done } of hours) {
      const name = hour === null ? 'none' : String(hour).padStart(2, '0');
      const ofHour = { dateFrom: TODAY, dateTo: TODAY, notStatusIds: ['status-cancelled'], hours: [name] };
      expect(await countDesk(ctx, { filter: ofHour, most: 500, asker })).toBe(open + done);
    }
  }
});

test('the next page of late orders is found even if the clock has moved on since the first page', async () => {
  await using store = await openTestStore();
  for (let made = 0; made < 3; made += 1) await addOrder(store.ctx(), { date: '2026-05-01T12:00:00+00:00' });
  const asker = { signal: new AbortController().signal };
  const page = (now: string, cursor?: string) =>
    fillDesk(store.ctx(), {
      filter: { dateTo: TODAY, overAt: at(now), sort: 'date' },
      limit: 2,
      cursor,
      asker,
      shape: whole,
    });
  const first = await page('10:00');
  const second = await page('10:01', first.nextCursor ?? '');
  expect([first.orders.length, second.orders.length, second.nextCursor]).toEqual([2, 1, null]);
});
