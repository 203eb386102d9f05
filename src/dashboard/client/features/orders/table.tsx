import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { mayChange } from '../../data/me.ts';
import type { Choices, Row } from '../../data/orders.ts';
import { plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Cell, edgeOf } from './cell.tsx';
import { ColumnChooser, type Columns, useColumns } from './columns.tsx';
import { EmptyOrders } from './empty.tsx';
import { Pull } from './pull.tsx';
import { openOnPress, useRowKeys } from './row-acts.ts';
import { SortHead } from './sort-head.tsx';
import { useRows } from './use-rows.ts';

export function TableLook({
  address,
  choices,
}: {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
}) {
  const { data: state, error, reload, more } = useRows(address.sorted);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useColumns();
  const body = useRef<HTMLTableSectionElement>(null);
  const { route } = useLocation();
  const w = words.value.orders;
  useEffect(() => setSelected(new Set()), [address.sorted]);
  const fresh = state?.fresh ?? 0;
  useEffect(() => {
    document.title = `${fresh > 0 ? `(${fresh}) ` : ''}${w.title} · Docket`;
  }, [fresh, w.title]);
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  useRowKeys(body, { toggle, open: (id) => route(`/app/orders/${id}`) });
  const shown = state?.rows ?? [];
  const allSelected = shown.length > 0 && shown.every(({ id }) => selected.has(id));
  if (state === undefined) return <Waiting of={{ data: state, error, reload }} />;
  if (shown.length === 0) return <EmptyOrders address={address} />;
  return (
    <>
      <Problem error={error} retry={reload} />
      <Pull reload={reload} />
      {fresh > 0 && (
        <p class="orders-fresh">
          <button type="button" class="quiet" onClick={reload}>
            {plural(fresh, w.showNew)}
          </button>
        </p>
      )}
      <div class="orders-list">
        <table class="orders">
          <thead>
            <tr>
              <th scope="col" class="orders-of-pick">
                <label class="orders-pick">
                  <input
                    type="checkbox"
                    aria-label={w.selectAll}
                    checked={allSelected}
                    onChange={() => setSelected(new Set(allSelected ? [] : shown.map(({ id }) => id)))}
                  />
                </label>
              </th>
              {columns.shown.map((column) => (
                <SortHead key={column} column={column} address={address} sort={state.sort} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((row) => (
              <OrderRow
                key={row.id}
                row={row}
                columns={columns}
                choices={choices}
                isPicked={selected.has(row.id)}
                toggle={toggle}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div class="foot">
        {state.nextCursor !== null && (
          <button type="button" onClick={() => more(state.nextCursor ?? '')}>
            {w.more}
          </button>
        )}
        <ColumnChooser columns={columns} />
      </div>
      {selected.size > 0 && mayChange() && (
        <BulkBar
          ids={[...selected]}
          statuses={choices?.statuses ?? []}
          changed={reload}
          clear={() => setSelected(new Set())}
        />
      )}
    </>
  );
}

interface OrderRowProps {
  readonly row: Row;
  readonly columns: Columns;
  readonly choices: Choices | undefined;
  readonly isPicked: boolean;
  readonly toggle: (id: string) => void;
}

function OrderRow({ row, columns, choices, isPicked, toggle }: OrderRowProps) {
  const { route } = useLocation();
  const press = (event: MouseEvent): void => openOnPress(event, `/app/orders/${row.id}`, route);
  return (
    <tr data-id={row.id} style={edgeOf(row, choices)} onClick={press} onAuxClick={press}>
      <td class="orders-of-pick">
        <label class="orders-pick">
          <input
            type="checkbox"
            aria-label={`${words.value.orders.select} ${row.num}`}
            checked={isPicked}
            onChange={() => toggle(row.id)}
          />
        </label>
      </td>
      {columns.shown.map((column) => (
        <td key={column} class={`orders-of-${column}`}>
          <Cell column={column} row={row} choices={choices} />
        </td>
      ))}
    </tr>
  );
}
