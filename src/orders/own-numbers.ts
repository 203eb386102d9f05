import type { OwnNumbers } from '../base/index.ts';

/**
 * The fields in the body of an order or a payment whose numbers Docket calculates with, or refuses. An update wraps the
 * fields in `data`, and the desk's confirmation of a due order wraps them in `order`.
 */
export const ORDER_NUMBERS: OwnNumbers = {
  of: { delivery: ['price'], products: ['price', 'quantity'], payments: ['amount', 'providerData'] },
  within: ['data', 'order'],
  kept: ['paymentId', 'paymentMethod'],
};
