/** The pages and the server share this code, so that their totals never differ by a kopeck. */
export { discountOf, lineAmount, listPriceOf, type PricedLine } from '../../base/money/index.ts';
