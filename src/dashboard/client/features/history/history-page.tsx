import { joined, useLoaded } from '../../data/use-loaded.ts';
import { SettingsNav } from '../../parts/settings-nav.tsx';
import { HISTORY } from '../../ui/empty/drawings/history.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { day as dayText, localDay, plural } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { exportAddress, loadHistory, useHistoryFilter } from './filter.ts';
import { HistoryFilters } from './filters.tsx';
import { HistoryRow } from './history-row.tsx';

/** The changes: who made each and when, with old and new values. */
export function HistoryPage() {
  const { filter, query, set } = useHistoryFilter();
  const loaded = useLoaded(() => loadHistory(filter), query);
  const { error, reload } = loaded;
  const { rows, nextCursor = null } = loaded.data ?? {};
  const more = (cursor: string): void => loaded.add(() => loadHistory(filter, cursor), joined('rows'));
  const w = words.value.history;
  useTitle(w.title);
  return (
    <>
      <SettingsNav />
      <div class="head">
        <p class="lead">{w.what}</p>
        <a class="button" href={exportAddress(query)} download="history.csv">
          {w.export}
        </a>
      </div>
      <HistoryFilters filter={filter} set={set} />
      <Problem error={error} retry={reload} />
      {rows !== undefined && rows.length > 0 && (
        <p class="meta">
          {plural(rows.length, words.value.money.lines)}
          {nextCursor !== null && ` ${w.shown}`}
        </p>
      )}
      {rows?.length === 0 && (
        <Empty
          {...(query === ''
            ? { drawing: HISTORY, title: w.empty, what: w.emptyWhat }
            : { drawing: NOTHING_FOUND, title: w.nothing })}
        >
          {query !== '' && (
            <a class="button" href="/app/history">
              {w.clear}
            </a>
          )}
        </Empty>
      )}
      {[...Map.groupBy(rows ?? [], ({ at }) => localDay(new Date(at)))].map(([date, ofDay]) => (
        <section key={date} class="history">
          <h2>{dayText(date, true)}</h2>
          <ol>
            {ofDay.map((row) => (
              <HistoryRow
                key={`${row.at} ${row.action} ${row.subject} ${row.requestId}`}
                row={row}
                statuses={loaded.data?.statuses ?? []}
              />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton next={nextCursor} more={more} />
    </>
  );
}
