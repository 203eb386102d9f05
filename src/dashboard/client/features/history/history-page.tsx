import { PERIODS } from '../../../shared/periods.ts';
import { ask } from '../../data/api.ts';
import { workspaceId } from '../../data/me.ts';
import { joined, useLoaded } from '../../data/use-loaded.ts';
import { PeriodSegments } from '../../parts/period-segments.tsx';
import { SettingsNav } from '../../parts/settings-nav.tsx';
import { TwoDays } from '../../parts/two-days.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { HISTORY } from '../../ui/empty/drawings/history.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { day as dayText, localDay, plural } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import type { Address } from '../../ui/use-query.ts';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { exportAddress, type HistoryFilter, historyOf, KINDS, loadHistory, useHistoryFilter } from './filter.ts';
import { HistoryRow } from './history-row.tsx';

export function HistoryPage() {
  const { filter, query, set } = useHistoryFilter();
  const loaded = useLoaded(() => loadHistory(filter), query);
  const { error, reload } = loaded;
  const { rows, nextCursor = null } = loaded.data ?? {};
  const more = (cursor: string): void => loaded.add(() => loadHistory(filter, cursor), joined('rows'));
  const w = words.value.history;
  useTitle(words.value.settingsNav.history);
  return (
    <>
      <SettingsNav />
      <div class="head">
        <p class="lead">{w.what}</p>
        <a class="button" href={exportAddress(query)} download="history.csv">
          {words.value.orders.exportCsv}
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
            : { drawing: NOTHING_FOUND, title: words.value.orders.nothing })}
        >
          {query !== '' && (
            <a class="button" href="/app/history">
              {words.value.orders.clear}
            </a>
          )}
        </Empty>
      )}
      {[...Map.groupBy(rows ?? [], ({ at }) => localDay(new Date(at)))].map(([date, ofDay]) => (
        <section key={date} class="history">
          <h2 class="capital">{dayText(date, true)}</h2>
          <ol class="plain">
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

interface HistoryFiltersProps extends Pick<Address, 'set'> {
  readonly filter: HistoryFilter;
}

const WHEN = [...PERIODS, 'all'] as const;

function HistoryFilters({ filter, set }: HistoryFiltersProps) {
  const { data } = useLoaded(() => ask(historyOf().actors.get()), workspaceId());
  const w = words.value.history;
  const asChoices = (actors: readonly { readonly who: string; readonly name: string }[]) =>
    actors.map(({ who, name }) => ({ value: who, text: name }));
  const known = [
    asChoices(data?.people ?? []),
    asChoices(data?.keys ?? []),
    asChoices([
      { who: 'command', name: words.value.orderPage.actors.command },
      { who: 'system', name: w.system },
    ]),
  ];
  const isKnown = filter.who === undefined || known.flat().some(({ value }) => value === filter.who);
  const groups = isKnown ? known : [...known, [{ value: filter.who ?? '', text: filter.who ?? '' }]];
  const days = { from: filter.from, to: filter.to };
  const hasNoDays = days.from === undefined && days.to === undefined;
  return (
    <>
      <PeriodSegments
        names={WHEN}
        chosen={hasNoDays ? (filter.when ?? 'all') : undefined}
        choose={(when) => set({ when: when === 'all' ? undefined : when, from: undefined, to: undefined })}
      />
      <div class="history-filters">
        <ChoiceMenu
          label={w.did}
          value={filter.kind ?? ''}
          groups={[
            [
              { value: '', text: w.all },
              ...(filter.kind === 'settings' ? [{ value: 'settings', text: w.settings }] : []),
              ...KINDS.map((kind) => ({ value: kind, text: w[kind] })),
            ],
          ]}
          choose={(kind) => set({ kind: kind || undefined })}
        />
        <ChoiceMenu
          label={words.value.stock.who}
          value={filter.who ?? ''}
          groups={[[{ value: '', text: w.anybody }], ...groups]}
          choose={(who) => set({ who: who || undefined })}
        />
        <TwoDays days={days} set={(next) => set({ when: undefined, ...next })} />
      </div>
    </>
  );
}
