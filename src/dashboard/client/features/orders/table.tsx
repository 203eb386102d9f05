import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import {
  type Choices,
  loadPage,
  mayChange,
  paymentTone,
  paymentWord,
  type Row,
  sourceName,
  statusName,
  statusTone,
} from '../../data/orders.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Chip } from '../../ui/chip.tsx';
import { ago, count, day, moment, money, phone, plural, slot } from '../../ui/format.ts';
import { useKeys } from '../../ui/keys.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type Column, ColumnChooser, useColumns } from './columns.tsx';
import { EmptyOrders } from './empty.tsx';

interface Rows {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** Made since the rows were asked for; they wait until they are wanted, so that nothing jumps under a finger. */
  readonly fresh: number;
}

const firstRows = async (filter: string): Promise<Rows> => {
  const { orders, nextCursor } = await loadPage(filter);
  return { rows: orders, nextCursor, fresh: 0 };
};

/** What is shown is brought up to date where it stands; what is new is only counted. */
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

/** The rows of a filter: pages added one by one, kept up to date in place. */
function useRows(filter: string) {
  const loaded = useLoaded(() => firstRows(filter), filter, { on: ['orders'], merge });
  const more = (cursor: string): void =>
    loaded.add(
      () => loadPage(filter, cursor),
      (shown, { orders, nextCursor }) => ({ ...shown, rows: [...shown.rows, ...orders], nextCursor }),
    );
  return { ...loaded, more };
}

export function TableLook({
  address,
  choices,
}: {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
}) {
  const { data: state, error, reload, more } = useRows(address.filter);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useColumns();
  const body = useRef<HTMLTableSectionElement>(null);
  const { route } = useLocation();
  const w = words.value.orders;
  useEffect(() => setSelected(new Set()), [address.filter]);
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
  if (state === undefined) return <Waiting of={{ error, reload }} />;
  if (shown.length === 0) return <EmptyOrders address={address} />;
  return (
    <>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {fresh > 0 && (
        <p class="fresh">
          <button type="button" class="quiet" onClick={reload}>
            {plural(fresh, w.showNew)}
          </button>
        </p>
      )}
      <Scroll label={w.title}>
        <table class="orders">
          <thead>
            <tr>
              <th scope="col" class="pick">
                <input
                  type="checkbox"
                  aria-label={w.selectAll}
                  checked={allSelected}
                  onChange={() => setSelected(new Set(allSelected ? [] : shown.map(({ id }) => id)))}
                />
              </th>
              {columns.shown.map((column) => (
                <th key={column} scope="col" class={NUMBERS.has(column) ? 'number' : ''}>
                  {w[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((row) => (
              <tr key={row.id} data-id={row.id} class={selected.has(row.id) ? 'picked' : ''}>
                <td class="pick">
                  <input
                    type="checkbox"
                    aria-label={`${w.select} ${row.num}`}
                    checked={selected.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
                {columns.shown.map((column) => (
                  <td key={column} class={`of-${column}${NUMBERS.has(column) ? ' number' : ''}`}>
                    <Cell column={column} row={row} choices={choices} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
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

const NUMBERS: ReadonlySet<Column> = new Set(['total']);

function Cell({
  column,
  row,
  choices,
}: {
  readonly column: Column;
  readonly row: Row;
  readonly choices: Choices | undefined;
}) {
  switch (column) {
    case 'number':
      return <a href={`/app/orders/${row.id}`}>{row.num}</a>;
    case 'date':
      return (
        <>
          {row.date === choices?.today ? words.value.orders.today : day(row.date)}{' '}
          <span class="meta">{slot(row.timeStart, row.timeEnd)}</span>
        </>
      );
    case 'client':
      return (
        <>
          <span class="name">{row.clientName}</span>
          {row.clientPhone !== null && <span class="meta">{phone(row.clientPhone)}</span>}
        </>
      );
    case 'items':
      return (
        <span class="name">
          {row.firstProduct} ×{count(row.firstQuantity)}
          {row.moreProducts > 0 && <span class="meta"> +{row.moreProducts}</span>}
        </span>
      );
    case 'total':
      return <strong>{money(row.price)}</strong>;
    case 'payment':
      return (
        <>
          <Chip tone={paymentTone(row.paymentStatus)}>{paymentWord(row.paymentStatus)}</Chip>
          {row.paymentStatus === 'partial' && (
            <meter value={row.paidAmount} max={row.price} title={money(row.paidAmount)} />
          )}
        </>
      );
    case 'status':
      return <StatusChip id={row.statusId} choices={choices} />;
    case 'platform':
      return <span class="name">{row.platform}</span>;
    case 'source':
      return row.source.startsWith('@') ? sourceName(row.source) : <code>{row.source}</code>;
    case 'created':
      return <time title={moment(row.createdAt)}>{ago(row.createdAt)}</time>;
    default:
      return column satisfies never;
  }
}

/** j, k: from row to row; x: picks the row; Enter opens it, as on any link. */
function useRowKeys(
  body: { readonly current: HTMLTableSectionElement | null },
  { toggle, open }: { readonly toggle: (id: string) => void; readonly open: (id: string) => void },
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
    KeyO: () => withRow(open),
  });
}

function StatusChip({ id, choices }: { readonly id: string; readonly choices: Choices | undefined }) {
  const statuses = choices?.statuses ?? [];
  return <Chip tone={statusTone(id, statuses)}>{statusName(id, statuses)}</Chip>;
}
