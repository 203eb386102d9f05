/** Thousands of attempts have failed. Each has an answer of 1,024 bytes, stored in the row of the attempt. */

import { expect, spyOn, test } from 'bun:test';
import { webhookAttempts } from '../../src/storage/index.ts';
import { attemptHours, endpointsHealth, listEndpoints } from '../../src/webhooks/index.ts';
import { countWork } from '../support/count-work.ts';
import { oldEndpoint, oldEvents } from '../support/old-rows.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

const ATTEMPTS = 6_000;
/** The number of attempts, from the latest backwards, in which Docket searches for a success. */
const LOOKED_AT = 5_000;
/**
 * The maximum number of database pages that one step may read: 250 attempts take two pages each, because of their long
 * answers.
 */
const PAGES_A_STEP = 600;
const EACH = ATTEMPTS / 6;

const FIRST = ATTEMPTS - LOOKED_AT + 1;

/**
 * Two endpoints with one success each. Only the latest `LOOKED_AT` attempts are searched for a success. The first
 * endpoint's success is the earliest of these attempts. The second endpoint's success is one attempt earlier, so the
 * search does not find it.
 */
const store = shared(async () => {
  const opened = await openTestStore();
  const [eventSeq = 0] = await oldEvents(opened, [0]);
  const response = 'x'.repeat(1_024);
  for (const succeeded of [FIRST, FIRST - 1]) {
    const endpointSeq = await oldEndpoint(opened);
    for (let from = 1; from <= ATTEMPTS; from += EACH) {
      const rows = Array.from({ length: EACH }, (_, index) => ({ number: from + index, at: from + index }));
      const failed = { endpointSeq, eventSeq, kind: 'scheduled', attempt: 1, httpCode: 500, responseTime: 1 } as const;
      const all = rows.map((row) => ({ ...failed, ...row, response, reason: row.at === succeeded ? null : 'status' }));
      await opened.storage.write((tx) => void tx.db.insert(webhookAttempts).values(all).run());
    }
  }
  return opened;
});

/**
 * Returns the maximum number of pages that one statement reads, and the number of turns that another workspace gets.
 * The fake clock makes each step as short as possible.
 */
async function workOf(read: () => Promise<unknown>) {
  using counter = await countWork(store.storage.path);
  const { statements } = await counter.of(read);
  let nowMs = performance.now();
  using _now = spyOn(performance, 'now').mockImplementation(() => (nowMs += 2));
  return { turns: await turnsMeanwhile(read), most: Math.max(...statements.map(({ pages }) => pages)) };
}

test('the search for an endpoint’s last success runs in short steps through at most 5,000 attempts', async () => {
  const read = () => endpointsHealth(store.storage, store.workspace);
  expect((await read()).map(({ lastSuccessAt }) => lastSuccessAt)).toEqual([FIRST, null]);
  const { turns, most } = await workOf(read);
  expect(most).toBeLessThan(PAGES_A_STEP);
  expect(turns).toBeGreaterThan(38);
});

test('an endpoint’s hourly figures are read in short steps', async () => {
  const [endpoint] = listEndpoints(store.storage, store.workspace);
  const read = () => attemptHours({ ...store.ctx(), nowMs: ATTEMPTS }, endpoint?.id ?? '');
  const found = await read();
  expect(found?.onlyLast).toBe(LOOKED_AT);
  expect(found?.hours.at(-1)).toMatchObject({ succeeded: 1, failed: LOOKED_AT - 1 });
  const { turns, most } = await workOf(read);
  expect(most).toBeLessThan(PAGES_A_STEP);
  expect(turns).toBeGreaterThan(20);
});
