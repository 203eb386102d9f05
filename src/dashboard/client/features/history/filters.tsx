import { ask } from '../../data/api.ts';
import { workspace } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { words } from '../../words/words.ts';
import { type HistoryFilter, historyOf, KINDS, type Typed } from './filter.ts';

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly set: (changes: Typed) => void;
}

/** What, by whom and when; an empty choice is none. */
export function HistoryFilters({ filter, set }: HistoryFiltersProps) {
  const { data } = useLoaded(() => ask(historyOf().actors.get()), workspace.value?.id ?? '');
  const w = words.value.history;
  const groups = [
    { name: w.byPeople, actors: data?.people ?? [] },
    { name: w.byKeys, actors: data?.keys ?? [] },
    {
      name: w.byOthers,
      actors: [
        { who: 'command', name: w.command },
        { who: 'system', name: w.system },
      ],
    },
  ];
  const known = groups.flatMap(({ actors }) => actors.map(({ who }) => who));
  const day = (key: 'from' | 'to') => (
    <label>
      {w[key]}
      <input type="date" value={filter[key] ?? ''} onChange={(event) => set({ [key]: event.currentTarget.value })} />
    </label>
  );
  return (
    <div class="history-filters">
      <label>
        {w.did}
        <select value={filter.kind ?? ''} onChange={(event) => set({ kind: event.currentTarget.value })}>
          <option value="">{w.all}</option>
          {filter.kind === 'settings' && <option value="settings">{w.settings}</option>}
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {w[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.who}
        <select value={filter.who ?? ''} onChange={(event) => set({ who: event.currentTarget.value })}>
          <option value="">{w.anybody}</option>
          {filter.who !== undefined && !known.includes(filter.who) && <option value={filter.who}>{filter.who}</option>}
          {groups.map(({ name, actors }) => (
            <optgroup key={name} label={name}>
              {actors.map((actor) => (
                <option key={actor.who} value={actor.who}>
                  {actor.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {day('from')}
      {day('to')}
    </div>
  );
}
