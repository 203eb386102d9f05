import { expect, test } from 'bun:test';
import { type Storage, withParts } from '../../src/storage/index.ts';
import type { AttemptOutcome } from '../../src/webhooks/index.ts';
import { settleReport } from '../../src/worker/index.ts';
import { openTestStore } from '../support/store.ts';

const POLICY: Parameters<typeof settleReport>[1] = { scheduleMs: [], warnAfter: 4, suspendAfterMs: 1 };
const outcomes = (count: number): AttemptOutcome[] =>
  Array.from({ length: count }, (_, at) => ({ endpointSeq: 900 - (at % 3), reason: null }) as AttemptOutcome);

async function lanesOf(attempts: AttemptOutcome[], clockSteps: { kind: 'unknown' }[], fails = 0) {
  await using store = await openTestStore();
  const lanes: unknown[] = [];
  const write: Storage['write'] = (change, lane) => {
    lanes.push(lane);
    return lanes.length === fails ? Promise.reject(new Error('the disk is full')) : store.storage.write(change, lane);
  };
  const storage = withParts(store.storage, { write });
  const writes = await settleReport(storage, POLICY, { publicUrl: null }, { attempts, mails: [], clockSteps });
  expect(writes).toBe(lanes.length);
  return lanes;
}

test('the outcomes of many attempts are split into several writes of low priority', async () => {
  const lanes = await lanesOf(outcomes(200), []);
  expect(lanes).toHaveLength(4);
  expect(new Set(lanes).size).toBe(1);
  expect(lanes[0]).toBeLessThan(0);
});

test('failures that may be mailed to owners are written in smaller batches than other failures', async () => {
  const failed = outcomes(100).map((one): AttemptOutcome => ({ ...one, reason: 'status', attempt: 4 }));
  expect(await lanesOf(failed, [])).toHaveLength(25);
  expect(
    await lanesOf(
      failed.map((one) => ({ ...one, attempt: 3 })),
      [],
    ),
  ).toHaveLength(2);
});

test('the outcomes of many attempts are stored in one write if a clock jump is reported together with them', async () => {
  expect(await lanesOf(outcomes(200), [{ kind: 'unknown' }])).toHaveLength(1);
});

test('a report of outcomes fails if one of its writes fails', async () => {
  await expect(lanesOf(outcomes(200), [], 3)).rejects.toThrow('the disk is full');
});
