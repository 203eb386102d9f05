import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { mayTakeOrders, seesShop } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadPage, type Row, type Sort } from '../../parts/orders.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { ORDERS } from '../../ui/empty/drawings/orders.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { plural } from '../../ui/format.ts';
import { useKeys } from '../../ui/keys.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { withOtherWords, words } from '../../words/words.ts';
import type { LookProps } from './address.ts';
import { Cell, edgeOf } from './cell.tsx';
import { ColumnChooser, useColumns } from './columns.tsx';
import { Pull } from './pull.tsx';
import { headOf } from './sort-head.tsx';

/** This is a separate chunk, because on most visits nobody selects a row. */
const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar);

const OrderSums = lazyPart(async () => (await withOtherWords(import('./order-sums.tsx'))).OrderSums);

export function TableLook({ address, choices }: LookProps) {
  const { data: state, error, reload, more } = useRows(address.sorted);
  const columns = useColumns();
  const body = useRef<HTMLTableSectionElement>(null);
  const { route } = useLocation();
  const w = words.value.orders;
  const fresh = state?.fresh ?? 0;
  useEffect(() => {
    document.title = `${fresh > 0 ? `(${fresh}) ` : ''}${w.title} · Docket`;
  }, [fresh, w.title]);
  const shown = state?.rows ?? [];
  const picked = usePicked(shown, address.sorted);
  useRowKeys(body, { toggle: picked.toggle, open: (id) => route(`/app/orders/${id}`) });
  if (state === undefined) return <Waiting of={{ data: state, error, reload }} />;
  if (shown.length === 0) return <EmptyOrders address={address} />;
  return (
    <>
      <Problem error={error} retry={reload} />
      <Pull reload={reload} />
      {fresh > 0 && (
        <div class="orders-fresh">
          <button type="button" class="main" onClick={reload}>
            {plural(fresh, w.showNew)}
          </button>
        </div>
      )}
      {seesShop() && address.filter !== '' && (
        <div class="meta orders-sums">
          <OrderSums filter={address.filter} />
        </div>
      )}
      <div class="orders-list">
        <Table
          class="orders"
          rows={shown}
          keyOf={({ id }) => id}
          rowProps={(row) => ({ 'data-id': row.id, style: edgeOf(row, choices) })}
          opens={({ id }) => `/app/orders/${id}`}
          body={body}
          columns={[
            picked.column,
            ...columns.shown.map((column) => ({
              class: `orders-of-${column}`,
              cell: (row: Row) => <Cell column={column} row={row} choices={choices} />,
              ...headOf(column, address, state.sort),
            })),
          ]}
        />
      </div>
      <div class="foot">
        {state.nextCursor !== null && (
          <button type="button" onClick={() => more(state.nextCursor ?? '')}>
            {words.value.more}
          </button>
        )}
        <ColumnChooser columns={columns} />
      </div>
      {picked.ids.length > 0 && mayTakeOrders() && (
        <BulkBar ids={picked.ids} statuses={choices?.statuses ?? []} changed={reload} clear={picked.clear} />
      )}
    </>
  );
}

const curl = (): string => `curl ${location.origin}/api/v1/orders/create \\
  -H "Authorization: Bearer $DOCKET_KEY" -H "Content-Type: application/json" \\
  -d '{"requestKey":"test-1","date":"${new Date().toISOString().slice(0, 10)}T12:00:00Z","products":[{"name":"Test","quantity":1,"price":100}]}'`;

function EmptyOrders({ address }: Pick<LookProps, 'address'>) {
  const w = words.value.orders;
  if (address.filter !== '') {
    const [text] = address.values('q');
    return (
      <Empty drawing={NOTHING_FOUND} title={w.nothing} what={text === undefined ? w.nothingWhat : w.nothingOf(text)}>
        <button type="button" onClick={() => address.go('')}>
          {w.clear}
        </button>
      </Empty>
    );
  }
  return (
    <Empty
      drawing={ORDERS}
      title={w.empty}
      what={w.emptyWhat}
      developers={
        <>
          <p class="meta">{w.emptyCurl}</p>
          <pre>{curl()}</pre>
        </>
      }
    >
      {mayTakeOrders() && (
        <a class="button main" href="/app/orders/new">
          {w.newOrder}
        </a>
      )}
    </Empty>
  );
}

