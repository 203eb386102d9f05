import type { OwnNumbers } from '../base/index.ts';

/**
 * The numbers of an order's or a payment's body that Docket calculates with, and fields that must be no number. An
 * update wraps them in `data`.
 */
export const ORDER_NUMBERS: OwnNumbers = {
  of: { delivery: ['price'], products: ['price', 'quantity'], payments: ['amount', 'providerData'] },
  within: 'data',
  kept: ['paymentId', 'paymentMethod'],
};
