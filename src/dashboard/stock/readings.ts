import { getStocktake, listCounts, type StocktakePart } from '../../stock/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { CountedProduct, OneStocktake, type StocktakeAnswer } from './answers.ts';

const PAGE = 100;

interface StocktakeQuery {
  readonly id: string;
  readonly part?: StocktakePart | undefined;
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A page of a stocktake's list. Finding the products still to be counted may read much of a long list. */
export const readStocktake: Reading<StocktakeQuery, (typeof StocktakeAnswer)['static']> = {
  name: 'stocktake',
  async read(ctx, { id, part, q: text, ...query }) {
    const stocktake = getStocktake(ctx, id);
    const listed = part ?? (stocktake.appliedAt === null ? 'all' : 'counted');
    const page = await listCounts(ctx, { ...query, id, part: listed, text, limit: PAGE });
    return {
      stocktake: shown(OneStocktake, stocktake),
      products: page.products.map((one) => shown(CountedProduct, one)),
      nextCursor: page.nextCursor,
    };
  },
};
