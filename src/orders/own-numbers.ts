import type { OwnNumbers } from '../base/index.ts';

/**
 * Docket's own fields inside an order or a payment, such as a price. Docket reads a number in them as a plain
 * JavaScript number. It then calculates with the number or refuses it. Numbers in the sender's own fields keep all
 * their digits. An update wraps the fields in `data`. The desk's confirmation of a due order wraps them in `order`.
 */
export const ORDER_NUMBERS: OwnNumbers = {
  of: { delivery: ['price'], products: ['price', 'quantity'], payments: ['amount', 'providerData'] },
  within: ['data', 'order'],
  kept: ['paymentId', 'paymentMethod'],
};
