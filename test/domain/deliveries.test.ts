import { expect, test } from 'bun:test';
import { changeStatus, findOwnActs, getDelivery, listDeliveries, recordPayment } from '../../src/orders/index.ts';
import type { Actor } from '../../src/workspaces/index.ts';
import { addOrder, asker, changeLater, openTestStore, type TestStore } from '../support/store.ts';

const ANNA: Actor = { type: 'person', id: 'anna' };
const BORIS: Actor = { type: 'person', id: 'boris' };
/** The time is 00:05 on 21 May in Moscow. */
const AFTER_MIDNIGHT = Date.UTC(2026, 4, 20, 21, 5);

const at = (store: TestStore, actor: Actor) => ({ ...store.ctx(), actor, nowMs: store.world.clock.now() });
const make = (store: TestStore): Promise<string> =>
  addOrder(store.ctx(), { date: '2026-05-20T10:00:00+03:00', delivery: { adress: 'Lenina 5' } });

const listed = async (store: TestStore, actor = ANNA) => {
  const shape = ({ id }: { id: string }) => ({ id });
  return (await listDeliveries(at(store, actor), { day: 'today', asker, shape })).rows.map(({ id }) => id);
};

test('yesterday’s order that is delivered today stays on its courier’s list of today', async () => {
  await using store = await openTestStore();
  const [late, before] = [await make(store), await make(store)];
  await changeStatus(at(store, ANNA), { id: before, statusId: 'status-closed' });
  store.world.clock.set(AFTER_MIDNIGHT);
  await changeStatus(at(store, ANNA), { id: late, statusId: 'status-closed' });

  // The delivery is searched for among the order's latest thousand changes. First a thousand changes follow it, then
  // one fewer.
  await changeLater(store, late, 1_000);
  expect(await listed(store)).toEqual([]);
  await changeLater(store, late, -1);
  expect(await listed(store)).toEqual([late]);
  expect(getDelivery(at(store, ANNA), late).id).toBe(late);
  expect(() => getDelivery(at(store, ANNA), before)).toThrow('order');
  expect(await listed(store, BORIS)).toEqual([]);
  expect(() => getDelivery(at(store, BORIS), late)).toThrow('order');
  await recordPayment(at(store, ANNA), { id: late, paymentId: 'manual:1', amount: 100 });
  expect([findOwnActs(at(store, ANNA)).taken.size, findOwnActs(at(store, BORIS)).taken.size]).toEqual([1, 0]);
  await changeStatus(store.ctx(), { id: late, statusId: 'status-new' });
  await changeStatus(at(store, BORIS), { id: late, statusId: 'status-closed' });
  expect(await listed(store)).toEqual([]);
  expect(() => getDelivery(at(store, ANNA), late)).toThrow('order');
});
