import {
  type AmountFault,
  instantOf,
  isCalendarDay,
  isRounded,
  isTimeOfDay,
  parseInstant,
  parseQuantity,
  parseRoubles,
  readWrittenNumber,
} from '../base/index.ts';
import { textOfNumber } from './workbook/cell-text.ts';

export type CellFault =
  | 'bad_date'
  | 'date_with_time'
  | 'bad_time'
  | 'bad_number'
  | 'two_readings'
  | 'zero_quantity'
  | 'rounded_phone'
  | 'rounded_digits'
  | AmountFault;

export interface Fault {
  readonly fault: CellFault;
}

const fault = (of: CellFault): Fault => ({ fault: of });
export const isFault = (value: string | number | Fault): value is Fault => typeof value === 'object';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const RUSSIAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/;
const WITH_TIME = /^(\S+?)[\sT](\d{1,2}:\d{2})((?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads 2026-03-08, 08.03.2026 or 8.3.26 as YYYY-MM-DD. A time of midnight is ignored. Any other time is a fault,
 * because it would be lost.
 */
export function readDay(text: string): string | Fault {
  const [, date = text, clock, seconds = '', zone] = WITH_TIME.exec(text) ?? [];
  const [, day = '', month = '', year = ''] = RUSSIAN_DAY.exec(date) ?? [];
  const iso = year === '' ? date : `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!ISO_DAY.test(iso) || !isCalendarDay(iso)) return fault('bad_date');
  if (clock === undefined) return iso;
  if (!isTimeOfDay(clock.padStart(5, '0'))) return fault('bad_date');
  return zone === undefined && /^[0:.]+$/.test(clock + seconds) ? iso : fault('date_with_time');
}

/** A day as a spreadsheet counts it, with its time as a fraction: 46089.5. People never write a date as five digits. */
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;
const NOON = '12:00';

/**
 * Reads a day with its time in a zone, as milliseconds since the epoch. `clock` may hold the time. A day without a time
 * gets noon, so that the day stays the same in every zone.
 */
export function readInstant(text: string, clock: string, timeZone: string): number | Fault {
  const written = SERIAL.test(text) ? textOfNumber(text.replace(',', '.'), 'both', 0) : text;
  const [, date = written, within, seconds = '', zone] = WITH_TIME.exec(written) ?? [];
  const day = readDay(date);
  if (isFault(day)) return day;
  const isMidnight = within !== undefined && zone === undefined && /^[0:.]+$/.test(within + seconds);
  const time = within === undefined || isMidnight ? clock : within + seconds;
  if (time === '') return instantOf(day, NOON, timeZone);
  const [, minutes = '', rest = ''] = /^(\d{1,2}:\d{2})(:[0-5]\d)?(?:\.\d+)?$/.exec(time) ?? [];
  const padded = minutes.padStart(5, '0');
  if (!isTimeOfDay(padded)) return fault('bad_time');
  if (zone !== undefined) return parseInstant(`${day}T${padded}${rest || ':00'}${zone}`)?.epochMs ?? fault('bad_date');
  return instantOf(day, padded, timeZone) + Number(rest.slice(1)) * 1_000;
}

const RANGE = /^(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})$/;

export function readTime(text: string): string | Fault {
  const time = text.replace(/^(\d{1,2}:\d{2}):00$/, '$1').padStart(5, '0');
  return isTimeOfDay(time) ? time : fault('bad_time');
}

/** Splits 10:00-12:00 into its two times. Returns undefined for any other text. */
export function splitSlot(text: string): readonly [string, string] | undefined {
  const match = RANGE.exec(text);
  return match === null ? undefined : [match[1] ?? '', match[2] ?? ''];
}

/** Matches a number such as 1.500, which means 1500 in one country and 1.5 in another. */
const AMBIGUOUS = /^[-−+]?₽?\s?[1-9]\d{0,2}[.,]\d{3}\s*(?:₽|руб\.?|р\.?)?$/iu;

/** Reads an amount in roubles as kopecks. */
export function readSum(text: string): number | Fault {
  if (AMBIGUOUS.test(text)) return fault('two_readings');
  const number = readWrittenNumber(text);
  if (number === undefined) return fault('bad_number');
  const kopecks = parseRoubles(number);
  return typeof kopecks === 'number' ? kopecks : fault(kopecks);
}

const BELOW_ZERO = /^(?:[-−–]\s*(.+)|\((.+)\))$/s;

/**
 * Reads an amount in roubles as kopecks. An amount with a minus, or in brackets as bookkeepers write it, is negative.
 */
export function readSignedSum(text: string): number | Fault {
  const [, behind, inside] = BELOW_ZERO.exec(text) ?? [];
  const sum = readSum(behind ?? inside ?? text);
  return isFault(sum) || (behind ?? inside) === undefined ? sum : 0 - sum;
}

const WITH_UNIT = /^(.*\d)\s*(\p{L}[\p{L}./ ]{0,15}[²³]?|[мm][23])$/u;
const PIECES = /^(?:шт|штук[аи]?|pcs?|pieces?|ea)\.?$/iu;

/** Returns the unit. Pieces do not count as a unit and give an empty text. */
export const withoutPieces = (unit: string): string => (PIECES.test(unit) ? '' : unit);

export function splitUnit(text: string): readonly [number: string, unit: string] {
  const [, number = text, unit = ''] = WITH_UNIT.exec(text) ?? [];
  return [number, unit];
}

/** Reads a quantity above 0 as thousandths. */
export function readPieces(text: string): number | Fault {
  const number = readWrittenNumber(text);
  if (number === undefined) return fault('bad_number');
  const thousandths = parseQuantity(number);
  if (typeof thousandths !== 'number') return fault(thousandths);
  return thousandths === 0 ? fault('zero_quantity') : thousandths;
}

/** Refuses a phone number that a spreadsheet has rounded, such as 7.9E+10. Its digits are lost. */
export const readPhone = (text: string): string | Fault => (isRounded(text) ? fault('rounded_phone') : text);

/**
 * Refuses a SKU, a repeat key, an order number or a payment's id that a spreadsheet has rounded. The rounded value
 * would identify something else.
 */
export const readExact = (text: string): string | Fault => (isRounded(text) ? fault('rounded_digits') : text);

const EXPORTED_ITEM = /^(.*\S) ×\s?([\d.,]+)( \+\d+)?$/s;

interface ExportedItem {
  readonly name: string;
  readonly quantity: string;
  readonly hasMore: boolean;
}

/** Splits an item, its quantity and the number of further items. The table of orders writes them as "Roses ×25 +2". */
export function splitItems(text: string): ExportedItem {
  const match = EXPORTED_ITEM.exec(text);
  if (match === null) return { name: text, quantity: '', hasMore: false };
  return { name: match[1] ?? '', quantity: match[2] ?? '', hasMore: match[3] !== undefined };
}
