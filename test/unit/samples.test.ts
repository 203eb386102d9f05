import { expect, test } from 'bun:test';
import { VIRTUAL_STATUSES } from '../../src/flows/index.ts';
import { sampleBodies } from '../../src/webhooks/index.ts';
import { START_MS } from '../support/world.ts';

test('the sample order’s status exists in every new workspace, under the same name', () => {
  const { body } = sampleBodies(START_MS).find(({ type }) => type === 'order.status.changed') ?? { body: '{}' };
  const { id, name } = JSON.parse(body).data.status;
  expect(VIRTUAL_STATUSES.map((status) => [status.id, status.name])).toContainEqual([id, name]);
});
