import { expect, test } from 'bun:test';
import {
  addStatus,
  changeStatus,
  createOrder,
  deleteOrder,
  getDeskOrder,
  listHistory,
  listOwnStatuses,
  listStatuses,
  makeStatusesOwn,
  moveStatus,
  removeStatus,
  restoreOrder,
  updateStatus,
} from '../../src/orders/index.ts';
import type { NewStatus, StatusPatch } from '../../src/orders/statuses/change-set.ts';
import { findActiveStatus } from '../../src/orders/statuses/index.ts';
import { events } from '../../src/storage/index.ts';
import { openTestStore, TEST_ACTOR, type TestStore } from '../support/store.ts';

const PACKED: NewStatus = { id: 'packed', name: 'Собран', tone: 'teal', group: 'work', writesOffStock: false };
const add = (store: TestStore, more: Partial<NewStatus> = {}) =>
  addStatus(
    { storage: store.storage, workspace: store.workspace, actor: TEST_ACTOR },
    { ...PACKED, ...more, language: 'ru' },
  );
const change = (store: TestStore, id: string, patch: StatusPatch) =>
  updateStatus({ storage: store.storage, workspace: store.workspace, actor: TEST_ACTOR }, { id, ...patch });
const ids = (store: TestStore): string[] => listStatuses(store.storage.read, store.workspace.seq).map(({ id }) => id);
const remove = (store: TestStore, id: string) =>
  removeStatus({ storage: store.storage, workspace: store.workspace, actor: TEST_ACTOR }, id);
const VIRTUAL = ['status-new', 'status-in-progress', 'status-closed', 'status-cancelled'];

let keys = 0;
async function make(store: TestStore, statusId?: string): Promise<string> {
  keys += 1;
  const { order } = await createOrder(store.ctx(), {
    requestKey: `key-${keys}`,
    date: '2026-05-20T10:00:00+03:00',
    statusId,
    products: [{ name: 'Rose', quantity: 1, price: 100 }],
  });
  return order.id;
}

test('while the set is empty the virtual one counts; the first status that an owner adds makes it own, seeded with those four', async () => {
  await using store = await openTestStore();
  expect(listOwnStatuses(store.storage.read, store.workspace.seq)).toEqual([]);
  expect(ids(store)).toEqual(VIRTUAL);
  await add(store);
  expect(ids(store)).toEqual(['status-new', 'status-in-progress', 'packed', 'status-closed', 'status-cancelled']);
  const own = listOwnStatuses(store.storage.read, store.workspace.seq);
  expect(own.map(({ name }) => name)).toEqual(['Новый', 'В работе', 'Собран', 'Закрыт', 'Отменён']);
  expect(own.map(({ group }) => group)).toEqual(['new', 'work', 'work', 'done', 'cancelled']);
  await make(store, 'packed');
  await make(store, 'status-closed');
  const actions = listHistory(store.ctx(), { filter: { kind: 'settings' }, limit: 10 }).rows.map(
    ({ action }) => action,
  );
  expect(actions.slice(0, 2)).toEqual(['status.added', 'status.set_made_own']);
});

test('made own in one step, the set has the same ids in the owner’s language; a second time nothing happens', async () => {
  await using store = await openTestStore();
  await makeStatusesOwn({ storage: store.storage, workspace: store.workspace, actor: TEST_ACTOR }, 'en');
  await makeStatusesOwn({ storage: store.storage, workspace: store.workspace, actor: TEST_ACTOR }, 'ru');
  const own = listOwnStatuses(store.storage.read, store.workspace.seq);
  expect(own.map(({ id, name }) => [id, name])).toEqual([
    ['status-new', 'New'],
    ['status-in-progress', 'In progress'],
    ['status-closed', 'Closed'],
    ['status-cancelled', 'Cancelled'],
  ]);
});

test('a virtual set cannot be changed, and a refused status leaves it virtual', async () => {
  await using store = await openTestStore();
  await expect(change(store, 'status-new', { name: 'X' })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(add(store, { id: 'status-new' })).rejects.toMatchObject({ kind: 'validation_failed' });
  await expect(add(store, { name: 'новый' })).rejects.toMatchObject({ kind: 'validation_failed' });
  expect(listOwnStatuses(store.storage.read, store.workspace.seq)).toEqual([]);
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

test('status-new can be renamed, never switched off or deleted', async () => {
  await using store = await openTestStore();
  await add(store);
  await change(store, 'status-new', { name: 'Пришёл с сайта', tone: 'pink' });
  await expect(change(store, 'status-new', { active: false })).rejects.toMatchObject({ kind: 'validation_failed' });
  await expect(remove(store, 'status-new')).rejects.toMatchObject({ kind: 'validation_failed' });
  expect(findActiveStatus(store.storage.read, store.workspace.seq, 'status-new')?.name).toBe('Пришёл с сайта');
});

test('orders in a status that is switched off keep it; none can be put in it any more', async () => {
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

test('a status that any order is in, even a deleted one that can come back, is not deleted; an unused one is', async () => {
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

test('statuses are moved past one another, not beyond the ends, and one that is added stands last of its group', async () => {
  await using store = await openTestStore();
  await add(store);
  const move = (id: string, by: -1 | 1) =>
    moveStatus({ storage: store.storage, workspace: store.workspace, actor: TEST_ACTOR }, { id, by });
  expect(await move('packed', 1)).toBe(4);
  expect(await move('packed', -1)).toBe(3);
  expect(await move('status-new', -1)).toBe(1);
  expect(await move('status-cancelled', 1)).toBe(5);
  expect(ids(store)).toEqual(['status-new', 'status-in-progress', 'packed', 'status-closed', 'status-cancelled']);
  await remove(store, 'status-in-progress');
  await add(store, { id: 'aaa', name: 'Another' });
  expect(ids(store)).toEqual(['status-new', 'packed', 'aaa', 'status-closed', 'status-cancelled']);
  await expect(move('nope', 1)).rejects.toMatchObject({ kind: 'not_found' });
});

test('a set has at most fifty statuses', async () => {
  await using store = await openTestStore();
  for (let at = 5; at <= 50; at += 1) await add(store, { id: `s-${at}`, name: `S ${at}` });
  await expect(add(store, { id: 's-51', name: 'S 51' })).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('receivers are told the name that the owner gave', async () => {
  await using store = await openTestStore();
  await add(store);
  const order = await make(store);
  await changeStatus(store.ctx(), { id: order, statusId: 'packed' });
  const body = store.storage.read.select().from(events).all().at(-1)?.body ?? '{}';
  expect(JSON.parse(body).data.status).toEqual({ id: 'packed', name: 'Собран' });
});

test('another workspace’s set is its own affair', async () => {
  await using store = await openTestStore();
  await using other = await openTestStore();
  await add(store);
  expect(ids(other)).toEqual(VIRTUAL);
});
