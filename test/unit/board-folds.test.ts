import { expect, test } from 'bun:test';
import { chooseFolded } from '../../src/dashboard/client/parts/board/choose-folded.ts';

const column = (id: string, count: number, group = 'work') => ({ id, count, group });
const COLUMNS = [
  column('new', 14, 'new'),
  column('packing', 28),
  column('way', 0),
  column('ready', 0),
  column('closed', 239, 'done'),
  column('cancelled', 15, 'cancelled'),
];
const foldedIn = (room: number, chosen: Readonly<Record<string, boolean>> = {}): string[] =>
  [...chooseFolded(COLUMNS, chosen, room)].toSorted();

test('no column folds while there is room for all', () => {
  expect(foldedIn(6 * 240 + 5 * 6)).toEqual([]);
});

test('the canceled column folds first and the done column second, until the other columns fit', () => {
  expect(foldedIn(6 * 240 + 5 * 6 - 1)).toEqual(['cancelled']);
  expect(foldedIn(1_200)).toEqual(['cancelled', 'closed']);
  expect(foldedIn(992)).toEqual(['cancelled', 'closed', 'ready']);
});

test('empty columns fold from the right once all archived columns are folded, and one column always stays open', () => {
  expect(foldedIn(700)).toEqual(['cancelled', 'closed', 'ready', 'way']);
  expect(foldedIn(0)).toHaveLength(COLUMNS.length - 1);
});

test('a column that a user has folded or opened stays as it is at any board width', () => {
  expect(foldedIn(5_000, { closed: true })).toEqual(['closed']);
  expect(foldedIn(900, { way: false, ready: false })).toEqual(['cancelled', 'closed', 'packing']);
});
