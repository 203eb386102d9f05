import { type AmountFault, isCalendarDay, isTimeOfDay, parseQuantity, parseRoubles } from '../../base/index.ts';

/** What people write into cells, and why it is not what it should be. */

export type CellFault = 'bad_date' | 'bad_time' | 'bad_number' | 'zero_quantity' | 'rounded_phone' | AmountFault;

export interface Fault {
  readonly fault: CellFault;
}

const fault = (of: CellFault): Fault => ({ fault: of });
export const isFault = (value: string | number | Fault): value is Fault => typeof value === 'object';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const RUSSIAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** 2026-03-08 and 08.03.2026, as YYYY-MM-DD. */
export function readDay(text: string): string | Fault {
  const match = RUSSIAN_DAY.exec(text);
  const day =
    match === null ? text : `${match[3]}-${match[2]?.padStart(2, '0') ?? ''}-${match[1]?.padStart(2, '0') ?? ''}`;
  return ISO_DAY.test(day) && isCalendarDay(day) ? day : fault('bad_date');
}

const RANGE = /^(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})$/;

/** 9:00, 09:00 and 9:00:00, as HH:mm. */
export function readTime(text: string): string | Fault {
  const time = text.replace(/^(\d{1,2}:\d{2}):00$/, '$1').padStart(5, '0');
  return isTimeOfDay(time) ? time : fault('bad_time');
}

/** 10:00-12:00 in one cell. */
export function splitSlot(text: string): readonly [string, string] | undefined {
  const match = RANGE.exec(text);
  return match === null ? undefined : [match[1] ?? '', match[2] ?? ''];
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const withoutSigns = (text: string): string => text.replaceAll(/[\s\u00A0\u202F']|₽|руб\.?|р\.$/gi, '');

/** 1500, 1 500,50, 1,500.50 and 1.500,50; the last of two different signs is the decimal one. */
function readNumber(text: string): number | undefined {
  const bare = withoutSigns(text);
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
  const thousands = comma >= 0 && point >= 0 ? (comma < point ? ',' : '.') : '';
  if (thousands !== '' && !new RegExp(`^-?\\d{1,3}(?:\\${thousands}\\d{3})+[.,]\\d+$`).test(bare)) return undefined;
  const plain = (thousands === '' ? bare : bare.replaceAll(thousands, '')).replace(',', '.');
  return NUMBER.test(plain) ? Number(plain) : undefined;
}

/** A thousand and a half in one country, one and a half in another. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Kopecks. */
export function readSum(text: string): number | Fault {
  if (AMBIGUOUS.test(withoutSigns(text))) return fault('too_precise');
  const number = readNumber(text);
  if (number === undefined) return fault('bad_number');
  const kopecks = parseRoubles(number);
  return typeof kopecks === 'number' ? kopecks : fault(kopecks);
}

/** Thousandths, above 0. */
export function readPieces(text: string): number | Fault {
  const number = readNumber(text);
  if (number === undefined) return fault('bad_number');
  const thousandths = parseQuantity(number);
  if (typeof thousandths !== 'number') return fault(thousandths);
  return thousandths === 0 ? fault('zero_quantity') : thousandths;
}

const ROUNDED = /^\d+(?:[.,]\d+)?E\+\d+$/i;

/** A spreadsheet that takes a phone for a number writes 7.9E+10: its digits are lost, and nobody could be called. */
export const readPhone = (text: string): string | Fault => (ROUNDED.test(text) ? fault('rounded_phone') : text);

const EXPORTED_ITEM = /^(.*\S) ×\s?([\d.,]+)( \+\d+)?$/s;

interface ExportedItem {
  readonly name: string;
  readonly quantity: string;
  /** Further items of the order, which the cell does not name. */
  readonly hasMore: boolean;
}

/** The first item and how many more there are, as the table of orders words it: "Roses ×25 +2". */
export function splitItems(text: string): ExportedItem {
  const match = EXPORTED_ITEM.exec(text);
  if (match === null) return { name: text, quantity: '', hasMore: false };
  return { name: match[1] ?? '', quantity: match[2] ?? '', hasMore: match[3] !== undefined };
}
