import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Loaded, useLoaded } from '../../../data/use-loaded.ts';
import { type ClientData, loadClient } from '../../../parts/clients.ts';
import type { Draft } from './draft.ts';

/** The client in the page's address, to prefill a new order. */
export function useClientOfAddress(
  found: (client: ClientData) => void,
): Loaded<ClientData | undefined> & { id: string | undefined } {
  const { query } = useLocation();
  const id = query['client'];
  const loaded = useLoaded(async () => (id === undefined ? undefined : (await loadClient(id)).client), id ?? '');
  useEffect(() => {
    if (loaded.data !== undefined) found(loaded.data);
  }, [loaded.data]);
  return { ...loaded, id };
}

/** A form with who the client is, and where their last order went. */
export function filledForClient(draft: Draft, { name, phone, email, addresses }: ClientData): Draft {
  const [last] = addresses;
  const delivery = last === undefined ? {} : { adress: last.address, flat: last.flat };
  return { ...draft, client: { ...draft.client, name, phone, email }, delivery: { ...draft.delivery, ...delivery } };
}
