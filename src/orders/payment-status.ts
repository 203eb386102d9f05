export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid', 'overpaid', 'refunded'] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The sum that was ever confirmed, and the part of it that was given back; kopecks. */
export interface PaymentSums {
  readonly confirmed: number;
  readonly refunded: number;
}

/** A function of price, confirmed and refunded alone (contract, section 3): nothing is carried along that could drift. */
export function paymentStatus(price: number, { confirmed, refunded }: PaymentSums): PaymentStatus {
  const net = confirmed - refunded;
  if (confirmed === 0) return 'unpaid';
  if (net === 0) return 'refunded';
  if (net < price) return 'partial';
  return net === price ? 'paid' : 'overpaid';
}
