interface Narrowed {
  readonly method?: string;
  readonly kind?: 'payment' | 'refund';
}

/** Returns the address of the payments that make up a figure of a day at the till. */
export const paymentsOf = (day: string, narrowed: Narrowed = {}): string =>
  `/app/payments?${new URLSearchParams({ from: day, to: day, ...narrowed })}`;
