import { useLocation } from 'preact-iso';
import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { addressWith } from '../../data/typed-searches.ts';
import { useParams } from '../../ui/use-query.ts';

const paymentsOf = () => here().payments;

export const loadLines = (filter: string, cursor?: string) =>
  ask(paymentsOf().get({ query: { filter, ...(cursor === undefined ? {} : { cursor }) } }));
export const loadSums = (filter: string) => ask(paymentsOf().sums.get({ query: { filter } }));

export type Line = Awaited<ReturnType<typeof loadLines>>['lines'][number];
export type Sums = Awaited<ReturnType<typeof loadSums>>;
export type Sum = Sums['sums']['methods'][number];

type Key = 'when' | 'from' | 'to' | 'method' | 'source' | 'q';

/** The page as its address holds it, so that Back and a shared link lead to the same lines. */
export interface PaymentsAddress {
  /** As the server takes it. */
  readonly filter: string;
  readonly value: (key: Key) => string | undefined;
  /** Undefined takes a filter away. */
  readonly set: (changes: Partial<Readonly<Record<Key, string | undefined>>>) => void;
}

export function usePaymentsAddress(): PaymentsAddress {
  const { route } = useLocation();
  const params = useParams();
  return {
    filter: params.toString(),
    value: (key) => params.get(key) ?? undefined,
    set(changes) {
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) params.delete(key);
        else params.set(key, value);
      }
      route(addressWith('/app/payments', params));
    },
  };
}
