import type { Language } from '../../base/index.ts';
import { type CountedProduct, getStocktake, walkCounts } from '../../stock/index.ts';
import { asDigits, type Cell, pagesOf, type ReadingCtx, type Rows, tableReading } from '../desk/index.ts';

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['category', 'name', 'sku', 'barcode', 'expected', 'counted', 'difference', 'price'],
  ru: ['категория', 'название', 'артикул', 'штрихкод', 'по учёту', 'посчитано', 'разница', 'цена'],
};
/** The products read at once, as a part of a step. */
const PAGE = 20;

/** A stocktake as a file: all products while people count, only the counted ones after it is applied. */
export const tableOfStocktake = tableReading('table of a stocktake', rowsOf);

async function* rowsOf(ctx: ReadingCtx, { id }: { readonly id: string }): AsyncGenerator<Rows, void> {
  yield [HEADINGS[ctx.language]];
  const isOpen = getStocktake(ctx, id).appliedAt === null;
  for await (const { products } of pagesOf((cursor) => walkCounts(ctx, { id, limit: PAGE, cursor }))) {
    yield products.filter(({ counted }) => isOpen || counted !== null).map(cellsOf);
  }
}

function cellsOf({ category, name, sku, barcode, quantity, expected, counted, price }: CountedProduct): Cell[] {
  const books = expected ?? quantity;
  return [
    category ?? '',
    name,
    asDigits(sku ?? ''),
    asDigits(barcode ?? ''),
    { number: books / 1000 },
    counted === null ? '' : { number: counted / 1000 },
    counted === null ? '' : { number: (counted - books) / 1000 },
    price === null ? '' : { kopecks: price },
  ];
}
