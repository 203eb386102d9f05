import { expect, test } from 'bun:test';
import { mailStatements } from '../../src/mail/queue.ts';
import { changeStatus, createOrder, fillList, getOrder, listOrders, recordPayment } from '../../src/orders/index.ts';
import {
  dueRequests,
  dueRetries,
  findTarget,
  firstAttempts,
  lastAttempt,
  nextRetryAfter,
  waitingEndpoints,
} from '../../src/webhooks/due.ts';
import { countWork } from '../support/count-work.ts';
import { orderBody } from '../support/docket.ts';
import { openTestStore } from '../support/store.ts';

/** What runs all day long is planned when it is prepared, and never again: planning takes longer than a look-up. */

const ASKER = { signal: new AbortController().signal };

test('no statement of a create, a change, a read, a list or the scheduler is planned anew when it is given its values', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const input = (requestKey: string) => orderBody({ requestKey }) as unknown as Parameters<typeof createOrder>[1];
  const { order } = await createOrder(ctx, input('first'));
  using counter = await countWork(store.storage.path);
  const { id } = order;
  const days = { dateFrom: '2026-01-01', dateTo: '2026-12-31' };
  const updatedFrom = '2026-01-01T00:00:00Z';
  const anew = async (work: () => unknown): Promise<readonly string[]> => counter.plannedAnew(work);
  const { storage } = store;
  expect({
    create: await anew(() => createOrder(ctx, input('second'))),
    status: await anew(() => changeStatus(ctx, { id, statusId: 'status-in-progress' })),
    payment: await anew(() => recordPayment(ctx, { id, paymentId: 'p-1', amount: 100 })),
    read: await anew(() => getOrder(ctx, id)),
    list: await anew(() => listOrders(ctx, { limit: 10 })),
    changes: await anew(() => fillList(ctx, { limit: 10, updatedFrom, asker: ASKER })),
    changesInStatus: await anew(() =>
      fillList(ctx, { limit: 10, updatedFrom, statusId: 'status-new', ...days, asker: ASKER }),
    ),
    scheduler: await anew(() => {
      firstAttempts(storage.read, 1, 0, 10);
      dueRetries(storage.read, 1, 1_000, 10);
      nextRetryAfter(storage.read, 1, 0);
      findTarget(storage.read, 1, 0);
      lastAttempt(storage.read, 1);
      waitingEndpoints(storage.read);
      dueRequests(storage.read, 0, 10);
      mailStatements(storage.read).nextDue.get();
    }),
  }).toEqual({
    create: [],
    status: [],
    payment: [],
    read: [],
    list: [],
    changes: [],
    changesInStatus: [],
    scheduler: [],
  });
});
