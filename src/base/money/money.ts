/** Money is stored as integer kopecks, and sent as roubles with at most two decimals (contract, section 3). */

export const MAX_KOPECKS = 99_999_999_999;
export const MAX_ROUBLES = 999_999_999.99;
export const MAX_THOUSANDTHS = 999_999_999_999;

/**
 * A difference below 1e-6 rouble from a whole kopeck is ignored: 0.1 + 0.2 is thirty kopecks, 0.305 is refused. A
 * difference of exactly 1e-6, which a double may store slightly smaller, is refused too.
 */
const TOLERANCE_ROUBLES = 1e-6 - 1e-10;
/** The rounding error that a calculation such as 0.1 + 0.2 leaves, relative to its result. */
const NOISE = 4 * Number.EPSILON;

export type AmountFault = 'negative' | 'too_large' | 'too_precise';

export function parseRoubles(roubles: number): number | AmountFault {
  return parseScaled(roubles, { scale: 100, max: MAX_KOPECKS, tolerance: TOLERANCE_ROUBLES });
}

export function parseQuantity(quantity: number): number | AmountFault {
  // A fourth decimal is refused, however small (contract, section 3).
  return parseScaled(quantity, { scale: 1000, max: MAX_THOUSANDTHS, tolerance: quantity * NOISE });
}

interface Scale {
  readonly scale: number;
  readonly max: number;
  readonly tolerance: number;
}

function parseScaled(value: number, { scale, max, tolerance }: Scale): number | AmountFault {
  if (value < 0) return value > -TOLERANCE_ROUBLES ? 0 : 'negative';
  const scaled = Math.round(value * scale);
  if (scaled > max) return 'too_large';
  // Adding 0 turns -0, which is not an amount, into 0.
  return Math.abs(value - scaled / scale) <= tolerance ? scaled + 0 : 'too_precise';
}

export const toRoubles = (kopecks: number): number => kopecks / 100;

export const toPieces = (thousandths: number): number => thousandths / 1000;

/**
 * Multiplies quantity and price, and rounds half up to the kopeck. The result is exact for all quantities and prices
 * within the bounds.
 */
export function lineAmount(thousandths: number, kopecks: number): number {
  const product = thousandths * kopecks;
  if (product <= Number.MAX_SAFE_INTEGER - 500) return Math.floor((product + 500) / 1000);
  return Number((BigInt(thousandths) * BigInt(kopecks) + 500n) / 1000n);
}
