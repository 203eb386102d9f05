export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid', 'overpaid', 'refunded'] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The confirmed sum, and the refunded part of it, in kopecks. */
export interface PaymentSums {
  readonly confirmed: number;
  readonly refunded: number;
}

/** A status is computed only from these sums (contract, section 3), so it always agrees with the payments. */
export function paymentStatus(price: number, { confirmed, refunded }: PaymentSums): PaymentStatus {
  const net = confirmed - refunded;
  if (confirmed === 0) return 'unpaid';
  if (net === 0) return 'refunded';
  if (net < price) return 'partial';
  return net === price ? 'paid' : 'overpaid';
}
