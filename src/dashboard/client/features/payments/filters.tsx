import type { RefObject } from 'preact';
import { methodWord, sourceName } from '../../parts/orders.ts';
import { PERIODS, PeriodSegments } from '../../parts/period-segments.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { withEnd } from '../../ui/period.ts';
import { isBelowDesk } from '../../ui/phone.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import type { Address } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import type { Sum } from './address.ts';

const WHEN = [...PERIODS, 'all'] as const;
/** The value for "any". No method or source equals it, because those are texts without control characters. */
const ANY = '\n';

const NARROW = ['kind', 'method', 'source'] as const;

const namesOf = (sums: readonly Sum[]): readonly string[] => sums.map(({ name }) => name);
const kindName = (kind: string): string =>
  Object.entries(words.value.money.kinds).find(([one]) => one === kind)?.[1] ?? kind;
export const methodName = (method: string): string => (method === '' ? words.value.money.noMethod : methodWord(method));

interface FiltersProps {
  readonly address: Address;
  readonly methods: readonly Sum[];
  readonly sources: readonly Sum[];
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The period in one press, and the other filters of payments. */
export function PaymentFilters({ address, methods, sources, search }: FiltersProps) {
  const w = words.value.money;
  const days = { from: address.value('from'), to: address.value('to') };
  const isNamed = days.from !== undefined || days.to !== undefined;
  const when = isNamed ? undefined : (address.value('when') ?? 'month');
  const day = (key: 'from' | 'to') => (
    <DateInput
      label={w[key]}
      kind="date"
      value={days[key] ?? ''}
      set={(date) => address.set({ when: undefined, ...withEnd(days, key, date) })}
    />
  );
  const rest = (
    <div class="payments-narrow">
      {day('from')}
      {day('to')}
      <Choice address={address} of="kind" label={w.kind} all={Object.keys(w.kinds)} nameOf={kindName} />
      <Choice address={address} of="method" label={w.method} all={namesOf(methods)} nameOf={methodName} />
      <Choice address={address} of="source" label={w.source} all={namesOf(sources)} nameOf={sourceName} />
    </div>
  );
  const isNarrow = isNamed || NARROW.some((key) => address.value(key) !== undefined);
  return (
    <div class="payments-filters">
      <PeriodSegments
        names={WHEN}
        chosen={when}
        choose={(one) => address.set({ when: one, from: undefined, to: undefined })}
      />
      <SearchInput
        field={search}
        label={w.search}
        text={address.value('q') ?? ''}
        search={(q) => address.set({ q: q === '' ? undefined : q })}
      />
      {isBelowDesk.value ? (
        <details open={isNarrow}>
          <summary>{words.value.orders.filters}</summary>
          {rest}
        </details>
      ) : (
        rest
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly address: Address;
  readonly of: (typeof NARROW)[number];
  readonly label: string;
  readonly all: readonly string[];
  readonly nameOf: (value: string) => string;
}

/** Offers the values that occur in the period. The chosen one stays, even if no payment has it. */
function Choice({ address, of, label, all, nameOf }: ChoiceProps) {
  const chosen = address.value(of);
  const names = chosen === undefined || all.includes(chosen) ? all : [chosen, ...all];
  return (
    <ChoiceMenu
      label={label}
      value={chosen ?? ANY}
      groups={[[{ value: ANY, text: words.value.money.any }], names.map((value) => ({ value, text: nameOf(value) }))]}
      choose={(value) => address.set({ [of]: value === ANY ? undefined : value })}
    />
  );
}
