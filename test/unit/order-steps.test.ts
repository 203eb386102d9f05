import { expect, test } from 'bun:test';
import { nextStep, type StepStatus, stepsOf } from '../../src/dashboard/client/parts/order-steps.ts';

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
const stepsAt = (statusId: string) => stepsOf({ statusId, carried: true }, SET).map(({ id }) => id);

test('an added status comes last in its group, and final statuses come last of all', () => {
  expect(stepsAt('packed')).toEqual(['fresh', 'in-work', 'packed', 'closed']);
});

test('a switched-off status is a step only for orders that have it', () => {
  expect(stepsAt('off')).toEqual(['fresh', 'in-work', 'off', 'packed', 'closed']);
  expect(stepsAt('gone')).not.toContain('gone');
});

test('an order’s next step follows its current step, and the last step has no next step', () => {
  const next = (statusId: string) => nextStep({ statusId, carried: true }, SET)?.id;
  const steps = stepsAt('status-new');
  expect(steps.map(next)).toEqual([...steps.slice(1), undefined]);
  expect(SET.filter(({ group }) => group === 'cancelled').map(({ id }) => next(id))).toEqual([undefined]);
});

test('a pick-up order skips the courier’s step when another step follows', () => {
  const named = (id: string, name: string, group: StepStatus['group']) => ({ ...listed(id, group), name });
  const statuses = [
    listed('fresh', 'new'),
    named('in-work', 'In progress', 'work'),
    named('on-way', 'On the way', 'work'),
    named('done', 'Delivered', 'done'),
  ];
  const next = (statusId: string, carried: boolean) => nextStep({ statusId, carried }, statuses)?.id;
  expect([next('in-work', true), next('in-work', false), next('fresh', false)]).toEqual(['on-way', 'done', 'in-work']);
  const steps = (statusId: string) => stepsOf({ statusId, carried: false }, statuses).map(({ id }) => id);
  expect([steps('in-work'), steps('on-way')]).toEqual([
    ['fresh', 'in-work', 'done'],
    ['fresh', 'in-work', 'on-way', 'done'],
  ]);
});

test.each([
  'On the way',
  'In transit',
  'Out for delivery',
  'At the courier',
  'Shipped',
  'Picked up by the courier',
  'В доставке',
  'Доставляется',
  'В пути',
  'В дороге',
  'У курьера',
])('the status %s is a step only for orders that a courier delivers', (name) => {
  const statuses = [listed('in-work', 'work'), { ...listed('carried', 'work'), name }, listed('closed', 'done')];
  const next = (carried: boolean) => nextStep({ statusId: 'in-work', carried }, statuses)?.id;
  expect([next(true), next(false)]).toEqual(['carried', 'closed']);
});

test.each(['Under way', 'Ready for pick-up or delivery', 'Готов к самовывозу или доставке'])(
  'the status %s is a step of every order',
  (name) => {
    const statuses = [listed('in-work', 'work'), { ...listed('ready', 'work'), name }, listed('closed', 'done')];
    expect(nextStep({ statusId: 'in-work', carried: false }, statuses)?.id).toBe('ready');
  },
);
