import { useLocation } from 'preact-iso';
import { addressWith } from '../../data/typed-searches.ts';
import type { Choices } from '../../parts/orders.ts';
import { type Address, useAddress } from '../../ui/use-query.ts';

type Look = 'table' | 'day' | 'board';

export interface OrdersAddress extends Pick<Address, 'set'> {
  readonly look: Look;
  readonly filter: string;
  /** The same as `filter`, but with the chosen sort. */
  readonly sorted: string;
  readonly values: (key: string) => readonly string[];
  /** The address of the page with another filter in the same view. */
  readonly at: (filter: string) => string;
  /** Replaces all filters. */
  readonly go: (filter: string) => void;
  readonly show: (look: Look) => void;
  readonly tableOf: (statusId: string) => string;
}

export interface LookProps {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
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
    tableOf: (statusId) => at(`${without('look', 'status')}&status=${statusId}`, 'table'),
  };
}
