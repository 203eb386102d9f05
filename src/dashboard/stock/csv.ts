import type { Language } from '../../base/index.ts';
import { listProducts, type Product } from '../../stock/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { asDigits, type Cell, type TableFormat, type TextReading, tableFile } from '../desk/index.ts';

/** The headings that the import recognises. */
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['id', 'name', 'sku', 'quantity', 'price', 'category', 'warn below', 'barcode'],
  ru: ['id', 'название', 'артикул', 'количество', 'цена', 'категория', 'предупреждать ниже', 'штрихкод'],
};
/** The products read at once, as a part of a step. */
const PAGE = 20;

export const tableOfProducts: TextReading<{ readonly format?: TableFormat | undefined }> = {
  name: 'table of products',
  texts(ctx, { format }) {
    const { line, of } = tableFile(ctx.language, format);
    return of(linesOf(ctx, ctx.language, line));
  },
};

/** The lines of the file, read a page at a time like the orders' table. */
function* linesOf(ctx: Ctx, language: Language, line: (cells: readonly Cell[]) => string): Generator<string, void> {
  yield line(HEADINGS[language]);
  let cursor: string | undefined;
  do {
    const page = listProducts(ctx, { limit: PAGE, cursor });
    yield page.products.map((product) => line(cellsOf(product))).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
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
