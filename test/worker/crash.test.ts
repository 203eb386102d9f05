import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import { deliveries } from '../../src/storage/index.ts';
import { listAttempts } from '../../src/webhooks/index.ts';
import { MINUTE, makeOrder, openScheduling, type Scheduling, SECOND } from '../support/scheduling.ts';

const historyOf = (at: Scheduling, id: string): string[] =>
  (listAttempts(at.store, id) ?? []).map(({ attempt, status }) => `${attempt} ${status}`);

test('an attempt that a crash interrupted is repeated and recorded once', async () => {
  await using at = await openScheduling();
  const { receiver, id } = await at.receive();
  receiver.answer(() => new Promise(() => undefined));
  await makeOrder(at);
  await receiver.count(1);
  receiver.answer(200);
  at.restart();
  await at.settle();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body ?? '');
  expect(historyOf(at, id)).toEqual(['1 succeeded']);
});

test('an attempt is repeated if a crash came before its answer was recorded, and both tries are recorded as one attempt', async () => {
  let crashed = true;
  await using at = await openScheduling({
    beforeSettle: () => {
      if (crashed) throw new AppError({ rule: 'stopping' });
    },
  });
  const { receiver, id } = await at.receive({ answer: 500 });
  await makeOrder(at);
  await receiver.count(1);
  at.restart();
  crashed = false;
  await at.settle();
  expect(receiver.received.length).toBeGreaterThanOrEqual(2);
  expect(historyOf(at, id)).toEqual(['1 failed']);
  receiver.answer(200);
  await at.advance(5 * SECOND);
  expect(historyOf(at, id)).toEqual(['2 succeeded', '1 failed']);
});

test('attempts’ outcomes wait in memory while the disk is full, and no event is sent twice', async () => {
  let fails = 2;
  await using at = await openScheduling({
    beforeSettle: () => {
      fails -= 1;
      if (fails >= 0) throw new AppError({ rule: 'store_full' });
    },
  });
  const { receiver, id } = await at.receive();
  await Promise.all(Array.from({ length: 20 }, () => makeOrder(at)));
  await at.settle();
  await at.advance(MINUTE);
  expect(fails).toBeLessThan(0);
  expect(receiver.received).toHaveLength(20);
  expect(historyOf(at, id)).toEqual(Array(20).fill('1 succeeded'));
});

test('a full disk does not delay the stop of the scheduler, and a delivery with an unrecorded attempt stays pending', async () => {
  await using at = await openScheduling({
    beforeSettle: () => {
      throw new AppError({ rule: 'store_full' });
    },
  });
  const { receiver } = await at.receive();
  await makeOrder(at);
  await receiver.count(1);
  await at.scheduler.stop(10 * MINUTE);
  const pending = at.store.storage.read.select().from(deliveries).all();
  expect(pending).toMatchObject([{ state: 'pending', attempts: 0 }]);
});
