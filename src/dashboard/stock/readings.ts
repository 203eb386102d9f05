import {
  countBelow,
  countLow,
  getStocktake,
  listCounts,
  type StocktakePart,
  searchProducts,
} from '../../stock/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { ProductsAnswer, StocktakeAnswer } from './answers.ts';

const PAGE = 100;

interface StockQuery {
  readonly q?: string | undefined;
  readonly below?: '1' | undefined;
  readonly low?: '1' | undefined;
  readonly cursor?: string | undefined;
}

/** Reads a page of the stock list, in another thread, because a search may read all of a long list. */
export const readStock: Reading<StockQuery, (typeof ProductsAnswer)['static']> = {
  name: 'stock',
  async read(ctx, { q: text, below, low, cursor }) {
    const filter = { text, belowZero: below === '1', runningLow: low === '1' };
    const page = await searchProducts(ctx, { filter, limit: PAGE, cursor });
    return shown(ProductsAnswer.data, { ...page, below: countBelow(ctx), low: countLow(ctx) });
  },
};

interface StocktakeQuery {
  readonly id: string;
  readonly part?: StocktakePart | undefined;
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Reads a page of a stocktake. Finding the products still to be counted may read much of a long stock list, so another
 * thread does it.
 */
export const readStocktake: Reading<StocktakeQuery, (typeof StocktakeAnswer)['static']> = {
  name: 'stocktake',
  async read(ctx, { id, part, q: text, ...query }) {
    const stocktake = getStocktake(ctx, id);
    const listed = part ?? (stocktake.appliedAt === null ? 'all' : 'counted');
    const page = await listCounts(ctx, { ...query, id, part: listed, text, limit: PAGE });
    return shown(StocktakeAnswer.data, { stocktake, ...page });
  },
};
