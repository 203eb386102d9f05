import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { here, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import type { Choices } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { counted } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { useInSight } from '../../ui/use-in-sight.ts';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';

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

export function useViews(address: OrdersAddress, choices: Choices | undefined) {
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

export function Views({ address, views: { all, current, reload, dialog } }: ViewsProps) {
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
