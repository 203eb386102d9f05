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
 * Returns the payment and forgets it. The payment is passed in memory, not in the address of the page. Otherwise a link
 * could choose a sum for the person who opens it.
 */
export function takeNamedPayment(orderId: string): NamedPayment | undefined {
  const paid = namedPayments.get(orderId);
  namedPayments.delete(orderId);
  return paid;
}
