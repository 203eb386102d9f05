import { CalendarClock, Columns3, Rows3, SlidersHorizontal } from 'lucide';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { here, seesShop, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { type Choices, loadChoices } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useSending } from '../../ui/sending.ts';
import { useInSight } from '../../ui/use-in-sight.ts';
import { useTitle } from '../../ui/use-title.ts';
import { withOtherWords, words } from '../../words/words.ts';
import { type OrdersAddress, useOrdersAddress } from './address.ts';
import { type AllFiltersProps, Filters, groupsOf } from './filters.tsx';
import { SortChoice } from './sort-head.tsx';
import { TableLook } from './table.tsx';

const DayLook = lazyPart(async () => (await import('./day.tsx')).DayLook);
const BoardLook = lazyPart(async () => (await withOtherWords(import('./board.tsx'))).BoardLook);

export function OrdersPage() {
  const address = useOrdersAddress();
  const choices = useLoaded(loadChoices, '', { on: ['orders', 'settings'] });
  const views = useViews(address, choices.data);
  useTitle(words.value.orders.title);
  const w = words.value.orders;
  return (
    <>
      <div class="head orders-head">
        <PageTitle>{w.title}</PageTitle>
        <Today counts={choices.data?.counts} />
      </div>
      <Views address={address} views={views} />
      <div class="orders-list">
        <div class="orders-tools">
          <FilterSheet address={address} choices={choices.data} save={views.save} />
          <SearchField address={address} />
          <Filters address={address} choices={choices.data} save={views.save} />
          <div class="orders-looks">
            <Looks address={address} />
            {seesShop() && <ExportMenu of="orders" filter={address.sorted} withImport />}
          </div>
        </div>
      </div>
      <Problem error={choices.error} retry={choices.reload} />
      {address.look === 'table' && <TableLook address={address} choices={choices.data} />}
      {address.look === 'day' && <DayLook address={address} choices={choices.data} />}
      {address.look === 'board' && <BoardLook address={address} />}
    </>
  );
}

/**
 * Shows two different counts: the orders due today, and the orders received today. The line takes up its space before
 * the counts are known, so that the list below does not move.
 */
function Today({ counts }: { readonly counts: Choices['counts'] | undefined }) {
  const w = words.value.orders;
  return (
    <p class="meta" style={counts === undefined ? { visibility: 'hidden' } : undefined}>
      {plural(counts?.today ?? 0, w.forToday)} · {plural(counts?.made ?? 0, w.cameIn)} ·{' '}
      <a href="/app/orders/schedules">{w.repeating}</a>
    </p>
  );
}

const LOOKS = [
  ['table', 'table', Rows3],
  ['day', 'byDay', CalendarClock],
  ['board', 'board', Columns3],
] as const;

