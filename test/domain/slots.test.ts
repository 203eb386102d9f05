import { expect, test } from 'bun:test';
import { type CreateOrderInput, changeStatus, deleteOrder, findSlots } from '../../src/orders/index.ts';
import { findWorkspace, readSlots, type Slot, updateWorkspace, writeSlots } from '../../src/workspaces/index.ts';
import { workOf } from '../support/count-work.ts';
import { fillOrders } from '../support/many-orders.ts';
import { addOrder, openTestStore } from '../support/store.ts';

const slot = (timeStart: string, timeEnd: string, capacity: number | null = null): Slot => ({
  timeStart,
  timeEnd,
  capacity,
});
const DAY = '2026-05-20';

test('delivery slots are stored by time, and an invalid slot is refused with its position', () => {
  const slots = [slot('12:00', '14:00', 8), slot('10:00', '12:00'), slot('22:00', '02:00', 1)];
  expect(writeSlots(slots)).toBe('10:00-12:00, 12:00-14:00 (8), 22:00-02:00 (1)');
  expect(readSlots(writeSlots(slots))).toEqual([slots[1], slots[0], slots[2]] as Slot[]);
  expect([readSlots(''), readSlots('10:00, x'), writeSlots([])]).toEqual([[], [], '']);
  const wrong: readonly (readonly [readonly Slot[], string])[] = [
    [[slot('24:00', '25:00')], 'slots.0.timeStart'],
    [[slot('10:00', '')], 'slots.0.timeEnd'],
    [[slot('10:00', '10:00')], 'slots.0.timeEnd'],
    [[slot('10:00', '12:00'), slot('10:00', '12:00', 5)], 'slots.1.timeEnd'],
    [[slot('10:00', '12:00', 0)], 'slots.0.capacity'],
    [[slot('10:00', '12:00', 1.5)], 'slots.0.capacity'],
    [Array.from({ length: 25 }, (_, at) => slot('00:00', `00:${String(at + 1).padStart(2, '0')}`)), 'slots'],
  ];
  for (const [given, path] of wrong) expect(() => writeSlots(given)).toThrow(path);
});

test('the room left in a delivery slot is its limit minus the day’s orders in it, except canceled or deleted ones', async () => {
  await using store = await openTestStore();
  const ctx = { ...store.ctx(), workspace: store.workspace };
  await updateWorkspace(ctx, {
    slots: writeSlots([slot('10:00', '12:00', 3), slot('12:00', '14:00'), slot('22:00', '02:00', 2)]),
  });
  const workspace = findWorkspace(store.storage, store.workspace.id);
  if (workspace === undefined) throw new Error('the workspace is gone');
  const make = (more: Partial<CreateOrderInput>): Promise<string> =>
    addOrder(ctx, { date: `${DAY}T10:00:00+03:00`, ...more });
  const left = (day = DAY) => findSlots({ ...ctx, workspace }, day).map((one) => one.left);
  expect(left()).toEqual([3, null, 2]);
  const first = await make({ timeStart: '10:00', timeEnd: '12:00' });
  const second = await make({ timeStart: '11:59' });
  await make({ timeStart: '12:00', timeEnd: '14:00' });
  await make({ timeStart: '23:30' });
  await make({});
  await make({ date: '2026-05-21T10:00:00+03:00', timeStart: '10:00' });
  expect(left()).toEqual([1, null, 1]);
  expect(left('2026-05-21')).toEqual([2, null, 2]);
  await changeStatus(ctx, { id: first, statusId: 'status-cancelled' });
  await deleteOrder(ctx, { id: second });
  expect(left()).toEqual([3, null, 1]);
  for (let at = 0; at < 5; at += 1) await make({ timeStart: '10:30' });
  expect(left()).toEqual([0, null, 1]);
});

test('counting the orders of a slot stops at the slot’s limit, even if the orders have several statuses', async () => {
  const workWith = async (statuses: readonly string[]): Promise<number> => {
    await using store = await openTestStore();
    const workspace = { ...store.workspace, slots: writeSlots([slot('10:00', '12:00', 200)]) };
    const statusOf = (n: number): string => statuses[n % statuses.length] ?? '';
    await fillOrders(store, 900, (n) => ({ date: DAY, timeStart: '10:00', statusId: statusOf(n) }), false);
    const { steps } = await workOf(store, () => {
      expect(findSlots({ ...store.ctx(), workspace }, DAY).map(({ left }) => left)).toEqual([0]);
    });
    return steps;
  };
  const [one, three] = [
    await workWith(['status-new']),
    await workWith(['status-new', 'status-in-progress', 'status-closed']),
  ];
  expect(three).toBeLessThan(one * 1.2);
});
