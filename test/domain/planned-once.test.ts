/**
 * A statement that is used again and again is planned only once, when it is prepared. Planning takes longer than a
 * look-up.
 */

import { expect, test } from 'bun:test';
import { findClients } from '../../src/clients/index.ts';
import { getDeskInquiry, readBoard, readInquiriesOverview } from '../../src/inquiries/index.ts';
import { mailStatements } from '../../src/mail/queue.ts';
import {
  changeStatus,
  countByStatus,
  countDesk,
  countMade,
  createOrder,
  type DeskFilter,
  fillDesk,
  fillList,
  findLastPrices,
  findNewestOrder,
  findUsual,
  getDeskOrder,
  getOrder,
  listHistory,
  listOrders,
  listOrigins,
  listStatuses,
  quickFind,
  readOverview,
  recordPayment,
} from '../../src/orders/index.ts';
import {
  askedEndpoints,
  dueRequests,
  dueRetries,
  findTarget,
  firstAttempts,
  lastAttempt,
  nextRetryAfter,
  waitingEndpoints,
} from '../../src/webhooks/due.ts';
import {
  attemptHours,
  endpointsHealth,
  listEndpoints,
  listToldAttempts,
  readDelivery,
} from '../../src/webhooks/index.ts';
import { countWork } from '../support/count-work.ts';
import { orderBody } from '../support/docket.ts';
import { DAY, openScheduling, POLICY } from '../support/scheduling.ts';
import { addInquiry, asker, openTestStore } from '../support/store.ts';
import { whole } from '../support/whole.ts';

test('no statement of the API or the scheduler is re-planned when its values are bound', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const input = (requestKey: string) => orderBody({ requestKey });
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
    changes: await anew(() => fillList(ctx, { limit: 10, updatedFrom, asker })),
    changesInStatus: await anew(() =>
      fillList(ctx, { limit: 10, updatedFrom, statusId: 'status-new', ...days, asker }),
    ),
    scheduler: await anew(() => {
      firstAttempts(storage.read, 1, 0, 10);
      dueRetries(storage.read, 1, 1_000, 10);
      nextRetryAfter(storage.read, 1, 0);
      findTarget({ db: storage.read, secrets: storage.secrets }, 1, 0);
      lastAttempt(storage.read, 1);
      waitingEndpoints(storage.read);
      askedEndpoints(storage.read);
      dueRequests(storage.read, 1, 0, 10);
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

const WEEK = { dateFrom: '2026-03-02', dateTo: '2026-03-09' };
const FILTERS: Readonly<Record<string, DeskFilter>> = {
  all: {},
  'a day': { dateFrom: '2026-03-08', dateTo: '2026-03-08' },
  'a period': { dateFrom: '2026-01-01' },
  statuses: { statusIds: ['status-new', 'status-closed'] },
  'statuses and a week': { statusIds: ['status-new', 'status-closed'], ...WEEK },
  'payments and a platform': { paymentStatuses: ['unpaid', 'partial'], platforms: ['site'] },
  'a text': { text: 'букет' },
  'a phone in a week': { text: '79123', ...WEEK },
  deleted: { deleted: true },
  'by date': { sort: '-date' },
  'by total': { sort: 'total' },
  'by status': { sort: 'status', ...WEEK },
  'a text by date': { text: 'букет', sort: 'date' },
};

test('no statement of the desk’s pages is re-planned when its values are bound', async () => {
  await using at = await openScheduling();
  const { store } = at;
  const { storage, workspace, world } = store;
  const { id: endpoint } = await at.endpoint('http://127.0.0.1:9/');
  const ctx = store.ctx();
  const { order } = await createOrder(ctx, orderBody({}));
  const id = await addInquiry(ctx, { text: 'Roses' });
  const nowMs = world.clock.now();
  const starts = Array.from({ length: 61 }, (_, day) => nowMs + (day - 60) * DAY);
  using counter = await countWork(storage.path);
  const pages: Readonly<Record<string, () => unknown>> = {
    ...Object.fromEntries(
      Object.entries(FILTERS).flatMap(([name, filter]) => [
        [`list of ${name}`, () => fillDesk(ctx, { filter, limit: 50, asker, shape: whole })],
        [`count of ${name}`, () => countDesk(ctx, { filter, most: 1_000, asker })],
      ]),
    ),
    choices: () => [countByStatus(ctx), listOrigins(ctx), countMade(ctx, { from: 0, to: nowMs })],
    statuses: () => listStatuses(storage.read, workspace.seq),
    search: () => quickFind(ctx, { text: 'букет', limit: 10, asker, shape: whole }),
    order: () => getDeskOrder(ctx, order.id),
    form: async () => [
      await findClients(ctx, { text: '7912345', asker }),
      await findUsual(ctx),
      await findLastPrices(ctx, ['1']),
    ],
    overview: () => readOverview(ctx, { today: '2026-05-20', now: '12:30', days: 60, starts }),
    inquiries: async () => [await readInquiriesOverview(ctx, { longBefore: nowMs, nowMs }), await readBoard(ctx, 30)],
    inquiry: () => getDeskInquiry(ctx, id),
    history: () => listHistory(ctx, { filter: {}, limit: 50 }),
    webhooks: async () => [listEndpoints(storage, workspace), await endpointsHealth(storage, workspace)],
    endpoint: async () => [listToldAttempts(ctx, endpoint), await attemptHours({ ...ctx, nowMs }, endpoint)],
    delivery: () => readDelivery({ ...ctx, policy: POLICY, nowMs }, { id: endpoint, eventId: newestEvent() }),
  };
  const newestEvent = (): string => findNewestOrder({ storage, workspace })?.eventId ?? '';
  const found: [string, readonly string[]][] = [];
  for (const [page, read] of Object.entries(pages)) found.push([page, await counter.plannedAnew(read)]);
  expect(found.filter(([, statements]) => statements.length > 0)).toEqual([]);
});
