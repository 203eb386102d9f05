import { listProducts, type Product } from '../../stock/index.ts';
import { asDigits, type Column, columnsReading, pagesOf } from '../desk/index.ts';

/** The columns of the table of products. The import recognizes these headings. */
const COLUMNS: readonly Column<Product>[] = [
  ['id', 'id', ({ externalId }) => asDigits(externalId)],
  ['name', 'название', ({ name }) => name],
  ['sku', 'артикул', ({ sku }) => asDigits(sku ?? '')],
  ['quantity', 'количество', ({ quantity }) => ({ number: quantity / 1000 })],
  ['price', 'цена', ({ price }) => (price === null ? '' : { kopecks: price })],
  ['category', 'категория', ({ category }) => category ?? ''],
  ['warn below', 'предупреждать ниже', ({ warnBelow }) => (warnBelow === null ? '' : { number: warnBelow / 1000 })],
  ['barcode', 'штрихкод', ({ barcode }) => asDigits(barcode ?? '')],
];
/**
 * The number of products that one query returns. It is small, because the server can serve other requests only between
 * two queries.
 */
const PAGE = 20;

export const tableOfProducts = columnsReading('table of products', COLUMNS, async function* (ctx) {
  for await (const page of pagesOf((cursor) => listProducts(ctx, { limit: PAGE, cursor }))) yield page.products;
});
