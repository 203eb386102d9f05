import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { words } from '../../words/common.ts';
import { Table } from '../table.tsx';
import type { Look } from './plot.tsx';

interface ChartProps {
  readonly title: string;
  readonly summary: string;
  readonly legend: readonly (readonly [Look, string])[];
  /** The column heads of the table that shows the chart's figures. `rows` are its rows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly choice?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Chart({ title, summary, legend, columns, rows, choice, children }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <section class="chart" aria-labelledby={id}>
      <div class="chart-head">
        <h2 id={id}>{title}</h2>
        {choice}
        <button type="button" class="quiet noprint" onClick={() => setIsTable(!isTable)}>
          {isTable ? words.value.asChart : words.value.asTable}
        </button>
      </div>
      <p class="meta">{summary}</p>
      {isTable ? (
        <Figures title={title} columns={columns} rows={rows} />
      ) : (
        <>
          {children}
          <ul class="legend">
            {legend.map(([look, name]) => (
              <li key={name}>
                <Swatch look={look} />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The number of rows that the table shows at first. Together, these rows are about as high as the chart. */
const FEW = 5;
/** A table with at most this many rows shows all of them at first. A button for a few more rows would be in the way. */
const HANDFUL = 12;

function Figures({ title, columns, rows }: Pick<ChartProps, 'title' | 'columns' | 'rows'>) {
  const [isWhole, setIsWhole] = useState(rows.length <= HANDFUL);
  const rest = rows.length - FEW;
  return (
    <>
      <Table
        label={title}
        class="plain-names"
        rows={isWhole ? rows : rows.slice(0, FEW)}
        columns={columns.map((head, at) => ({
          head,
          cell: (row: readonly string[]) => row[at],
          ...(at === 0 ? { isName: true } : { class: 'number' }),
        }))}
      />
      {!isWhole && rest > 0 && (
        <div class="foot">
          <button type="button" class="quiet" onClick={() => setIsWhole(true)}>
            {words.value.more} ({rest})
          </button>
        </div>
      )}
    </>
  );
}

const LINES: ReadonlySet<Look> = new Set(['line', 'ghost-line', 'dashed', 'limit']);

function Swatch({ look }: { readonly look: Look }) {
  return (
    <svg class="swatch" width="20" height="12" viewBox="0 0 20 12" aria-hidden="true">
      {LINES.has(look) ? (
        <path class={look} d="M0 6H20" />
      ) : (
        <>
          <rect class={look === 'owed' || look === 'bad' ? `${look}-back` : look} x="1" y="1" width="18" height="10" />
          {(look === 'owed' || look === 'bad') && <path class={`${look}-stripes`} d="M2 11L8 1M8 11L14 1M14 11L19 3" />}
        </>
      )}
    </svg>
  );
}
