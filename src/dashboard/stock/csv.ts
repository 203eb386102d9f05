import { listProducts, type Product } from '../../stock/index.ts';
import {
  asDigits,
  type Column,
  cellsOf,
  headingsOf,
  pagesOf,
  type ReadingCtx,
  type Rows,
  tableReading,
} from '../desk/index.ts';

/** The table of products. The import recognises these headings. */
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
/** The products in one read; a step has time for several reads. */
const PAGE = 20;

export const tableOfProducts = tableReading('table of products', rowsOf);

async function* rowsOf(ctx: ReadingCtx): AsyncGenerator<Rows, void> {
  yield [headingsOf(COLUMNS, ctx.language)];
  for await (const { products } of pagesOf((cursor) => listProducts(ctx, { limit: PAGE, cursor }))) {
    yield products.map((product) => cellsOf(COLUMNS, product));
  }
}
