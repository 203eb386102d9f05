import type { Language } from '../../base/index.ts';
import { listProducts, type Product } from '../../stock/index.ts';
import { asDigits, type Cell, pagesOf, type ReadingCtx, type Rows, tableReading } from '../desk/index.ts';

/** The headings that the import recognises. */
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['id', 'name', 'sku', 'quantity', 'price', 'category', 'warn below', 'barcode'],
  ru: ['id', 'название', 'артикул', 'количество', 'цена', 'категория', 'предупреждать ниже', 'штрихкод'],
};
/** The products read at once, as a part of a step. */
const PAGE = 20;

export const tableOfProducts = tableReading('table of products', rowsOf);

async function* rowsOf(ctx: ReadingCtx): AsyncGenerator<Rows, void> {
  yield [HEADINGS[ctx.language]];
  for await (const { products } of pagesOf((cursor) => listProducts(ctx, { limit: PAGE, cursor }))) {
    yield products.map(cellsOf);
  }
}

const cellsOf = ({
  externalId,
  name,
  sku,
  quantity,
  price,
  category,
  warnBelow,
  barcode,
}: Product): readonly Cell[] => [
  asDigits(externalId),
  name,
  asDigits(sku ?? ''),
  { number: quantity / 1000 },
  price === null ? '' : { kopecks: price },
  category ?? '',
  warnBelow === null ? '' : { number: warnBelow / 1000 },
  asDigits(barcode ?? ''),
];