/** Handles the keys of the list: j and k move from row to row, x selects a row, and o opens it like Enter. */
function useRowKeys(
  body: { readonly current: HTMLTableSectionElement | null },
  { toggle, open: openRow }: { readonly toggle: (id: string) => void; readonly open: (id: string) => void },
): void {
  const rows = (): HTMLTableRowElement[] => [...(body.current?.rows ?? [])];
  const here = (): number => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (by: number): void => {
    const all = rows();
    const next = all[Math.min(Math.max(here() + by, 0), all.length - 1)];
    next?.querySelector('a')?.focus();
  };
  const withRow = (act: (id: string) => void): void => {
    const id = rows()[here()]?.dataset['id'];
    if (id !== undefined) act(id);
  };
  useKeys({
    KeyJ: () => move(1),
    KeyK: () => move(-1),
    KeyX: () => withRow(toggle),
    KeyO: () => withRow(openRow),
  });
}

interface PickBoxProps {
  readonly label: string;
  readonly isPicked: boolean;
  readonly toggle: () => void;
}

const PickBox = ({ label, isPicked, toggle }: PickBoxProps) => (
  <label class="orders-pick">
    <input type="checkbox" aria-label={label} checked={isPicked} onChange={toggle} />
  </label>
);

/** @param filter a new filter clears the selection */
function usePicked(rows: readonly Row[], filter: string) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // This is a layout effect, so that it cannot clear a selection made after the page is painted.
  useLayoutEffect(() => setPicked(new Set()), [filter]);
  const toggle = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const areAll = rows.length > 0 && rows.every(({ id }) => picked.has(id));
  const toggleAll = (): void => setPicked(new Set(areAll ? [] : rows.map(({ id }) => id)));
  const w = words.value.orders;
  const column: Column<Row> = {
    head: <PickBox label={w.selectAll} isPicked={areAll} toggle={toggleAll} />,
    class: 'orders-of-pick',
    cell: ({ id, num }) => <PickBox label={`${w.select} ${num}`} isPicked={picked.has(id)} toggle={() => toggle(id)} />,
  };
  return { ids: [...picked], column, toggle, clear: () => setPicked(new Set()) };
}

interface Rows {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /**
   * The number of orders made since the rows loaded. They appear only on a press, so that nothing moves under the
   * user's finger.
   */
  readonly fresh: number;
  /** The server's sort of the rows; null for newest first. */
  readonly sort: Sort | null;
}

const firstRows = async (filter: string): Promise<Rows> => {
  const { orders, nextCursor, sort } = await loadPage(filter);
  return { rows: orders, nextCursor, fresh: 0, sort };
};

/** Updates the rows on the page in place. New rows are only counted. */
function merge(before: Rows, found: Rows): Rows {
  if (before.rows.length === 0) return found;
  const known = new Set(before.rows.map(({ id }) => id));
  const now = new Map(found.rows.map((row) => [row.id, row]));
  return {
    ...before,
    rows: before.rows.map((row) => now.get(row.id) ?? row),
    fresh: found.rows.filter(({ id }) => !known.has(id)).length,
  };
}

function useRows(filter: string) {
  const loaded = useLoaded(() => firstRows(filter), filter, { on: ['orders'], merge });
  const more = (cursor: string): void =>
    loaded.add(
      () => loadPage(filter, cursor),
      (shown, { orders, nextCursor }) => ({ ...shown, rows: [...shown.rows, ...orders], nextCursor }),
    );
  return { ...loaded, more };
}
