/** The pages and the server calculate with this same code: a total must not differ by a kopeck. */
export { discountOf, lineAmount, listPriceOf, type PricedLine } from '../../base/money/index.ts';
