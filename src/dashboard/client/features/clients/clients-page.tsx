import { joined, useLoaded } from '../../data/use-loaded.ts';
import { clientName, type ListedClient, loadClients } from '../../parts/clients.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { ORDERS } from '../../ui/empty/drawings/orders.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { count, day, phone, plural } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-query.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';

/** The pause before a list that does not count all orders yet is loaded again. */
const LOOK_MS = 2_000;

export function ClientsPage() {
  const { value, set } = useAddress();
  const q = value('q') ?? '';
  const loaded = useLoaded(() => loadClients(q), q, {
    on: ['orders'],
    again: (found) => (found !== undefined && found.behind > 0 ? LOOK_MS : undefined),
  });
  const { clients: w, menu } = words.value;
  const { clients, nextCursor = null, more = false, behind = 0 } = loaded.data ?? {};
  const addPage = (cursor: string): void => loaded.add(() => loadClients(q, cursor), joined('clients'));
  return (
    <>
      <PageHead title={menu.clients} lead={w.what} beside>
        <div class="actions">
          <ExportMenu of="clients" withImport />
        </div>
      </PageHead>
      <div class="clients-bar">
        <SearchInput label={w.search} text={q} search={(text) => set({ q: text || undefined })} />
      </div>
      {behind > 0 && <p class="note">{plural(behind, w.behind)}</p>}
      <Waiting of={loaded} />
      {clients?.length === 0 && <Nobody isSearch={q !== ''} />}
      {clients !== undefined && clients.length > 0 && <List clients={clients} />}
      {more && <p class="meta">{w.firstOnes}</p>}
      <MoreButton next={nextCursor} more={addPage} />
    </>
  );
}

function Nobody({ isSearch }: { readonly isSearch: boolean }) {
  const w = words.value.clients;
  return isSearch ? (
    <Empty drawing={NOTHING_FOUND} title={w.nothing} what={w.nothingWhat} />
  ) : (
    <Empty drawing={ORDERS} title={w.empty} what={w.emptyWhat} />
  );
}

function List({ clients }: { readonly clients: readonly ListedClient[] }) {
  const w = words.value.clients;
  return (
    <Table
      label={w.list}
      class="clients phone-cards"
      rows={clients}
      keyOf={({ id }) => id}
      opens={({ id }) => `/app/clients/${id}`}
      columns={[
        {
          head: w.name,
          isName: true,
          class: 'wrap clients-of-name',
          cell: (client) => (
            <a href={`/app/clients/${client.id}`}>
              <bdi>{clientName(client)}</bdi>
            </a>
          ),
        },
        {
          head: w.phone,
          class: 'wrap clients-of-contact',
          cell: ({ phone: number, email }) => (
            <>
              <span class="unbroken">{phone(number)}</span>{' '}
              <span class="clients-email meta" title={email}>
                {email}
              </span>
            </>
          ),
        },
        { head: w.last, class: 'clients-of-last', cell: ({ last }) => last && day(last.date) },
        { head: w.orders, class: 'number clients-of-orders', cell: ({ orders }) => count(orders) },
        {
          head: w.paid,
          class: 'number clients-of-paid',
          sum: ({ paid }) => paid,
          cell: ({ paid }, money) => (paid === 0 ? <span class="meta">{money(0)}</span> : money(paid)),
        },
        {
          head: w.owed,
          class: 'number clients-of-owed',
          sum: ({ owed }) => owed,
          cell: ({ owed }, money) =>
            owed > 0 && (
              <>
                <span class="clients-owed-word">{w.owed}</span> <strong>{money(owed)}</strong>
              </>
            ),
        },
      ]}
    />
  );
}
