/** The pages and the server calculate with this same code: a total must not differ by a kopeck. */
export { discountOf, lineAmount, listPriceOf, type Priced } from '../../base/money/index.ts';
