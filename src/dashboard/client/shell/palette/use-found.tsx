import { seesShop } from '../../data/me.ts';
import { addressWith } from '../../data/typed-searches.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { clientName, type ListedClient, loadFewClients } from '../../parts/clients.ts';
import { type FoundOrders, loadFound, statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { count, day, phone, slot } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Entry } from './entries.ts';
import { partsOf, type Terms } from './parts-of.ts';

/** The pause in typing before a search, in milliseconds. */
const QUIET_MS = 150;

/** The least number of characters for a search of clients. Shorter texts match nearly every name or phone. */
const LEAST_CHARS = 2;

interface Found {
  readonly found: readonly Entry[];
  /** "8 of 44", if there are more orders than shown; undefined otherwise. */
  readonly part: string | undefined;
  readonly isSearching: boolean;
}

/** Finds orders and clients by all texts that the server searches. */
export function useFound(text: string, route: (to: string) => void): Found {
  const q = text.trim();
  const orders = useSearch(q, loadFound);
  const clients = useSearch(seesShop() && q.length >= LEAST_CHARS ? q : '', loadFewClients);
  const part = orders.found && partOf(orders.found);
  return {
    found: [
      ...(orders.found === undefined ? [] : entriesOf(orders.found, { part, q: orders.by, route })),
      ...(clients.found?.clients.map((one) => entryOf(one, route)) ?? []),
      ...(clients.found?.more ? [allClients(clients.by, route)] : []),
    ],
    part,
    isSearching: orders.isSearching || clients.isSearching,
  };
}

/** Searches a moment after the last key. A call for an older text is dropped. @param q empty for no search */
function useSearch<T>(q: string, load: (q: string, signal: AbortSignal) => Promise<T>) {
  const find = async (signal: AbortSignal) => ({ q, found: q === '' ? undefined : await load(q, signal) });
  const { data, error } = useLoaded(find, q, { after: QUIET_MS });
  const isWanted = q !== '' && error === undefined;
  return {
    found: isWanted ? data?.found : undefined,
    by: data?.q ?? '',
    isSearching: isWanted && data?.q !== q,
  };
}

function partOf({ orders, count: all, more }: FoundOrders): string | undefined {
  if (all <= orders.length && !more) return undefined;
  // If all counted orders are shown, the phrase leaves out their number.
  const known = all > orders.length ? `${count(all)}${more ? '+' : ''}` : undefined;
  return words.value.palette.partOf(orders.length, known);
}

interface EntrySearch {
  readonly part: string | undefined;
  readonly q: string;
  readonly route: (to: string) => void;
}

function entriesOf(found: FoundOrders, { part, q, route }: EntrySearch): Entry[] {
  const shown = found.orders.map((order): Entry => {
    const act = (): void => route(`/app/orders/${order.id}`);
    return { id: order.id, group: 'orders', text: order.num, show: <OrderLine order={order} found={found} />, act };
  });
  if (part === undefined) return shown;
  const all = (): void => route(addressWith('/app/orders', new URLSearchParams({ q })));
  return [...shown, { id: 'all', group: 'orders', text: `${part} · ${words.value.palette.seeAll}`, act: all }];
}

const allClients = (q: string, route: (to: string) => void): Entry => ({
  id: 'all-clients',
  group: 'clients',
  text: words.value.palette.moreClients,
  act: () => route(addressWith('/app/clients', new URLSearchParams({ q }))),
});

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

interface OrderLineProps {
  readonly order: FoundOrders['orders'][number];
  readonly found: FoundOrders;
}

function OrderLine({ order, found }: OrderLineProps) {
  const { statuses, terms } = found;
  const w = words.value;
  const { match, clientName, clientPhone } = order;
  return (
    <div class="palette-order">
      <p>
        <strong>
          <Marked text={order.num} terms={terms} />
        </strong>
        <span class="palette-who">
          <Marked text={clientName ?? w.orders.noName} terms={terms} />
        </span>
        <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
      </p>
      <p class="meta">
        {clientPhone !== null && (
          <span class="unbroken">
            <Marked text={phone(clientPhone)} terms={terms} />
          </span>
        )}
        <span class="unbroken">
          {day(order.date)} {slot(order.timeStart, order.timeEnd)}
        </span>
      </p>
      {match !== null && (
        <p class="meta">
          <span>
            {w.palette.matched[match.field]}: <Marked text={match.text} terms={terms} />
          </span>
        </p>
      )}
    </div>
  );
}

function Marked({ text, terms }: { readonly text: string; readonly terms: Terms }) {
  return (
    <>
      {partsOf(text, terms).map(({ from, part, isFound }) =>
        isFound ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
      )}
    </>
  );
}
