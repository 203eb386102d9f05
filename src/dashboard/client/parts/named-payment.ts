/** A payment of some roubles, of a share of the order's total, or of all that is left. */
export interface NamedPayment {
  readonly sum?: number;
  readonly share?: number;
  readonly method?: string | undefined;
}

/** The payments named in the one-line field of new orders, by order id. Each stays until the order's page takes it. */
const namedPayments = new Map<string, NamedPayment>();
export function namePayment(orderId: string, paid: NamedPayment | undefined): void {
  if (paid !== undefined) namedPayments.set(orderId, paid);
}

/**
 * Returns the payment and removes it from the memory. The payment is never in the address, because a link must not
 * choose a sum for its reader.
 */
export function takeNamedPayment(orderId: string): NamedPayment | undefined {
  const paid = namedPayments.get(orderId);
  namedPayments.delete(orderId);
  return paid;
}
