import { expect, test } from 'bun:test';
import { createWaitingChanges, OUTCOMES_LANE } from '../../src/storage/store/waiting-changes.ts';

const [SHOP, OTHER] = [1, 2];

function openQueues(lanes: readonly number[]) {
  const waiting = createWaitingChanges<{ readonly lane: number }>();
  for (const lane of lanes) waiting.add({ lane });
  return { ...waiting, lanes: (most = 9) => waiting.take(most).map(({ lane }) => lane) };
}

test('a batch alternates between outcomes and a workspace’s changes, and ends with the last of those changes', () => {
  const waiting = openQueues(Array.from({ length: 12 }, () => OUTCOMES_LANE));
  expect(waiting.lanes()).toEqual(Array.from({ length: 9 }, () => OUTCOMES_LANE));
  for (const lane of [SHOP, SHOP]) waiting.add({ lane });
  expect(waiting.lanes()).toEqual([OUTCOMES_LANE, SHOP, OUTCOMES_LANE, SHOP]);
  waiting.add({ lane: SHOP });
  expect(waiting.lanes()).toEqual([OUTCOMES_LANE, SHOP]);
  expect(waiting.count()).toBe(0);
});

// Each change fills a batch by itself, so the writer puts the other changes of that batch back.
test.each([[[SHOP]], [[SHOP, OTHER]]])('outcomes get their turns beside slow changes of workspaces %p', (shops) => {
  const waiting = openQueues([...shops, OUTCOMES_LANE, ...shops]);
  const ran: number[] = [];
  for (let batch = 0; batch < 12; batch += 1) {
    const [first, ...others] = waiting.take(9);
    ran.push(first?.lane ?? 0);
    waiting.putBack(others);
    waiting.add({ lane: first?.lane ?? 0 });
  }
  expect(ran.filter((lane) => lane === OUTCOMES_LANE)).toHaveLength(12 / (shops.length + 1));
});
