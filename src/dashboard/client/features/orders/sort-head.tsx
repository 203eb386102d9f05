import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide';
import type { Row, Sort } from '../../parts/orders.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column as Shown } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';
import type { Column } from './columns.tsx';

/** The sorts at the first and at the second press on a column. A third press removes the sort. */
const SORTS: Partial<Record<Column, readonly [Sort, Sort]>> = {
  date: ['date', '-date'],
  total: ['-total', 'total'],
  status: ['status', '-status'],
};

/** Returns a column's head, which changes the sort when pressed. @param sort the current sort of the rows */
export function headOf(column: Column, address: OrdersAddress, sort: Sort | null): Pick<Shown<Row>, 'head' | 'sorted'> {
  const sorts = SORTS[column];
  const head = words.value.orders[column];
  const isNewest = column === 'number' && sort === null && !address.values('deleted').includes('1');
  if (isNewest) return { sorted: 'other', head: <NewestHead>{head}</NewestHead> };
  if (sorts === undefined || address.values('deleted').includes('1')) return { head };
  const [first, second] = sorts;
  // The requested sort, even if its rows have not arrived yet.
  const present = address.values('sort')[0] ?? sort;
  const next = present === first ? [second] : present === second ? [] : [first];
  const isUp = sort === column;
  const isSorted = isUp || sort === `-${column}`;
  return {
    sorted: isUp ? 'ascending' : isSorted ? 'descending' : 'none',
    head: (
      <button type="button" class="bare orders-sort" onClick={() => address.set({ sort: next })}>
        {head}
        <Icon of={isUp ? ArrowUp : isSorted ? ArrowDown : ChevronsUpDown} size={14} />
      </button>
    ),
  };
}

const NewestHead = ({ children }: { readonly children: string }) => (
  <span class="orders-sort" title={words.value.orders.newestFirst}>
    {children} <Icon of={ArrowDown} size={14} />
  </span>
);

export function SortChoice({ address }: { readonly address: OrdersAddress }) {
  const w = words.value.orders;
  const [[when = ''], [from], [to]] = [address.values('when'), address.values('from'), address.values('to')];
  // The server sorts the orders of one day, and late orders, by their slots unless another sort is requested.
  const isTimed = ['today', 'tomorrow', 'late'].includes(when) || (from !== undefined && from === to);
  const usual = isTimed ? 'date' : 'new';
  const [present = usual] = address.values('sort');
  const choices = [
    ['new', w.newestFirst],
    ['date', w.date],
    ['-total', w.total],
    ['status', w.status],
  ] as const;
  return (
    <fieldset>
      <legend>{w.sortBy}</legend>
      {choices.map(([value, text]) => (
        <label class="check" key={value}>
          <input
            type="radio"
            name="sort"
            checked={present === value}
            onChange={() => address.set({ sort: value === usual ? [] : [value] })}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
