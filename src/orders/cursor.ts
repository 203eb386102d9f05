import { AppError } from '../base/index.ts';
import { findPlace, hidePlace, type Storage } from '../storage/index.ts';

/** The end of a page: the sort value of its last order in milliseconds, and that order's seq. */
export interface Position {
  readonly at: number;
  readonly seq: number;
}

/** The end of a page of a sorted list. The list is sorted by `group`, then by `within`, both ascending. */
export interface SortedPlace extends Position {
  readonly group: number;
  readonly within: number;
}

export interface HistoryPlace {
  readonly at: number;
  readonly sort: number;
  readonly first: number;
  readonly second: number;
}

/**
 * A list that cursors are made for. `list` is a text with the workspace and the filters. A cursor is valid only for the
 * same text.
 */
export interface List {
  readonly storage: Storage;
  readonly list: string;
}

function decode({ storage, list }: List, cursor: string, count: number): number[] {
  const numbers = findPlace(storage, cursor, list, count);
  if (numbers === undefined) throw new AppError({ rule: 'orders_cursor' });
  return numbers;
}

export const encodeCursor = ({ storage, list }: List, { at, seq }: Position): string =>
  hidePlace(storage, [at, seq], list);

/** @throws invalid_cursor */
export function decodeCursor(list: List, cursor: string): Position {
  const [at = 0, seq = 0] = decode(list, cursor, 2);
  return { at, seq };
}

export const encodeSortedCursor = ({ storage, list }: List, { group, within, at, seq }: SortedPlace): string =>
  hidePlace(storage, [group, within, at, seq], list);

/** @throws invalid_cursor */
export function decodeSortedCursor(list: List, cursor: string): SortedPlace {
  const [group = 0, within = 0, at = 0, seq = 0] = decode(list, cursor, 4);
  return { group, within, at, seq };
}

export const encodeHistoryCursor = ({ storage, list }: List, { at, sort, first, second }: HistoryPlace): string =>
  hidePlace(storage, [at, sort, first, second], list);

/** @throws invalid_cursor */
export function decodeHistoryCursor(list: List, cursor: string): HistoryPlace {
  const [at = 0, sort = 0, first = 0, second = 0] = decode(list, cursor, 4);
  return { at, sort, first, second };
}
