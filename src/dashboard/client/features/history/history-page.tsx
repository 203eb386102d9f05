import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { exportAddress, type HistoryFilter, historyOf, useHistoryFilter } from './filter.ts';
import { HistoryFilters } from './filters.tsx';
import { HistoryRow } from './history-row.tsx';

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
