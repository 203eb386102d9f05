import { useLocation } from 'preact-iso';
import { addressWith } from '../../data/typed-searches.ts';
import { type Address, useAddress } from '../../ui/use-query.ts';

type Look = 'table' | 'day' | 'board';

export interface OrdersAddress extends Pick<Address, 'set'> {
  readonly look: Look;
  /** The filter of the orders, as the server takes it. */
  readonly filter: string;
  /** The same with the order that the rows are asked for in. */
  readonly sorted: string;
  readonly values: (key: string) => readonly string[];
  /** The address of other filters, looked at in the same way. */
  readonly at: (filter: string) => string;
  /** Goes to other filters altogether. */
  readonly go: (filter: string) => void;
  readonly show: (look: Look) => void;
}

const LOOKS: readonly Look[] = ['table', 'day', 'board'];

export function useOrdersAddress(): OrdersAddress {
  const { route } = useLocation();
  const { params, set } = useAddress();
  const look = LOOKS.find((one) => one === params.get('look')) ?? 'table';
  const without = (...keys: readonly string[]): string =>
    new URLSearchParams([...params].filter(([key]) => !keys.includes(key))).toString();
  const sorted = without('look');
  const at = (query: string, next: Look): string => {
    const shown = new URLSearchParams(query);
    if (next !== 'table') shown.set('look', next);
    return addressWith('/app/orders', shown);
  };
  return {
    set,
    look,
    filter: without('look', 'sort'),
    sorted,
    values: (key) => params.getAll(key),
    at: (query) => at(query, look),
    go: (query) => route(at(query, look)),
    show: (next) => route(at(sorted, next)),
  };
}
