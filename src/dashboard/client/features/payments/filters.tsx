import { PERIODS } from '../../../shared/periods.ts';
import { methodName, sourceName } from '../../parts/orders.ts';
import { PeriodSegments } from '../../parts/period-segments.tsx';
import { TwoDays } from '../../parts/two-days.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { daySpan } from '../../ui/day-span.ts';
import { isBelowDesk } from '../../ui/phone.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import type { Address } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import type { Sum } from './address.ts';

const WHEN = [...PERIODS, 'all'] as const;
/** The value for "any". It equals no method or source, because methods and sources contain no control characters. */
const ANY = '\n';

const namesOf = (sums: readonly Sum[]): readonly string[] => sums.map(({ name }) => name);

const NAME_OF = {
  kind: (kind: string) => Object.entries(words.value.money.kinds).find(([one]) => one === kind)?.[1] ?? kind,
  method: methodName,
  source: sourceName,
  client: () => words.value.orders.oneClient,
};
const NARROW = ['kind', 'method', 'source', 'client'] as const;

function setFilters({ value }: Address): string {
  const w = words.value.orders;
  const [from, to] = [value('from'), value('to')];
  const ends = [
    from === undefined ? [] : `${w.from} ${daySpan(from, from)}`,
    to === undefined ? [] : `${w.to} ${daySpan(to, to)}`,
  ].flat();
  const days = from !== undefined && to !== undefined ? [daySpan(from, to)] : ends;
  return [...days, ...NARROW.flatMap((key) => [value(key) ?? []].flat().map(NAME_OF[key]))].join(', ');
}

interface FiltersProps {
  readonly address: Address;
  readonly methods: readonly Sum[];
  readonly sources: readonly Sum[];
}

export function PaymentFilters({ address, methods, sources }: FiltersProps) {
  const w = words.value.money;
  const days = { from: address.value('from'), to: address.value('to') };
  const isNamed = days.from !== undefined || days.to !== undefined;
  const when = isNamed ? undefined : (address.value('when') ?? 'month');
  const rest = (
    <div class="payments-narrow">
      <TwoDays days={days} set={(next) => address.set({ when: undefined, ...next })} />
      <Choice address={address} of="kind" all={Object.keys(w.kinds)} />
      <Choice address={address} of="method" all={namesOf(methods)} />
      <Choice address={address} of="source" all={namesOf(sources)} />
      {address.value('client') !== undefined && <Choice address={address} of="client" all={[]} />}
    </div>
  );
  const chosen = setFilters(address);
  return (
    <div class="payments-filters">
      <PeriodSegments
        names={WHEN}
        chosen={when}
        choose={(one) => address.set({ when: one, from: undefined, to: undefined })}
      />
      <SearchInput
        label={w.search}
        text={address.value('q') ?? ''}
        search={(q) => address.set({ q: q === '' ? undefined : q })}
      />
      {isBelowDesk.value ? (
        <details class="payments-folded">
          <summary>{[words.value.orders.filters, ...(chosen === '' ? [] : [chosen])].join(': ')}</summary>
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
  readonly all: readonly string[];
}

/** The chosen value stays, even if no payment has it. */
function Choice({ address, of, all }: ChoiceProps) {
  const w = words.value.money;
  const chosen = address.value(of);
  const names = chosen === undefined || all.includes(chosen) ? all : [chosen, ...all];
  return (
    <ChoiceMenu
      label={w[of]}
      value={chosen ?? ANY}
      groups={[[{ value: ANY, text: w.any }], names.map((value) => ({ value, text: NAME_OF[of](value) }))]}
      choose={(value) => address.set({ [of]: value === ANY ? undefined : value })}
    />
  );
}
