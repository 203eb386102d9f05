import { parseQuantity, readWrittenNumber } from '../base/index.ts';
import { splitUnit, withoutPieces } from './cells.ts';
import type { ValueNotes } from './values.ts';

/**
 * Units of the quantities in a file. Docket counts pieces. So a person may say how many pieces are in a pack, or how
 * many metres are on a roll. Otherwise only the number is kept.
 */

/** The field of a matched unit, and of the column that contains units. */
export const UNIT = 'unit';
/** The headings of the column for units, for each kind of file that has quantities. */
export const UNIT_HEADINGS = [
  'unit',
  'units',
  'uom',
  'unit of measure',
  'ед',
  'ед изм',
  'единица',
  'единица измерения',
];

/** One piece, in thousandths. */
export const PIECE = 1_000;
const MOST_PIECES = 100_000;

/** Reads the number of pieces in one pack, in thousandths; undefined for anything else. */
function readPackSize(to: string): number | undefined {
  const pieces = readWrittenNumber(to);
  if (pieces === undefined || pieces > MOST_PIECES) return undefined;
  const thousandths = parseQuantity(pieces);
  return typeof thousandths === 'number' && thousandths > 0 ? thousandths : undefined;
}

/** True for the size of a pack, and for an empty text. With an empty text, only the number of a quantity is kept. */
export const isPackSize = (to: string): boolean => to === '' || readPackSize(to) !== undefined;

/** The number of pieces in one pack of a unit, in thousandths; undefined until a person has entered it. */
export function packSize(notes: ValueNotes, unit: string): number | undefined {
  const { to } = notes.note(UNIT, unit);
  return to === null ? undefined : readPackSize(to);
}

/**
 * The unit after the number of a quantity. If there is none, it is the unit in the column for units. Empty for pieces.
 *
 * @param column the text of the column for units
 */
export const unitOf = (quantity: string, column: string): string => withoutPieces(splitUnit(quantity)[1] || column);

/**
 * Converts a number of packs to pieces; all figures are in thousandths. The result may have a fraction, which the
 * caller must refuse.
 */
export const inPieces = (packs: number, size: number): number => (packs * size) / PIECE;

/** The price of a piece in kopecks, from the price of a pack. */
export const pricePerPiece = (kopecks: number, size: number): number => Math.round((kopecks * PIECE) / size);
