/** Quantities are pieces, with up to three decimals. */

import { t } from 'elysia';
import type { Movement } from '../../stock/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { answers, Count, closed, Instant, list, nullable, Pieces, Roubles, Text, word } from '../desk/index.ts';

const productProperties = {
  id: Text,
  externalId: Text,
  name: Text,
  sku: nullable(Text),
  quantity: Pieces,
  price: nullable(Roubles),
  category: nullable(Text),
  warnBelow: nullable(Pieces),
  barcode: nullable(Text),
  picture: nullable(Count),
};
const Product = closed(productProperties);
/** `below` is the number of all oversold products. `low` is the number of all products below their warning level. */
export const ProductsAnswer = answers(
  closed({ products: list(Product), nextCursor: nullable(Text), below: t.Number(), low: t.Number() }),
);
export const CategoriesAnswer = answers(closed({ categories: list(Text) }));
/** `tied` is the product with the item's id. `named` lists the products with the item's name. */
export const ItemAnswer = answers(closed({ tied: nullable(Product), named: list(Product) }));

const OneMovement = closed({
  id: Text,
  kind: word<Movement['kind']>(),
  reason: nullable(Text),
  order: nullable(closed({ id: Text, num: Text })),
  stocktakeId: nullable(Text),
  actorType: word<Actor['type']>(),
  actorName: nullable(Text),
  requestId: nullable(Text),
  at: Instant,
  delta: Pieces,
  quantityAfter: Pieces,
});
export const ProductAnswer = answers(
  closed({ product: Product, movements: list(OneMovement), nextCursor: nullable(Text) }),
);
export const CorrectedAnswer = answers(closed({ change: Pieces }));

/** `counted` and `differing` are numbers of products. `surplus` and `shortage` are roubles at list prices. */
const OneStocktake = closed({
  id: Text,
  startedAt: Instant,
  actorName: nullable(Text),
  appliedAt: nullable(Instant),
  isApplying: t.Boolean(),
  counted: Count,
  differing: Count,
  surplus: Roubles,
  shortage: Roubles,
});
export const StocktakesAnswer = answers(closed({ stocktakes: list(OneStocktake) }));
/** `expected` is the stock on hand at the time of the count. */
const CountedProduct = closed({
  ...productProperties,
  counted: nullable(Pieces),
  expected: nullable(Pieces),
});
export const StocktakeAnswer = answers(
  closed({ stocktake: OneStocktake, products: list(CountedProduct), nextCursor: nullable(Text) }),
);
/** The stocktake with its new sums. `expected` is the stock on hand that the count is compared with, in pieces. */
export const CountedAnswer = answers(closed({ stocktake: OneStocktake, expected: nullable(Pieces) }));
export const AppliedAnswer = answers(closed({ changed: Count }));
