import type { Language } from '../../base/index.ts';
import { listProducts, type Product } from '../../stock/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { CSV_BOM, csvLine, type TextReading } from '../desk/index.ts';

/** As the import takes them back. */
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['id', 'name', 'sku', 'quantity'],
  ru: ['id', 'название', 'артикул', 'количество'],
};
/** A page is a part of a step. */
const PAGE = 20;

export const tableOfProducts: TextReading<undefined> = {
  name: 'table of products',
  texts: (ctx) => csvOf(ctx, ctx.language),
};

/** A page at a time, as the orders' table. */
function* csvOf(ctx: Ctx, language: Language): Generator<string, void> {
  yield `${CSV_BOM}${csvLine(language, HEADINGS[language])}`;
  let cursor: string | undefined;
  do {
    const page = listProducts(ctx, { limit: PAGE, cursor });
    yield page.products.map((product) => line(product, language)).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function line({ externalId, name, sku, quantity }: Product, language: Language): string {
  // A number of ours, not a text of somebody's: a minus before it must stay one.
  const pieces = String(quantity / 1000);
  const onHand = language === 'ru' ? pieces.replace('.', ',') : pieces;
  return csvLine(language, [externalId, name, sku ?? '', { made: onHand }]);
}
