interface Days {
  readonly from: string;
  readonly to: string;
}

/** A period, and the URL query for orders that are not canceled. */
interface Period extends Days {
  readonly kept: string;
}

export type Lists = ReturnType<typeof listsOf>;

export const bothListsOf = ({ before, ...period }: Period & { readonly before: Days }) => ({
  now: listsOf(period),
  before: listsOf({ ...before, kept: period.kept }),
});

export function listsOf({ from, to, kept }: Period) {
  const also = (more: Readonly<Record<string, string>>): string => new URLSearchParams(more).toString();
  const days = also({ from, to });
  return {
    orders: `/app/orders?${days}&${kept}`,
    ofStatus: (status: string): string => `/app/orders?${days}&${also({ status })}`,
    ordersWith: (key: 'source' | 'platform' | 'item', value: string): string =>
      `/app/orders?${days}&${also({ [key]: value })}&${kept}`,
    payments: `/app/payments?${days}`,
    ofKind: (kind: 'payment' | 'refund'): string => `/app/payments?${days}&${also({ kind })}`,
    ofMethod: (kind: 'payment' | 'refund', method: string): string => `/app/payments?${days}&${also({ kind, method })}`,
    debts: (of: { readonly from: string | null; readonly to: string | null }): string => {
      const limits = Object.entries(of).filter((limit): limit is [string, string] => limit[1] !== null);
      const owing = new URLSearchParams([
        ...limits.filter(([key]) => key !== 'owed'),
        ['payment', 'unpaid'],
        ['payment', 'partial'],
      ]);
      return `/app/orders?${owing}&${kept}`;
    },
  };
}
