import { expect, test } from 'bun:test';
import { sweepRepeatedCalls, updateOrder } from '../../src/orders/index.ts';
import { judge, sweep } from '../../src/retention/index.ts';
import { repeatedCalls } from '../../src/storage/index.ts';
import { counting } from '../support/old-rows.ts';
import { DAY, HOUR } from '../support/scheduling.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';

const change = (store: TestStore, id: string, idempotencyKey: string) =>
  updateOrder(store.ctx(), { id, data: { platform: idempotencyKey }, idempotencyKey });
const kept = ({ storage }: TestStore): number => storage.read.select().from(repeatedCalls).all().length;
const sweepAt = (store: TestStore, judgedAt: number) =>
  sweep(store.storage, { times: { judgedAt, nowMs: store.world.clock.now() }, goOn: counting().goOn });

test('repeats of a call are answered from its record for 48 hours, and the next sweep deletes the record', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx());
  const first = await change(store, id, 'once');
  await change(store, id, 'between');
  store.world.clock.advance(48 * HOUR);
  expect(await sweepAt(store, store.world.clock.now())).toMatchObject({ repeatedCalls: 0 });
  expect(await change(store, id, 'once')).toEqual({ answer: first.answer, replayed: true });
  store.world.clock.advance(1);
  expect(await sweepAt(store, store.world.clock.now())).toMatchObject({ repeatedCalls: 2 });
  expect((await change(store, id, 'once')).replayed).toBe(false);
});

test('the record of a call made while the clock was behind is kept for 48 hours after the correction', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const id = await addOrder(store.ctx());
  await judge(store.storage, 0);
  const right = clock.now();
  clock.set(right - 365 * DAY);
  await change(store, id, 'behind');
  clock.set(right + 47 * HOUR);
  await sweepAt(store, clock.now());
  expect(kept(store)).toBe(1);
  expect((await change(store, id, 'behind')).replayed).toBe(true);
});

test('records of calls are deleted in steps of fifty, and the next sweep finishes an interrupted sweep', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx());
  await Promise.all(Array.from({ length: 120 }, (_, at) => change(store, id, `call ${at}`)));
  const beforeMs = store.world.clock.now() + 1;
  expect(await sweepRepeatedCalls(store.storage, { beforeMs, goOn: async () => false })).toBe(50);
  const { goOn, steps } = counting();
  expect(await sweepRepeatedCalls(store.storage, { beforeMs, goOn })).toBe(70);
  expect([kept(store), steps()]).toEqual([0, 2]);
});

test('the record of a call contains no customer data', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx());
  const client = { name: 'Анна Секретная', phone: '+79990000000' };
  await updateOrder(store.ctx(), { id, data: { client }, idempotencyKey: 'private' });
  const [row] = store.storage.read.select().from(repeatedCalls).all();
  expect(Object.keys(JSON.parse(row?.answer ?? ''))).toHaveLength(14);
  expect(row?.answer).not.toMatch(/Секретная|7999/);
});

test('a call that fails in a batch leaves no record, but the records of the batch’s other calls stay', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx());
  const failing = updateOrder(store.ctx(), { id, data: { platform: 'x' }, ifMatch: '"9"', idempotencyKey: 'fails' });
  const all = await Promise.allSettled([change(store, id, 'one'), failing, change(store, id, 'two')]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const rows = store.storage.read.select().from(repeatedCalls).all();
  expect(rows.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['one', 'two']);
  expect((await change(store, id, 'one')).replayed).toBe(true);
});
