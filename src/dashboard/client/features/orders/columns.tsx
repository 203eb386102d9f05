import { useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import { words } from '../../words/words.ts';
import { Menu } from './filters.tsx';

const ALL = [
  'number',
  'date',
  'client',
  'items',
  'total',
  'payment',
  'status',
  'platform',
  'source',
  'created',
] as const;
export type Column = (typeof ALL)[number];

const ALWAYS: ReadonlySet<Column> = new Set(['number', 'total', 'payment', 'status']);
const CHOSEN = ALL.filter((column) => !ALWAYS.has(column));

const SETTING = 'docket.orders.columns';
const HIDDEN_AT_FIRST: readonly Column[] = ['source'];

export interface Columns {
  readonly shown: readonly Column[];
  readonly toggle: (column: Column) => void;
}

function readHidden(): readonly Column[] {
  const kept = keptChoice(SETTING);
  return kept === null ? HIDDEN_AT_FIRST : CHOSEN.filter((column) => kept.split(' ').includes(column));
}

export function useColumns(): Columns {
  const [hidden, setHidden] = useState(readHidden);
  return {
    shown: ALL.filter((column) => !hidden.includes(column)),
    toggle(column) {
      const next = hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
      keepChoice(SETTING, next.join(' '));
      setHidden(next);
    },
  };
}

export function ColumnChooser({ columns }: { readonly columns: Columns }) {
  const w = words.value.orders;
  return (
    <Menu title={w.columns}>
      {CHOSEN.map((column) => (
        <label class="check" key={column}>
          <input type="checkbox" checked={columns.shown.includes(column)} onChange={() => columns.toggle(column)} />{' '}
          {w[column]}
        </label>
      ))}
    </Menu>
  );
}
