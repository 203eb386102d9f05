/** The calculation with amounts, which pages and server share: a total must not differ by a kopeck. */
export { discountOf, lineAmount, listPriceOf, type Priced } from '../../base/money/index.ts';
