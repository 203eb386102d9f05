import { expect, test } from 'bun:test';
import {
  addStep,
  listOwnSteps,
  type NewStep,
  ORDER_FLOW,
  orderSteps,
  type StepPatch,
  updateStep,
} from '../../src/flows/index.ts';
import {
  changeStatus,
  deleteOrder,
  getDeskOrder,
  listHistory,
  listStatuses,
  removeStatus,
  restoreOrder,
} from '../../src/orders/index.ts';
import { getActiveStatus } from '../../src/orders/statuses.ts';
import { addOrder, openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

const OF = { flow: ORDER_FLOW, language: 'ru' } as const;
const PACKED: NewStep = { id: 'packed', name: 'Собран', tone: 'teal', group: 'work', writesOffStock: false };
const add = (store: TestStore, more: Partial<NewStep> = {}) => addStep(store.ctx(), { ...OF, ...PACKED, ...more });
const change = (store: TestStore, id: string, patch: StepPatch) => updateStep(store.ctx(), { ...OF, id, ...patch });
const order = (store: TestStore, ...ids: string[]) => orderSteps(store.ctx(), { ...OF, ids });
const ids = (store: TestStore): string[] => listStatuses(store.storage.read, store.workspace.seq).map(({ id }) => id);
const remove = (store: TestStore, id: string) => removeStatus(store.ctx(), { id, language: 'ru' });
const ownOf = (store: TestStore) => listOwnSteps(store.storage.read, store.workspace.seq, ORDER_FLOW);
const actionsOf = async (store: TestStore): Promise<string[]> =>
  (await listHistory(store.ctx(), { filter: { kind: 'settings' }, limit: 10 })).rows
    .map(({ action }) => action)
    .filter((action) => action.startsWith('status.'));
const VIRTUAL = ['status-new', 'status-in-progress', 'status-closed', 'status-cancelled'];

const make = (store: TestStore, statusId?: string): Promise<string> => addOrder(store.ctx(), { statusId });

test('a workspace has four virtual statuses, which are stored when an owner adds a status', async () => {
  await using store = await openTestStore();
  expect(ownOf(store)).toEqual([]);
  expect(ids(store)).toEqual(VIRTUAL);
  await add(store);
  expect(ids(store)).toEqual(['status-new', 'status-in-progress', 'packed', 'status-closed', 'status-cancelled']);
  const own = ownOf(store);
  expect(own.map(({ name }) => name)).toEqual(['Новый', 'В работе', 'Собран', 'Закрыт', 'Отменён']);
  expect(own.map(({ group }) => group)).toEqual(['new', 'work', 'work', 'done', 'cancelled']);
  await make(store, 'packed');
  await make(store, 'status-closed');
  expect(await actionsOf(store)).toEqual(['status.added', 'status.set_made_own']);
});

test.each([
  ['a rename', (store: TestStore) => change(store, 'status-closed', { name: 'Выдан' }), 'status.updated'],
  ['a new order', (store: TestStore) => order(store, ...VIRTUAL.toReversed()), 'status.reordered'],
  ['a removal', (store: TestStore) => remove(store, 'status-cancelled'), 'status.removed'],
] as const)(
  'after %s, the virtual statuses are stored with names in the owner’s language',
  async (_what, act, action) => {
    await using store = await openTestStore();
    await act(store);
    expect(ownOf(store).find(({ id }) => id === 'status-new')?.name).toBe('Новый');
    expect(await actionsOf(store)).toEqual([action, 'status.set_made_own']);
  },
);

test('a change that is refused or changes nothing does not store the four virtual statuses', async () => {
  await using store = await openTestStore();
  await expect(add(store, { id: 'status-new' })).rejects.toMatchObject({ details: [{ rule: 'step_id_taken' }] });
  await expect(add(store, { name: 'новый' })).rejects.toMatchObject({ details: [{ rule: 'step_name_taken' }] });
  await expect(change(store, 'nope', { name: 'X' })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(remove(store, 'status-new')).rejects.toMatchObject({ kind: 'validation_failed' });
  await expect(order(store, 'status-new')).rejects.toMatchObject({ kind: 'precondition_failed' });
  await change(store, 'status-new', { name: 'Новый' });
  await order(store, ...VIRTUAL);
  expect(ownOf(store)).toEqual([]);
  expect(await actionsOf(store)).toEqual([]);
});

test.each([
  { id: '' },
  { id: 'Packed' },
  { id: 'собран' },
  { id: '-a' },
  { id: 'a b' },
  { id: 'a'.repeat(65) },
  { name: ' ' },
  { name: 'x'.repeat(61) },
  { name: 'two\nlines' },
])('a status %j is refused', async (more) => {
  await using store = await openTestStore();
  await expect(add(store, more)).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('status-new can be renamed, but never switched off or deleted', async () => {
  await using store = await openTestStore();
  await add(store);
  await change(store, 'status-new', { name: 'Пришёл с сайта', tone: 'pink' });
  await expect(change(store, 'status-new', { active: false })).rejects.toMatchObject({ kind: 'validation_failed' });
  await expect(remove(store, 'status-new')).rejects.toMatchObject({ kind: 'validation_failed' });
  expect(getActiveStatus(store.storage.read, store.workspace.seq, 'status-new').name).toBe('Пришёл с сайта');
});

test('orders in a switched-off status keep it, but no other order can enter it', async () => {
  await using store = await openTestStore();
  await add(store);
  const order = await make(store, 'packed');
  await change(store, 'packed', { active: false });
  expect(getDeskOrder(store.ctx(), order).order.statusId).toBe('packed');
  await expect(make(store, 'packed')).rejects.toMatchObject({ kind: 'invalid_status' });
  const other = await make(store);
  await expect(changeStatus(store.ctx(), { id: other, statusId: 'packed' })).rejects.toMatchObject({
    kind: 'invalid_status',
  });
  expect(listStatuses(store.storage.read, store.workspace.seq)[2]).toMatchObject({ id: 'packed', active: false });
  await change(store, 'packed', { active: true });
  await changeStatus(store.ctx(), { id: other, statusId: 'packed' });
});

test('a status is deleted only if no order has it', async () => {
  await using store = await openTestStore();
  await add(store);
  const order = await make(store, 'packed');
  await expect(remove(store, 'packed')).rejects.toMatchObject({ kind: 'status_in_use' });
  await deleteOrder(store.ctx(), { id: order });
  await expect(remove(store, 'packed')).rejects.toMatchObject({ kind: 'status_in_use' });
  await restoreOrder(store.ctx(), order);
  await changeStatus(store.ctx(), { id: order, statusId: 'status-new' });
  await remove(store, 'packed');
  await remove(store, 'status-cancelled');
  expect(ids(store)).toEqual(VIRTUAL.slice(0, 3));
  await expect(make(store, 'status-cancelled')).rejects.toMatchObject({ kind: 'invalid_status' });
  await expect(remove(store, 'packed')).rejects.toMatchObject({ kind: 'not_found' });
});

test('statuses are reordered all together or not at all, and a new status is last in its group', async () => {
  await using store = await openTestStore();
  await add(store);
  const before = ids(store);
  await order(store, 'packed', 'status-new', 'status-in-progress', 'status-closed', 'status-cancelled');
  expect(ids(store).slice(0, 2)).toEqual(['packed', 'status-new']);
  for (const wrong of [VIRTUAL, [...VIRTUAL, 'nope'], [...VIRTUAL, 'status-new']]) {
    await expect(order(store, ...wrong)).rejects.toMatchObject({ kind: 'precondition_failed' });
  }
  await order(store, ...before);
  await remove(store, 'status-in-progress');
  await add(store, { id: 'aaa', name: 'Another' });
  expect(ids(store)).toEqual(['status-new', 'packed', 'aaa', 'status-closed', 'status-cancelled']);
});

test('a workspace has at most fifty statuses', async () => {
  await using store = await openTestStore();
  for (let at = 5; at <= 50; at += 1) await add(store, { id: `s-${at}`, name: `S ${at}` });
  await expect(add(store, { id: 's-51', name: 'S 51' })).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('a change of one workspace’s statuses does not affect another workspace', async () => {
  await using store = await openTestStore();
  const other = await secondWorkspace(store);
  await add(store);
  expect(ids({ ...store, workspace: other })).toEqual(VIRTUAL);
});
