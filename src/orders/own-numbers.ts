import type { OwnNumbers } from '../base/index.ts';

/**
 * Docket's own fields in an order or a payment. An update wraps the fields in `data`; the confirmation of a due order
 * wraps them in `order`.
 */
export const ORDER_NUMBERS: OwnNumbers = {
  of: { delivery: ['price'], products: ['price', 'quantity'], payments: ['amount', 'providerData'] },
  within: ['data', 'order'],
  kept: ['paymentId', 'paymentMethod'],
};
