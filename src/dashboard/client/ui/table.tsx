import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact';
import { Scroll } from './scroll.tsx';

export interface Column<Row> {
  readonly head: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** The class of its head and its cells. */
  readonly class?: string;
  /** True if the cell names its row. */
  readonly isName?: boolean;
  readonly sorted?: 'ascending' | 'descending' | 'none' | undefined;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Tells a row from the others; without it its place does. */
  readonly keyOf?: (row: Row) => string | number;
  readonly class?: string | undefined;
  /** Names the part that it scrolls in; without it nothing scrolls. */
  readonly label?: string;
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
}

export function Table<Row>({ columns, rows, keyOf, class: look, label, rowProps, body }: TableProps<Row>) {
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
          <tr key={keyOf?.(row) ?? at} {...rowProps?.(row)}>
            {columns.map(({ cell, class: kind, isName = false }, column) =>
              isName ? (
                <th key={column} scope="row" class={kind}>
                  {cell(row)}
                </th>
              ) : (
                <td key={column} class={kind}>
                  {cell(row)}
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
