import { addressWith } from '../../data/typed-searches.ts';
import { ClientLink } from '../../parts/client-link.tsx';
import { methodName, sourceName } from '../../parts/orders.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { shortMoney } from '../../ui/chart/short-money.ts';
import { day, money, plural } from '../../ui/format.ts';
import { Pairs } from '../../ui/pairs.tsx';
import { Table } from '../../ui/table.tsx';
import type { Address } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import type { Sum, Sums } from './address.ts';

/** The greatest number of columns in a readable chart. */
const MOST_DAYS = 92;

interface PaymentSumsProps {
  /** The sums; undefined while they load. The page reserves their space, so that the list below does not move. */
  readonly of: Sums | undefined;
  readonly address: Address;
}

const KEPT_PLACE = '\u00A0';

export function PaymentSums({ of, address }: PaymentSumsProps) {
  const w = words.value.money;
  const all = of?.sums.all;
  return (
    <>
      <Pairs
        class="payments-all"
        of={(['received', 'refunded', 'net'] as const).map((name) => [
          w[name],
          all === undefined ? KEPT_PLACE : money(all[name]),
        ])}
      />
      <p class="meta">
        {of !== undefined && of.client !== null && (
          <>
            <ClientLink id={address.value('client') ?? ''} name={of.client} /> ·{' '}
          </>
        )}
        {all === undefined ? KEPT_PLACE : plural(all.lines, w.lines)}
      </p>
      <details class={all !== undefined && all.lines > 0 ? 'payments-more' : 'payments-more payments-none'}>
        <summary>{w.sumsBy}</summary>
        {of !== undefined && <Parts of={of} address={address} />}
      </details>
    </>
  );
}

function Parts({ of, address }: { readonly of: Sums; readonly address: Address }) {
  const w = words.value.money;
  const { methods, otherMethods, sources, otherSources, days } = of.sums;
  return (
    <>
      <p class="meta">{w.what}</p>
      <div class="payments-sums">
        <By
          title={w.byMethod}
          sums={methods}
          others={otherMethods}
          nameOf={methodName}
          choose={(method) => address.set({ method })}
        />
        {sources.length > 1 && (
          <By
            title={w.bySource}
            sums={sources}
            others={otherSources}
            nameOf={sourceName}
            choose={(source) => address.set({ source })}
          />
        )}
      </div>
      {days.length > 1 && days.length <= MOST_DAYS && <ByDay of={of} address={address} />}
    </>
  );
}

interface ByProps {
  readonly title: string;
  readonly sums: readonly Sum[];
  /** The sum of all methods or sources that are not listed separately; null if there are none. */
  readonly others: Omit<Sum, 'name'> | null;
  readonly nameOf: (name: string) => string;
  readonly choose: (name: string) => void;
}

function By({ title, sums, others, nameOf, choose }: ByProps) {
  const w = words.value.money;
  return (
    <Table
      label={title}
      class="plain-names payments-by"
      rows={[...sums, ...(others === null ? [] : [{ ...others, name: null }])]}
      keyOf={({ name }) => name ?? '\n'}
      columns={[
        {
          head: title,
          isName: true,
          class: 'wrap',
          cell: ({ name }) =>
            name === null ? (
              w.others
            ) : (
              <button type="button" class="quiet" onClick={() => choose(name)}>
                {nameOf(name)}
              </button>
            ),
        },
        { head: w.received, class: 'number', sum: ({ received }) => received },
        { head: w.refunded, class: 'number', sum: ({ refunded }) => (refunded === 0 ? null : refunded) },
      ]}
    />
  );
}

function dayIn({ path, params }: Address, day: string): string {
  const next = new URLSearchParams(params);
  next.delete('when');
  next.set('from', day);
  next.set('to', day);
  return addressWith(path, next);
}

function ByDay({ of: { sums }, address }: { readonly of: Sums; readonly address: Address }) {
  const w = words.value.money;
  const { days, all } = sums;
  const summary = w.daysSummary(money(all.received), plural(days.length, words.value.overview.days));
  return (
    <Chart
      title={w.byDay}
      summary={summary}
      legend={[
        ['good', w.received],
        ['bad', w.refunded],
      ]}
      columns={[words.value.orders.date, w.received, w.refunded]}
      rows={days.map(({ name, received, refunded }) => [day(name), money(received), money(refunded)]).toReversed()}
    >
      <Plot
        labels={days.map(({ name }) => day(name))}
        titles={days.map(({ name, received, refunded }) => w.dayTitle(day(name), money(received), money(refunded)))}
        links={days.map(({ name }) => dayIn(address, name))}
        bars={[
          { look: 'good', values: days.map(({ received }) => received) },
          { look: 'bad', values: days.map(({ refunded }) => refunded) },
        ]}
        format={shortMoney}
        label={summary}
      />
    </Chart>
  );
}
