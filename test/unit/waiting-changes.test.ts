import { expect, test } from 'bun:test';
import { createWaitingChanges, OUTCOMES_LANE } from '../../src/storage/store/waiting-changes.ts';

const SHOP = 1;

test('the change of a workspace does not share its batch with outcomes if the last batch had some', () => {
  const waiting = createWaitingChanges<{ lane: number }>();
  const lanes = (): number[] => waiting.take(9).map(({ lane }) => lane);
  for (let part = 0; part < 12; part += 1) waiting.add({ lane: OUTCOMES_LANE });
  expect(lanes()).toEqual(Array.from({ length: 9 }, () => OUTCOMES_LANE));
  waiting.add({ lane: SHOP });
  waiting.add({ lane: SHOP });
  expect(lanes()).toEqual([SHOP, SHOP]);
  waiting.add({ lane: SHOP });
  expect(lanes()).toEqual([OUTCOMES_LANE, SHOP, OUTCOMES_LANE, OUTCOMES_LANE]);
  expect(waiting.count()).toBe(0);
});
