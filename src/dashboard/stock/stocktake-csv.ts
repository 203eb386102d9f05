import { type CountedProduct, getStocktake, walkCounts } from '../../stock/index.ts';
import { asDigits, type Column, columnsReading, pagesOf, type ReadingCtx } from '../desk/index.ts';

/**
 * Returns the quantity in Docket at the time of the count, in thousandths. For an uncounted product, it is the current
 * quantity.
 */
const booksOf = ({ expected, quantity }: CountedProduct): number => expected ?? quantity;

const COLUMNS: readonly Column<CountedProduct>[] = [
  ['category', 'категория', ({ category }) => category ?? ''],
  ['name', 'название', ({ name }) => name],
  ['sku', 'артикул', ({ sku }) => asDigits(sku ?? '')],
  ['barcode', 'штрихкод', ({ barcode }) => asDigits(barcode ?? '')],
  ['expected', 'по учёту', (product) => ({ number: booksOf(product) / 1000 })],
  ['counted', 'посчитано', ({ counted }) => (counted === null ? '' : { number: counted / 1000 })],
  [
    'difference',
    'разница',
    (product) => (product.counted === null ? '' : { number: (product.counted - booksOf(product)) / 1000 }),
  ],
  ['price', 'цена', ({ price }) => (price === null ? '' : { kopecks: price })],
];
/**
 * The number of products that one query returns. It is small, so that the server can serve other requests after every
 * few queries.
 */
const PAGE = 20;

/** A stocktake as a file. It lists all products while people count, and only the counted ones after it is applied. */
export const tableOfStocktake = columnsReading('table of a stocktake', COLUMNS, productsOf);

async function* productsOf(ctx: ReadingCtx, { id }: { readonly id: string }): AsyncGenerator<CountedProduct[], void> {
  const isOpen = getStocktake(ctx, id).appliedAt === null;
  for await (const { products } of pagesOf((cursor) => walkCounts(ctx, { id, limit: PAGE, cursor }))) {
    yield products.filter(({ counted }) => isOpen || counted !== null);
  }
}
