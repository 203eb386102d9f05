import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact';
import { useLocation } from 'preact-iso';
import { moneyAmong } from './format.ts';
import { openOnPress } from './open-on-press.ts';
import { Scroll } from './scroll.tsx';

export interface Column<Row> {
  readonly head: ComponentChildren;
  /** Renders a cell; undefined for a column that shows only sums. */
  readonly cell?: (row: Row, money: (roubles: number) => string) => ComponentChildren;
  /** Returns the row's amount in this column, in roubles. All amounts of a column show the same number of decimals. */
  readonly sum?: (row: Row) => number | null;
  readonly class?: string;
  /** True if the cell is the heading of its row. */
  readonly isName?: boolean;
  readonly sorted?: 'ascending' | 'descending' | 'other' | 'none' | undefined;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Returns a key that is unique among the rows; by default the position of the row. */
  readonly keyOf?: (row: Row) => string | number;
  readonly class?: string | undefined;
  /** The accessible name of the scrolling part. Without it, the table does not scroll. */
  readonly label?: string;
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** Returns the address that a press anywhere on a row opens. A link in the row does the same for the keyboard. */
  readonly opens?: (row: Row) => string;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
}

function cellsOf<Row>({ cell, sum }: Column<Row>, rows: readonly Row[]): (row: Row) => ComponentChildren {
  const money = moneyAmong(rows.map((row) => sum?.(row) ?? 0));
  if (cell !== undefined) return (row) => cell(row, money);
  return (row) => {
    const roubles = sum?.(row) ?? null;
    return roubles !== null && money(roubles);
  };
}

export function Table<Row>({ columns, rows, keyOf, class: look, label, rowProps, opens, body }: TableProps<Row>) {
  const { route } = useLocation();
  const pressOf = (row: Row) => {
    if (opens === undefined) return {};
    const press = (event: MouseEvent): void => openOnPress(event, opens(row), route);
    return { class: 'opens', onClick: press, onAuxClick: press };
  };
  const cells = columns.map((column) => cellsOf(column, rows));
  const table = (
    <table class={look}>
      <thead>
        <tr>
          {columns.map(({ head, class: kind, sorted }, at) => (
            <th key={at} scope="col" class={kind} aria-sort={sorted}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...(body === undefined ? {} : { ref: body })}>
        {rows.map((row, at) => (
          <tr key={keyOf?.(row) ?? at} {...pressOf(row)} {...rowProps?.(row)}>
            {columns.map(({ class: kind, isName = false }, column) =>
              isName ? (
                <th key={column} scope="row" class={kind}>
                  {cells[column]?.(row)}
                </th>
              ) : (
                <td key={column} class={kind}>
                  {cells[column]?.(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return label === undefined ? table : <Scroll label={label}>{table}</Scroll>;
}
