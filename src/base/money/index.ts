/**
 * Roubles, kopecks and thousandths of a piece: parsed, multiplied, rounded half up. Also numbers as people write them.
 * Must never: calculate with fractions of a kopeck.
 */
export { discountOf, listPriceOf, type PricedLine } from './discount.ts';
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
export { isRounded, readWrittenNumber } from './written-number.ts';
