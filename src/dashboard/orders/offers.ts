import { toRoubles } from '../../base/index.ts';
import { findLastPrices } from '../../orders/index.ts';
import { type Product, searchProducts } from '../../stock/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { ProductOffer, type ProductOffersAnswer } from './answers.ts';

const OFFERS = 8;

/**
 * Searches products for the text typed into an order form. The search may read all of a long price list, so another
 * thread does it.
 */
export const readOffers: Reading<{ readonly text: string }, (typeof ProductOffersAnswer)['static']> = {
  name: 'offers',
  async read(ctx, { text }) {
    const { products, nextCursor } = await searchProducts(ctx, { filter: { text }, limit: OFFERS });
    return { products: await offersOf(ctx, products), more: nextCursor !== null };
  },
};

export async function offersOf(ctx: Parameters<typeof findLastPrices>[0], found: readonly Product[]) {
  const unpriced = found.filter(({ price }) => price === null).map(({ externalId }) => externalId);
  const prices = await findLastPrices(ctx, unpriced);
  return found.map((one) => shapeOffer(one, prices.get(one.externalId) ?? null));
}

/**
 * Shapes a product that the order form offers.
 * @param lastPrice the price in a recent order, in roubles; it is used if the price list has none
 */
export const shapeOffer = (product: Product, lastPrice: number | null) =>
  shown(ProductOffer, { ...product, lastPrice: product.price === null ? lastPrice : toRoubles(product.price) });