function Looks({ address }: { readonly address: OrdersAddress }) {
  const w = words.value.orders;
  return (
    <fieldset class="segments">
      <legend class="unseen">{w.look}</legend>
      {LOOKS.map(([look, word, icon]) => (
        <button
          key={look}
          type="button"
          aria-label={w[word]}
          aria-pressed={address.look === look}
          onClick={() => address.show(look)}
        >
          <Icon of={icon} />
          <span>{w[word]}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** This is a separate chunk, because few people save a view. */
const SaveView = lazyPart(async () => (await import('./save-view.tsx')).SaveView);

const viewsOf = () => here().views;

interface View {
  readonly name: string;
  readonly query: string;
  readonly orders?: number | undefined;
  /** The id of the reader's own view, which can be removed. Undefined for a ready-made view. */
  readonly id?: string;
}

/** Sorts the parameters, because the address and a saved view may have them in another sequence. */
const sorted = (query: string): string => {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
};

function inGroup(choices: Choices | undefined, group: string, first: string): Pick<View, 'query' | 'orders'> {
  const statuses = (choices?.statuses ?? []).filter((status) => status.group === group);
  const ids = choices === undefined ? [first] : statuses.map(({ id }) => id);
  const query = new URLSearchParams(ids.map((id) => ['status', id])).toString();
  return { query, orders: choices && statuses.reduce((sum, { orders }) => sum + orders, 0) };
}

function useViews(address: OrdersAddress, choices: Choices | undefined) {
  const own = useLoaded(() => ask(viewsOf().get()), workspaceId(), { later: true });
  const [isSaving, setIsSaving] = useState(false);
  const w = words.value.orders;
  const fresh = inGroup(choices, 'new', 'status-new');
  const done = inGroup(choices, 'done', 'status-closed');
  const ready: View[] = [
    { name: w.all, query: '' },
    ...(fresh.query === '' ? [] : [{ name: w.viewNew, ...fresh }]),
    { name: w.today, query: 'when=today', orders: choices?.counts.today },
    { name: w.late, query: 'when=late', orders: choices?.counts.late },
    { name: w.unpaid, query: choices?.unpaid ?? 'payment=unpaid&payment=partial', orders: choices?.counts.unpaid },
    ...(done.query === '' ? [] : [{ name: w.closed, query: done.query }]),
    { name: w.deleted, query: 'deleted=1' },
  ];
  const all: View[] = [...ready, ...(own.data?.views ?? [])];
  const shown = sorted(address.filter);
  const current = all.find(({ query }) => sorted(query) === shown);
  // While views are loading, the user cannot save this filter, because one of those views may already have it.
  const isNew = choices !== undefined && (own.data ?? own.error) !== undefined && current === undefined;
  return {
    all,
    current,
    reload: own.reload,
    save: isNew ? () => setIsSaving(true) : undefined,
    dialog: isSaving && <SaveView query={address.filter} saved={own.reload} onClose={() => setIsSaving(false)} />,
  };
}

interface ViewsProps {
  readonly address: OrdersAddress;
  readonly views: ReturnType<typeof useViews>;
}

function Views({ address, views: { all, current, reload, dialog } }: ViewsProps) {
  const removing = useSending();
  const w = words.value.orders;
  const bar = useInSight(current?.id ?? current?.query);
  const remove = (id: string) => ask(viewsOf()({ id }).remove.post({})).then(reload);
  return (
    <>
      <nav ref={bar} class="tabs orders-tabs" aria-label={w.views}>
        {all.map((view) => (
          <a
            key={view.id ?? view.query}
            href={address.at(view.query)}
            aria-current={view === current ? 'page' : undefined}
          >
            {view.name}
            {view.orders !== undefined && <span class="count">{counted(view.orders)}</span>}
          </a>
        ))}
        {current?.id !== undefined && (
          <ActButton sending={removing} class="quiet" act={() => remove(current.id ?? '')}>
            {w.removeView}
          </ActButton>
        )}
      </nav>
      <Problem error={removing.error} />
      {dialog}
    </>
  );
}

function FilterSheet({ address, choices, save }: AllFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const groups = groupsOf({ address, choices });
  const set = groups.filter(({ chosen }) => chosen !== '').length + address.values('q').length;
  const w = words.value.orders;
  const close = (): void => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        class={`orders-filters${set > 0 ? ' orders-set' : ''}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon of={SlidersHorizontal} />
        {w.filters}
        {set > 0 && ` · ${set}`}
      </button>
      {isOpen && (
        <Dialog title={w.filters} onClose={close}>
          {/* The sheet takes the focus, because focusing the search field would open the on-screen keyboard at
              once. */}
          <div class="sheet orders-sheet" tabIndex={-1} autofocus>
            <SearchField address={address} />
            {groups.map(({ title, fields }) => (
              <fieldset key={title}>
                <legend>{title}</legend>
                {fields}
              </fieldset>
            ))}
            {address.look === 'table' && !address.values('deleted').includes('1') && <SortChoice address={address} />}
            {save !== undefined && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  close();
                  save();
                }}
              >
                {w.saveView}
              </button>
            )}
            <div class="sheet-foot">
              <button type="button" disabled={address.filter === ''} onClick={() => address.go('')}>
                {w.clear}
              </button>
              <button type="button" class="main end" onClick={close}>
                {w.showOrders}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

const SearchField = ({ address }: { readonly address: OrdersAddress }) => (
  <SearchInput
    label={words.value.orders.search}
    hint={words.value.orders.searchHint}
    text={address.values('q')[0] ?? ''}
    search={(q) => address.set({ q: q === '' ? [] : [q] })}
  />
);
