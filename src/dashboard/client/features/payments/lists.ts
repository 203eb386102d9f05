interface Narrowed {
  readonly method?: string;
  readonly kind?: 'payment' | 'refund';
}

export const paymentsOf = (day: string, narrowed: Narrowed = {}): string =>
  `/app/payments?${new URLSearchParams({ from: day, to: day, ...narrowed })}`;
