import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { workspace } from '../../data/me.ts';
import { loadChoices, mayChange } from '../../data/orders.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { useKeys } from '../../ui/keys.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { useOrdersAddress } from './address.ts';
import { BoardLook } from './board.tsx';
import { DayLook } from './day.tsx';
import { Filters } from './filters.tsx';
import { TableLook } from './table.tsx';
import { Views } from './views.tsx';

/** The desk: one filter bar, three ways to look at what it leaves. */
export function OrdersPage() {
  const address = useOrdersAddress();
  const { route } = useLocation();
  const choices = useLoaded(loadChoices, '', { on: ['orders', 'settings'] });
  const search = useRef<HTMLInputElement>(null);
  useKeys({
    Slash: () => search.current?.focus(),
    KeyN: () => mayChange() && route('/app/orders/new'),
  });
  useTitle(words.value.orders.title);
  const w = words.value.orders;
  const looks = { table: w.table, day: w.byDay, board: w.board } as const;
  return (
    <>
      <div class="head">
        <h1>{w.title}</h1>
        <div class="actions">
          <ExportLink filter={address.filter} />
          {mayChange() && (
            <a class="button" href="/app/orders/import">
              {words.value.menu.importOrders}
            </a>
          )}
          {mayChange() && (
            <a class="button main" href="/app/orders/new">
              {w.newOrder}
            </a>
          )}
        </div>
      </div>
      <Views address={address} choices={choices.data} />
      <div class="desk-bar">
        <SearchField
          field={search}
          text={address.values('q')[0] ?? ''}
          found={(q) => address.set({ q: q === '' ? [] : [q] })}
        />
        <fieldset class="segments desk-looks">
          <legend class="unseen">{w.look}</legend>
          {(['table', 'day', 'board'] as const).map((look) => (
            <button key={look} type="button" aria-pressed={address.look === look} onClick={() => address.show(look)}>
              {looks[look]}
            </button>
          ))}
        </fieldset>
      </div>
      <Filters address={address} choices={choices.data} />
      {choices.error !== undefined && <Problem error={choices.error} retry={choices.reload} />}
      {address.look === 'table' && <TableLook address={address} choices={choices.data} />}
      {address.look === 'day' && <DayLook address={address} choices={choices.data} />}
      {address.look === 'board' && <BoardLook address={address} choices={choices.data} />}
    </>
  );
}

function ExportLink({ filter }: { readonly filter: string }) {
  const path = `/app/api/workspaces/${workspace.value?.id}/orders/export`;
  return (
    <a class="button" href={`${path}?${new URLSearchParams({ filter })}`} target="_self" download>
      {words.value.orders.exportCsv}
    </a>
  );
}

const PAUSE_MS = 250;

/** Searches while one types, after a short pause. */
function SearchField({
  field,
  text,
  found,
}: {
  readonly field: { current: HTMLInputElement | null };
  readonly text: string;
  readonly found: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setTyped(text), [text]);
  const search = (value: string): void => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => found(value.trim()), PAUSE_MS);
  };
  return (
    <input
      ref={field}
      type="search"
      class="search"
      maxLength={100}
      aria-label={words.value.orders.search}
      placeholder={words.value.orders.search}
      value={typed}
      onInput={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}
