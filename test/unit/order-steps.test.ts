import { expect, test } from 'bun:test';
import { type StepStatus, stepsOf } from '../../src/dashboard/client/features/orders/steps.ts';

const listed = (id: string, group: StepStatus['group'], active = true): StepStatus => ({
  id,
  name: id,
  group,
  active,
});
const SET = [
  listed('fresh', 'new'),
  listed('closed', 'done'),
  listed('gone', 'cancelled'),
  listed('in-work', 'work'),
  listed('off', 'work', false),
  listed('packed', 'work'),
];
const stepsAt = (statusId: string) => stepsOf(statusId, SET).map(({ id }) => id);

test('an added status stands at the end of its group, and what finishes an order is last', () => {
  expect(stepsAt('packed')).toEqual(['fresh', 'in-work', 'packed', 'closed']);
});

test('a status that is off is a step of the orders in it alone; a cancelled order is on no way', () => {
  expect(stepsAt('off')).toEqual(['fresh', 'in-work', 'off', 'packed', 'closed']);
  expect(stepsAt('gone')).not.toContain('gone');
});
