import { CopyPlus, FileText, Merge, Pencil } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { ask } from '../../data/api.ts';
import { isOwner, mayChange, mayTakeOrders } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { type ClientAnswer, type ClientData, clientName, clientsOf, loadClient } from '../../parts/clients.ts';
import { DueActs, DueDay } from '../../parts/due-acts.tsx';
import { mapAddress } from '../../parts/map-address.ts';
import { OrderLink } from '../../parts/order-link.tsx';
import { paymentState, paymentTone, paymentWord, restWords, statusName, statusTone } from '../../parts/orders.ts';
import { scheduleText } from '../../parts/schedules.ts';
import { Chip } from '../../ui/chip.tsx';
import { day, dialled, phone, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { mailLink } from '../../ui/mail-link.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { say } from '../../ui/toast.tsx';
import { WaitingFor } from '../../ui/unknown.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { EditDialog, MergeDialog } from './client-dialogs.tsx';
import { DateList } from './date-list.tsx';
import { Figures } from './figures.tsx';

export function ClientPage() {
  const id = useRoute().params['id'] ?? '';
  const { route } = useLocation();
  const loaded = useLoaded(() => loadClient(id), id, { on: ['orders'] });
  const { data, error, reload } = loaded;
  const [doing, setDoing] = useState<'edit' | 'merge'>();
  const { clients: w, menu } = words.value;
  useTitle(data === undefined ? menu.clients : clientName(data.client), menu.clients);
  const own = data?.client.id;
  useEffect(() => {
    if (own !== undefined && own !== id) route(`/app/clients/${own}`, true);
  }, [own]);
  if (data === undefined)
    return <WaitingFor of={loaded} title={w.notFound} list="/app/clients" listName={menu.clients} />;
  const { client, nextCursor, behind } = data;
  const more = (cursor: string): void =>
    loaded.add(
      () => loadClient(id, cursor),
      (shown, page) => ({ ...page, client: shown.client, orders: [...shown.orders, ...page.orders] }),
    );
  const done = (text: string): void => {
    setDoing(undefined);
    say(text);
    reload();
  };
  return (
    <>
      <Crumb to="/app/clients">{w.back}</Crumb>
      <Head client={client} owing={data.owing} open={setDoing} />
      <Problem error={error} retry={reload} />
      {behind > 0 && <p class="note">{plural(behind, w.behind)}</p>}
      <div class="clients-parts">
        <div class="two">
          <section class="box">
            <h2>{w.theirOrders}</h2>
            <Orders of={data} />
            <MoreButton next={nextCursor} more={more} />
          </section>
          <div>
            <Again of={data.again} changed={reload} />
            <Kept client={client} />
            <Goods client={client} />
            <Others client={client} done={done} />
            <EachData client={client} />
          </div>
        </div>
      </div>
      {doing === 'edit' && (
        <EditDialog client={client} onClose={() => setDoing(undefined)} done={() => done(w.saved)} />
      )}
      {doing === 'merge' && (
        <MergeDialog client={client} onClose={() => setDoing(undefined)} done={() => done(w.merged)} />
      )}
    </>
  );
}

interface HeadProps {
  readonly client: ClientData;
  readonly open: (what: 'edit' | 'merge') => void;
}

function Head({ client, owing, open }: HeadProps & Pick<ClientAnswer, 'owing'>) {
  const w = words.value.clients;
  const number = dialled(client.phone);
  return (
    <>
      <div class="head clients-head">
        <div>
          <PageTitle>
            <bdi>{clientName(client)}</bdi>
          </PageTitle>
          <p class="line clients-reach">
            {number !== '' && <a href={`tel:${number}`}>{phone(client.phone)}</a>}
            {client.email !== '' && (
              <a href={mailLink(client.email)}>
                <bdi>{client.email}</bdi>
              </a>
            )}
          </p>
        </div>
        <div class="actions with-menu noprint">
          {mayTakeOrders() && (
            <a class="button main" href={`/app/orders/new?client=${client.id}`}>
              {w.newOrder}
            </a>
          )}
          {mayChange() && <MoreMenu client={client} open={open} />}
        </div>
      </div>
      <Figures client={client} owing={owing} />
    </>
  );
}

function MoreMenu({ client, open }: HeadProps) {
  const { clients: w, menu } = words.value;
  const data = { text: w.data, icon: FileText, href: dataOf(client) };
  const acts = [
    { text: words.value.edit, icon: Pencil, act: () => open('edit') },
    { text: w.mergeWith, icon: Merge, act: () => open('merge') },
  ];
  return (
    <MenuButton
      class="bare"
      label={menu.more}
      groups={isOwner() && client.contacts.length === 1 ? [acts, [data]] : [acts]}
    />
  );
}

/** The contact is behind the #, a part that browsers never send to a server. */
const dataOf = ({ phone, email }: Contact): string =>
  `/app/settings/client-data#${new URLSearchParams({ phone, email }).toString()}`;

type Contact = ClientData['contacts'][number];

/**
 * Shows a link to the client-data page for each contact of a merged client. One link is not enough, because that page
 * handles only one phone and e-mail at a time.
 */
function EachData({ client: { contacts } }: { readonly client: ClientData }) {
  const w = words.value.clients;
  if (contacts.length < 2 || !isOwner()) return null;
  return (
    <section class="box noprint">
      <h2>{w.data}</h2>
      <p class="meta">{w.dataEach}</p>
      <ul class="clients-list">
        {contacts.map((one) => (
          <li key={`${one.phone}\n${one.email}`}>
            <a href={dataOf(one)}>
              <bdi>{[phone(one.phone), one.email].filter((text) => text !== '').join(', ')}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Again({ of, changed }: { readonly of: ClientAnswer['again']; readonly changed: () => void }) {
  if (of.length === 0) return null;
  const w = words.value.schedules;
  return (
    <section class="box noprint">
      <h2>{w.again}</h2>
      <ul class="clients-list">
        {of.map(({ order, ...schedule }) => (
          <li key={order.id}>
            <OrderLink of={order} /> {scheduleText(schedule)} {schedule.isPaused && <Chip tone="idle">{w.paused}</Chip>}
            {schedule.due.map((due) => (
              <div key={due.date}>
                <DueDay due={due} />
                <DueActs order={order} due={due} changed={changed} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kept({ client: { note, dates, addresses } }: { readonly client: ClientData }) {
  const w = words.value.clients;
  return (
    <>
      {note !== '' && (
        <section class="box">
          <h2>{w.note}</h2>
          <p class="clients-note">{note}</p>
        </section>
      )}
      {dates.length > 0 && (
        <section class="box">
          <h2>{w.dates}</h2>
          <DateList dates={dates} />
        </section>
      )}
      {addresses.length > 0 && (
        <section class="box">
          <h2>{w.addresses}</h2>
          <ul class="clients-list">
            {addresses.map(({ address, flat }) => (
              <li key={`${address}\n${flat}`}>
                <a href={mapAddress(address)} target="_blank" rel="noreferrer noopener">
                  <bdi>{address}</bdi>
                </a>
                {flat !== '' && `, ${w.flat} ${flat}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Goods({ client: { goods } }: { readonly client: ClientData }) {
  const w = words.value.clients;
  if (goods.length === 0) return null;
  return (
    <section class="box">
      <h2>{w.goods}</h2>
      <ul class="clients-list">
        {goods.map(({ name, orders }) => (
          <li key={name}>
            <bdi>{name}</bdi> <span class="meta">{plural(orders, w.times)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OthersProps {
  readonly client: ClientData;
  readonly done: (text: string) => void;
}

function Others({ client: { id, merged, alike }, done }: OthersProps) {
  const w = words.value.clients;
  const sending = useSending();
  const separate = (other: string): void =>
    sending.begin(() => ask(clientsOf()({ id: other }).separate.post({})).then(() => done(w.separated)));
  const merge = (other: string): void =>
    sending.begin(() => ask(clientsOf()({ id }).merge.post({ other })).then(() => done(w.merged)));
  return (
    <>
      <Problem error={sending.error} />
      {merged.length > 0 && (
        <section class="box">
          <h2>{w.mergedTitle}</h2>
          <ul class="clients-list">
            {merged.map((one) => (
              <li key={one.id}>
                <OneLine client={one} />
                {one.note !== '' && <p class="clients-note">{one.note}</p>}
                {one.dates.length > 0 && <DateList dates={one.dates} />}
                {mayChange() && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={w.separateOne(clientName(one))}
                    onClick={() => separate(one.id)}
                  >
                    {w.separate}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {alike.length > 0 && (
        <section class="box">
          <h2>{w.alike}</h2>
          <p class="meta">{w.alikeWhat}</p>
          <ul class="clients-list">
            {alike.map((one) => (
              <li key={one.id}>
                <a href={`/app/clients/${one.id}`}>
                  <OneLine client={one} />
                </a>
                {mayChange() && (
                  <button type="button" class="quiet" onClick={() => merge(one.id)}>
                    {w.merge}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function OneLine({ client }: { readonly client: Pick<ClientData, 'name' | 'phone' | 'email' | 'orders'> }) {
  const reach = client.name === '' ? '' : phone(client.phone) || client.email;
  return (
    <>
      <bdi>{clientName(client)}</bdi> {reach} · {plural(client.orders, words.value.orders.ordersCount)}
    </>
  );
}

function repeatColumn(): Column<ClientAnswer['orders'][number]> {
  const { repeat, repeatOne } = words.value.orderPage;
  return {
    head: <span class="unseen">{repeat}</span>,
    class: 'noprint',
    cell: ({ id, num }) => (
      <a
        class="button bare clients-repeat"
        href={`/app/orders/new?order=${id}`}
        aria-label={repeatOne(num)}
        title={repeat}
      >
        <Icon of={CopyPlus} />
      </a>
    ),
  };
}

function Orders({ of: { orders, statuses } }: { readonly of: ClientAnswer }) {
  const { clients: w, orders: o } = words.value;
  if (orders.length === 0) return <p class="empty">{w.none}</p>;
  return (
    <Table
      label={w.theirOrders}
      class="clients-orders phone-cards"
      rows={orders}
      keyOf={({ id }) => id}
      opens={({ id }) => `/app/orders/${id}`}
      columns={[
        { head: o.order, cell: ({ id, num }) => <a href={`/app/orders/${id}`}>{num}</a> },
        { head: o.date, cell: ({ date }) => day(date) },
        {
          head: w.items,
          class: 'wrap clients-of-items',
          cell: ({ firstProduct, moreProducts }) => `${firstProduct}${moreProducts > 0 ? ` +${moreProducts}` : ''}`,
        },
        {
          head: o.total,
          class: 'number',
          sum: ({ price }) => price,
          cell: (row, sum) => (
            <>
              {sum(row.price)} <span class="clients-left meta">{restWords(row)}</span>
            </>
          ),
        },
        {
          head: o.status,
          class: 'clients-of-state',
          cell: (row) => (
            <div class="line">
              <Chip tone={paymentTone(paymentState(row))}>{paymentWord(paymentState(row))}</Chip>
              <Chip tone={statusTone(row.statusId, statuses)}>{statusName(row.statusId, statuses)}</Chip>
            </div>
          ),
        },
        ...(mayTakeOrders() ? [repeatColumn()] : []),
      ]}
    />
  );
}
