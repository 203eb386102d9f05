/**
 * This file handles units of quantities. Docket counts pieces, so a person may enter how many pieces a pack has, or how
 * many meters a roll. Otherwise only the number is kept.
 */

import { parseQuantity, readWrittenNumber } from '../base/index.ts';
import { splitUnit, withoutPieces } from './cells.ts';
import type { ValueNotes } from './values.ts';

/** The name of the field for a unit, and of the column with units. */
export const UNIT = 'unit';
/** The headings of a column with units. All kinds of files with quantities share them. */
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

/** Reads the number of pieces in a pack, in thousandths; undefined for anything else. */
function readPackSize(to: string): number | undefined {
  const pieces = readWrittenNumber(to);
  if (pieces === undefined || pieces > MOST_PIECES) return undefined;
  const thousandths = parseQuantity(pieces);
  return typeof thousandths === 'number' && thousandths > 0 ? thousandths : undefined;
}

/** Checks for the size of a pack, or an empty text. An empty text means that only the number of a quantity is kept. */
export const isPackSize = (to: string): boolean => to === '' || readPackSize(to) !== undefined;

/** Returns the number of pieces in a pack of this unit, in thousandths; undefined until a person has entered it. */
export function packSize(notes: ValueNotes, unit: string): number | undefined {
  const { to } = notes.note(UNIT, unit);
  return to === null ? undefined : readPackSize(to);
}

/**
 * Returns the unit after the number of a quantity, or else the unit in the column for units. The result is empty for
 * pieces.
 * @param column the text of the column for units
 */
export const unitOf = (quantity: string, column: string): string => withoutPieces(splitUnit(quantity)[1] || column);

/**
 * Converts a number of packs to pieces; all numbers are thousandths. The result may have a fraction, which the caller
 * must refuse.
 */
export const inPieces = (packs: number, size: number): number => (packs * size) / PIECE;

/** Converts the price of a pack to the price of a piece, in kopecks. */
export const pricePerPiece = (kopecks: number, size: number): number => Math.round((kopecks * PIECE) / size);
