import type { OwnNumbers } from '../base/index.ts';

/**
 * The numeric fields that Docket calculates with in the body of an order or a payment. Also names fields that must not
 * be numbers. An update wraps them in `data`.
 */
export const ORDER_NUMBERS: OwnNumbers = {
  of: { delivery: ['price'], products: ['price', 'quantity'], payments: ['amount', 'providerData'] },
  within: 'data',
  kept: ['paymentId', 'paymentMethod'],
};
