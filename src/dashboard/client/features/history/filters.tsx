import { PERIODS } from '../../../shared/periods.ts';
import { ask } from '../../data/api.ts';
import { workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { PeriodSegments } from '../../parts/period-segments.tsx';
import { TwoDays } from '../../parts/two-days.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import type { Address } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import { type HistoryFilter, historyOf, KINDS } from './filter.ts';

interface HistoryFiltersProps extends Pick<Address, 'set'> {
  readonly filter: HistoryFilter;
}

const WHEN = [...PERIODS, 'all'] as const;

/** The filters by action, person or program, and time; an empty choice filters nothing. */
export function HistoryFilters({ filter, set }: HistoryFiltersProps) {
  const { data } = useLoaded(() => ask(historyOf().actors.get()), workspaceId());
  const w = words.value.history;
  const asChoices = (actors: readonly { readonly who: string; readonly name: string }[]) =>
    actors.map(({ who, name }) => ({ value: who, text: name }));
  const known = [
    asChoices(data?.people ?? []),
    asChoices(data?.keys ?? []),
    asChoices([
      { who: 'command', name: w.command },
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
          label={w.who}
          value={filter.who ?? ''}
          groups={[[{ value: '', text: w.anybody }], ...groups]}
          choose={(who) => set({ who: who || undefined })}
        />
        <TwoDays days={days} set={(next) => set({ when: undefined, ...next })} />
      </div>
    </>
  );
}
