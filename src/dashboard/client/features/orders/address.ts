import { useLocation } from 'preact-iso';
import { addressWith } from '../../data/typed-searches.ts';
import { useParams } from '../../ui/use-query.ts';

type Look = 'table' | 'day' | 'board';

/** The orders page as its address holds it, so that Back and a shared link lead to the same rows. */
export interface OrdersAddress {
  readonly look: Look;
  /** The filter of the orders, as the server takes it. */
  readonly filter: string;
  /** The same with the order that the rows are asked for in. */
  readonly sorted: string;
  readonly values: (key: string) => readonly string[];
  /** Goes to the page with one filter changed; no values take it away. */
  readonly set: (changes: Readonly<Record<string, readonly string[]>>) => void;
  /** The address of other filters, looked at in the same way. */
  readonly at: (filter: string) => string;
  /** Goes to other filters altogether. */
  readonly go: (filter: string) => void;
  readonly show: (look: Look) => void;
}

const LOOKS: readonly Look[] = ['table', 'day', 'board'];

export function useOrdersAddress(): OrdersAddress {
  const { route } = useLocation();
  const params = useParams();
  const look = LOOKS.find((one) => one === params.get('look')) ?? 'table';
  params.delete('look');
  const sorted = params.toString();
  const narrowing = new URLSearchParams(sorted);
  narrowing.delete('sort');
  const filter = narrowing.toString();
  const at = (query: string, next: Look): string => {
    const shown = new URLSearchParams(query);
    if (next !== 'table') shown.set('look', next);
    return addressWith('/app/orders', shown);
  };
  const to = (query: string, next: Look): void => route(at(query, next));
  return {
    look,
    filter,
    sorted,
    values: (key) => params.getAll(key),
    set(changes) {
      for (const [key, values] of Object.entries(changes)) {
        params.delete(key);
        for (const value of values) params.append(key, value);
      }
      to(params.toString(), look);
    },
    at: (query) => at(query, look),
    go: (query) => to(query, look),
    show: (next) => to(sorted, next),
  };
}
