import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { mayTakeOrders, seesShop } from '../../data/me.ts';
import type { Row } from '../../parts/orders.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { ORDERS } from '../../ui/empty/drawings/orders.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { plural } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { withOtherWords, words } from '../../words/words.ts';
import type { LookProps } from './address.ts';
import { Cell, edgeOf } from './cell.tsx';
import { ColumnChooser, useColumns } from './columns.tsx';
import { usePicked } from './pick.tsx';
import { Pull } from './pull.tsx';
import { useRowKeys } from './row-acts.ts';
import { headOf } from './sort-head.tsx';
import { useRows } from './use-rows.ts';

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
