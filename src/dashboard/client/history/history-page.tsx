import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { ago, moment } from '../format.ts';
import { Problem } from '../parts.tsx';
import { words } from '../state.ts';
import { useTitle } from '../use-title.ts';
import { exportAddress, type HistoryFilter, historyOf, useHistoryFilter } from './filter.ts';
import { HistoryFilters } from './filters.tsx';

const load = (filter: HistoryFilter, cursor?: string) =>
  ask(historyOf().get({ query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } }));
type Row = Awaited<ReturnType<typeof load>>['rows'][number];

/** Who changed what, from what to what, when, and the request that did it. */
export function HistoryPage() {
  const { filter, query, set } = useHistoryFilter();
  const [rows, setRows] = useState<readonly Row[]>();
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const asked = useRef(0);
  const w = words.value.history;
  useTitle(w.title);
  const read = (cursor?: string): void => {
    asked.current += 1;
    const mine = asked.current;
    load(filter, cursor).then(
      (page) => {
        if (mine !== asked.current) return;
        setError(undefined);
        setRows((before) => (cursor === undefined ? page.rows : [...(before ?? []), ...page.rows]));
        setNext(page.nextCursor);
      },
      (problem) => {
        if (mine === asked.current) setError(problem);
      },
    );
  };
  useEffect(() => read(), [query]);
  return (
    <>
      <div class="head">
        <h1>{w.title}</h1>
        <a class="button" href={exportAddress(query)} download="history.csv">
          {w.export}
        </a>
      </div>
      <p class="lead">{w.what}</p>
      <HistoryFilters filter={filter} set={set} />
      {error !== undefined && <Problem error={error} retry={() => read()} />}
      {rows?.length === 0 && (
        <div class="empty">
          <p>{query === '' ? w.empty : w.nothing}</p>
          {query !== '' && <a href="/app/history">{w.clear}</a>}
        </div>
      )}
      <ol class="history">
        {rows?.map((row) => (
          <HistoryRow key={`${row.at} ${row.action} ${row.subject} ${row.requestId}`} row={row} />
        ))}
      </ol>
      {next !== null && (
        <div class="foot">
          <button type="button" onClick={() => read(next)}>
            {w.more}
          </button>
        </div>
      )}
    </>
  );
}

function HistoryRow({ row }: { readonly row: Row }) {
  const { history, orders, request } = words.value;
  const names: Readonly<Record<string, string>> = history.actions;
  const entries = Object.entries(row.changes ?? {});
  return (
    <li>
      <p class="line">
        <strong>{Object.hasOwn(names, row.action) ? names[row.action] : row.action}</strong>
        {row.orderNum === null ? (
          <code>{row.subject}</code>
        ) : (
          <a href={`/app/orders/${row.subject}`}>
            {orders.order} {row.orderNum}
          </a>
        )}
      </p>
      <p class="meta">
        <time title={moment(row.at)}>{ago(row.at)}</time> · {orders.actors[row.actorType]}
        {row.actorName !== null && ` «${row.actorName}»`}
        {row.requestId !== null && (
          <>
            {' '}
            · {request} <code>{row.requestId}</code>
          </>
        )}
      </p>
      <Changes entries={entries} />
    </li>
  );
}

type Change = readonly [string, { readonly from: unknown; readonly to: unknown }];
const SHORT_CHARS = 60;

/** One short change stands in the open; more of them, or long ones, wait to be asked for. */
function Changes({ entries }: { readonly entries: readonly Change[] }) {
  if (entries.length === 0) return null;
  const [first] = entries;
  const short =
    entries.length === 1 && first !== undefined && text(first[1].from).length + text(first[1].to).length < SHORT_CHARS;
  const list = (
    <dl class="tree">
      {entries.map(([field, { from, to }]) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
          </dt>
          <dd>
            <del>{text(from)}</del> → <ins>{text(to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
  if (short && first !== undefined) {
    return (
      <p class="change meta">
        <code>{first[0]}</code> <del>{text(first[1].from)}</del> → <ins>{text(first[1].to)}</ins>
      </p>
    );
  }
  return (
    <details>
      <summary>{words.value.history.details}</summary>
      {list}
    </details>
  );
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.value.orders.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
