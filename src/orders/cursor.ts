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
 * A list with cursors. The field `list` contains the workspace and the filters as text. A cursor is valid only for the
 * same text.
 */
export interface List {
  readonly storage: Storage;
  readonly list: string;
}

/** Returns the two functions for cursors whose places have these fields. `decode` throws invalid_cursor. */
const cursorsOf = <Field extends string>(...fields: readonly Field[]) => ({
  encode: ({ storage, list }: List, place: Readonly<Record<Field, number>>): string =>
    hidePlace(
      storage,
      fields.map((field) => place[field]),
      list,
    ),
  decode({ storage, list }: List, cursor: string): Readonly<Record<Field, number>> {
    const numbers = findPlace(storage, cursor, list, fields.length);
    if (numbers === undefined) throw new AppError({ rule: 'orders_cursor' });
    return Object.fromEntries(fields.map((field, at) => [field, numbers[at]])) as Record<Field, number>;
  },
});

export const CURSORS = cursorsOf('at', 'seq');
export const SORTED_CURSORS = cursorsOf('group', 'within', 'at', 'seq');
export const HISTORY_CURSORS = cursorsOf('at', 'sort', 'first', 'second');
