import { expect, test } from 'bun:test';
import { differencesOf, merge } from '../../src/dashboard/client/features/orders/order-form/differences.ts';
import { type Draft, emptyDraft } from '../../src/dashboard/client/features/orders/order-form/draft.ts';
import { newItem } from '../../src/dashboard/client/features/orders/order-form/order-items.ts';

/** Each call creates new keys for the items, like a form that loads the order again. */
const draft = (change: Partial<Draft> = {}): Draft => ({
  ...emptyDraft('2026-11-26'),
  num: '7',
  client: { name: 'Anna', phone: '+7 912' },
  items: [tulips(), vase()],
  ...change,
});
const item = (name: string, quantity: string, price: string, id: string) => ({
  ...newItem(),
  name,
  quantity,
  price,
  rest: id === '' ? {} : { id },
});
const tulips = (quantity = '25', price = '110') => item('Tulips', quantity, price, 't');
const vase = (quantity = '1', price = '1200') => item('Vase', quantity, price, '');

const linesOf = ({ items }: Draft) => items.map(({ name, quantity, price }) => `${name} ${quantity} ${price}`);
const pathsOf = (found: readonly { readonly path: string }[]) => found.map(({ path }) => path.split('.')[0]);

test('a change that only one person made is kept, field by field and item by item', () => {
  const base = draft();
  const [first, second] = base.items;
  if (first === undefined || second === undefined) throw new Error('no items');
  const mine = {
    ...base,
    client: { ...base.client, name: 'Olga' },
    items: [{ ...first, quantity: '50' }, second, item('Card', '1', '90', '')],
  };
  const theirs = draft({
    timeStart: '09:00',
    client: { name: 'Anna', phone: '+7 921' },
    items: [tulips('25', '120'), item('Ribbon', '2', '50', '')],
  });
  const merged = merge(base, mine, theirs);
  expect(merged.clashes).toEqual([]);
  const both = merged.draft({});
  expect(both).toMatchObject({
    num: '7',
    date: '2026-11-26',
    timeStart: '09:00',
    client: { name: 'Olga', phone: '+7 921' },
  });
  const again = merge(merged.latest, both, draft({ timeStart: '09:30', items: theirs.items }));
  expect(linesOf(again.draft({}))).toEqual(['Tulips 50 120', 'Ribbon 2 50', 'Card 1 90']);
  // Another item is now at the vase's position, so it counts as the vase with changes.
  expect(linesOf(both)).toEqual(['Tulips 50 120', 'Ribbon 2 50', 'Card 1 90']);
});

test('an item that the other person removed stays removed', () => {
  const base = draft();
  const merged = merge(base, { ...base, platform: 'till' }, draft({ items: [vase()] }));
  expect(merged.clashes).toEqual([]);
  expect(linesOf(merged.draft({}))).toEqual(['Vase 1 1200']);
});

test('each field that both people changed is asked about separately', () => {
  const base = draft({ timeEnd: '12:00' });
  const [first, second] = base.items;
  if (first === undefined || second === undefined) throw new Error('no items');
  const mine = { ...base, timeEnd: '13:00', platform: 'till', items: [{ ...first, quantity: '30' }] };
  const theirs = draft({ timeEnd: '14:00', items: [tulips('40'), vase('2')] });
  const merged = merge(base, mine, theirs);
  expect(pathsOf(merged.clashes)).toEqual(['timeEnd', 'items', 'items']);
  expect(merged.draft({})).toMatchObject({ timeEnd: '13:00', platform: 'till' });
  expect(linesOf(merged.draft({}))).toEqual(['Tulips 30 110']);
  const theirsAll = Object.fromEntries(merged.clashes.map(({ path }) => [path, 'theirs'] as const));
  expect(linesOf(merged.draft(theirsAll))).toEqual(['Tulips 40 110', 'Vase 2 1200']);
  expect(merged.draft(theirsAll)).toMatchObject({ timeEnd: '14:00', platform: 'till' });
  expect(merge(base, { ...base, timeEnd: '14:00' }, theirs).clashes).toEqual([]);
});

test('order drafts differ only where a reader would see a difference', () => {
  const base = draft();
  const [first, second] = base.items;
  if (first === undefined || second === undefined) throw new Error('no items');
  expect(differencesOf(base, { ...base, platform: ' ', items: [{ ...first, quantity: '25,0' }, second] })).toEqual([]);
  for (const [before, after] of [
    ['0012', '12'],
    ['89991234567890123', '89991234567890124'],
    ['10', '1'],
  ] as const) {
    const numbered = draft({ num: before });
    expect(pathsOf(differencesOf(numbered, { ...numbered, num: after }))).toEqual(['num']);
  }
  const found = differencesOf(base, { ...base, client: { ...base.client, phone: '' }, items: [second] });
  expect(pathsOf(found)).toEqual(['client', 'items']);
});
