import { AppError } from '../base/index.ts';

/** Where a page ended: the sort value (milliseconds) of its last order and that order's seq. */
export interface Position {
  readonly at: number;
  readonly seq: number;
}

/** Where a page of a sorted list ended: what comes first in the list has the smaller group, and in it the smaller `within`. */
export interface SortedPlace extends Position {
  readonly group: number;
  readonly within: number;
}

/** Where a page of a workspace's history ended. */
export interface HistoryPlace {
  readonly at: number;
  /** Which of the merged sorts of rows. */
  readonly sort: number;
  readonly first: number;
  readonly second: number;
}

const CHECK_CHARS = 16;
const NUMBER = /^-?\d{1,16}$/;

/** Ties a place to the list that issued it: the workspace and the filters. Guards against mix-ups, not against forgers. */
const checkOf = (place: string, list: string): string =>
  new Bun.CryptoHasher('sha256').update(`${place}.${list}`).digest('hex').slice(0, CHECK_CHARS);

function encode(numbers: readonly number[], list: string): string {
  const place = numbers.join('.');
  const text = `${place}.${checkOf(place, list)}`;
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** @throws invalid_cursor unless `encode` made it, to the letter, of so many numbers for this very list */
function decode(cursor: string, list: string, count: number): number[] {
  const parts = decodeText(cursor).split('.').slice(0, -1);
  const numbers = parts.map(Number);
  const fits = numbers.length === count && parts.every((part) => NUMBER.test(part));
  if (!fits || encode(numbers, list) !== cursor) throw new AppError({ rule: 'orders_cursor' });
  return numbers;
}

export const encodeCursor = ({ at, seq }: Position, list: string): string => encode([at, seq], list);

/** @throws invalid_cursor unless encodeCursor made it for this very list */
export function decodeCursor(cursor: string, list: string): Position {
  const [at = 0, seq = 0] = decode(cursor, list, 2);
  return { at, seq };
}

export const encodeSortedCursor = ({ group, within, at, seq }: SortedPlace, list: string): string =>
  encode([group, within, at, seq], list);

/** @throws invalid_cursor */
export function decodeSortedCursor(cursor: string, list: string): SortedPlace {
  const [group = 0, within = 0, at = 0, seq = 0] = decode(cursor, list, 4);
  return { group, within, at, seq };
}

export const encodeHistoryCursor = ({ at, sort, first, second }: HistoryPlace, list: string): string =>
  encode([at, sort, first, second], list);

/** @throws invalid_cursor */
export function decodeHistoryCursor(cursor: string, list: string): HistoryPlace {
  const [at = 0, sort = 0, first = 0, second = 0] = decode(cursor, list, 4);
  return { at, sort, first, second };
}

function decodeText(cursor: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: 'base64url' }));
  } catch {
    return '';
  }
}
