import type { Language } from '../../base/index.ts';
import { type CountedProduct, getStocktake, walkCounts } from '../../stock/index.ts';
import { asDigits, type Cell, type ReadingCtx, type TableFormat, type TextReading, tableFile } from '../desk/index.ts';

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['category', 'name', 'sku', 'barcode', 'expected', 'counted', 'difference', 'price'],
  ru: ['категория', 'название', 'артикул', 'штрихкод', 'по учёту', 'посчитано', 'разница', 'цена'],
};
/** The products read at once, as a part of a step. */
const PAGE = 20;

interface AskedFile {
  readonly id: string;
  readonly format?: TableFormat | undefined;
}

/** A stocktake as a file: all products while people count, only the counted ones after it is applied. */
export const tableOfStocktake: TextReading<AskedFile> = {
  name: 'table of a stocktake',
  texts(ctx, { id, format }) {
    const { line, of } = tableFile(ctx.language, format);
    return of(linesOf(ctx, id, line));
  },
};

function* linesOf(ctx: ReadingCtx, id: string, line: (cells: readonly Cell[]) => string): Generator<string, void> {
  yield line(HEADINGS[ctx.language]);
  const isOpen = getStocktake(ctx, id).appliedAt === null;
  let cursor: string | undefined;
  do {
    const page = walkCounts(ctx, { id, limit: PAGE, cursor });
    yield page.products
      .filter(({ counted }) => isOpen || counted !== null)
      .map((product) => line(cellsOf(product)))
      .join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
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
