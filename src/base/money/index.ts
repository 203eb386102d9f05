/**
 * Roubles, kopecks and thousandths of a piece: parsed, multiplied, rounded half up.
 * Must never: reckon with fractions of a kopeck.
 */
export {
  type AmountFault,
  lineAmount,
  MAX_KOPECKS,
  MAX_ROUBLES,
  MAX_THOUSANDTHS,
  parseQuantity,
  parseRoubles,
  toPieces,
  toRoubles,
} from './money.ts';
