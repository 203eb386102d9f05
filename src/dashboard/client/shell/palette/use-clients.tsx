import { seesShop } from '../../data/me.ts';
import { addressWith } from '../../data/typed-searches.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { clientName, type ListedClient, loadFewClients } from '../../parts/clients.ts';
import { phone } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Entry } from './entries.ts';
import { QUIET_MS } from './use-orders.tsx';

/** The least number of characters for a search. Shorter texts match nearly every name or phone. */
const LEAST_CHARS = 2;

interface ListedClients {
  readonly clients: readonly Entry[];
  readonly isSearching: boolean;
}

export function useClients(text: string, route: (to: string) => void): ListedClients {
  const typed = text.trim();
  const q = seesShop() && typed.length >= LEAST_CHARS ? typed : '';
  const find = async (signal: AbortSignal) => ({ q, found: q === '' ? undefined : await loadFewClients(q, signal) });
  const { data, error } = useLoaded(find, q, { after: QUIET_MS });
  const { clients = [], more = false } = (q === '' || error !== undefined ? undefined : data?.found) ?? {};
  const all = (): void => route(addressWith('/app/clients', new URLSearchParams({ q: data?.q ?? '' })));
  const rest: Entry[] = more
    ? [{ id: 'all-clients', group: 'clients', text: words.value.palette.moreClients, act: all }]
    : [];
  return {
    clients: [...clients.map((one) => entryOf(one, route)), ...rest],
    isSearching: data?.q !== q && error === undefined && q !== '',
  };
}

function entryOf(client: ListedClient, route: (to: string) => void): Entry {
  const reach = [phone(client.phone), client.email].filter((one) => one !== '').join(' · ');
  return {
    id: client.id,
    group: 'clients',
    text: clientName(client),
    beside: reach,
    show: (
      <span>
        <bdi>{clientName(client)}</bdi>
      </span>
    ),
    act: () => route(`/app/clients/${client.id}`),
  };
}
