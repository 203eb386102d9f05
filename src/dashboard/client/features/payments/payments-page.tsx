import { PERIODS } from '../../../shared/periods.ts';
import { fitting, joined, useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { methodName, sourceName } from '../../parts/orders.ts';
import { PeriodSegments } from '../../parts/period-segments.tsx';
import { TwoDays } from '../../parts/two-days.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { daySpan } from '../../ui/day-span.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { moment } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { isBelowDesk } from '../../ui/phone.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Table } from '../../ui/table.tsx';
import { type Address, useAddress } from '../../ui/use-query.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { type Line, loadLines, loadSums, type Sum } from './address.ts';
import { PaymentSums } from './sums.tsx';

export function PaymentsPage() {
  const address = useAddress();
  const filter = address.params.toString();
  const loaded = useLoaded(() => loadLines(filter), filter, { on: ['orders'] });
  const sums = useLoaded(() => loadSums(filter), filter, { on: ['orders'] });
  const w = words.value.money;
  const [found, sum] = [fitting(loaded), fitting(sums)];
  const { lines, nextCursor = null } = found ?? {};
  const more = (cursor: string): void => loaded.add(() => loadLines(filter, cursor), joined('lines'));
  return (
    <>
      <PageHead title={words.value.menu.payments}>
        <div class="actions with-menu">
          <a class="button" href="/app/payments/till">
            {words.value.till.title}
          </a>
          <ExportMenu of="payments" filter={filter} withImport />
        </div>
      </PageHead>
      <PaymentFilters
        address={address}
        methods={sums.data?.sums.methods ?? []}
        sources={sums.data?.sums.sources ?? []}
      />
      <Problem error={sums.error} retry={sums.reload} />
      <div class="answers" aria-busy={sums.isOld}>
        <PaymentSums of={sum} address={address} />
      </div>
      <Waiting of={loaded} />
      <div class="answers" aria-busy={loaded.isOld}>
        {lines?.length === 0 && <Empty drawing={NOTHING_FOUND} title={w.nothing} what={w.nothingWhat} />}
        {lines !== undefined && lines.length > 0 && <Lines lines={lines} />}
        <MoreButton next={nextCursor} more={more} />
      </div>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const { money: w, orders: o } = words.value;
  return (
    <Table
      label={w.list}
      class="payments-lines phone-cards"
      rows={lines}
      columns={[
        { head: o.date, class: 'payments-of-date', cell: ({ at }) => <time>{moment(at)}</time> },
        {
          head: o.order,
          class: 'wrap payments-of-order',
          cell: ({ orderId, orderNum }) => <a href={`/app/orders/${orderId}`}>{orderNum}</a>,
        },
        { head: w.client, class: 'wrap payments-of-client', cell: ({ clientName }) => clientName },
        { head: w.method, class: 'wrap payments-of-method', cell: methodOf },
        { head: w.source, class: 'wrap payments-of-source', cell: ({ source }) => sourceName(source) },
        {
          head: w.amount,
          class: 'number payments-of-amount',
          sum: ({ kind, amount }) => (kind === 'payment' ? amount : -amount),
        },
      ]}
    />
  );
}

function methodOf({ kind, method }: Line) {
  return (
    <>
      {methodName(method)} {kind === 'refund' && <span class="chip">{words.value.money.refund}</span>}
    </>
  );
}

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

function PaymentFilters({ address, methods, sources }: FiltersProps) {
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

/** Keeps the chosen value in the menu, even if no payment has this value. */
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
