/**
 * Docket counts goods in pieces. For another unit, such as a pack, the user may enter how many pieces or meters it
 * contains. Otherwise the import turns 3 packs into 3 pieces.
 */

import { parseQuantity, readWrittenNumber } from '../base/index.ts';
import { splitUnit, withoutPieces } from './cells.ts';
import type { ValueNotes } from './values.ts';

export const UNIT = 'unit';
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

function readPackSize(to: string): number | undefined {
  const pieces = readWrittenNumber(to);
  if (pieces === undefined || pieces > MOST_PIECES) return undefined;
  const thousandths = parseQuantity(pieces);
  return typeof thousandths === 'number' && thousandths > 0 ? thousandths : undefined;
}

/** Returns true for a pack size or an empty text. For an empty text, the import drops the unit of a quantity. */
export const isPackSize = (to: string): boolean => to === '' || readPackSize(to) !== undefined;

/** Returns the number of pieces in a pack of this unit, in thousandths; undefined until a person has entered it. */
export function packSize(notes: ValueNotes, unit: string): number | undefined {
  const { to } = notes.note(UNIT, unit);
  return to === null ? undefined : readPackSize(to);
}

/** Returns the unit of a quantity; empty for pieces. @param column the text of the column for units */
export const unitOf = (quantity: string, column: string): string => withoutPieces(splitUnit(quantity)[1] || column);

/**
 * Converts a number of packs to pieces; all numbers are thousandths. The result may have a fraction, which the caller
 * must refuse.
 */
export const inPieces = (packs: number, size: number): number => (packs * size) / PIECE;

export const pricePerPiece = (kopecks: number, size: number): number => Math.round((kopecks * PIECE) / size);
