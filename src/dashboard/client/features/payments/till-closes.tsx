import { joined, useLoaded } from '../../data/use-loaded.ts';
import { Actor } from '../../parts/actor.tsx';
import { Chip } from '../../ui/chip.tsx';
import { day, moment, money, moneyAmong } from '../../ui/format.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Pairs } from '../../ui/pairs.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { type Close, type ClosedDay, loadClosedDays, nameOfMethod } from './till-data.ts';
import { Difference } from './till-form.tsx';

export function CloseCard({ of }: { readonly of: Close }) {
  const w = words.value.till;
  const m = words.value.money;
  const sums: readonly (readonly [string, number])[] = [
    [w.opening, of.opening],
    [w.cashReceived, of.cashReceived],
    [w.cashRefunded, of.cashRefunded],
    [w.expected, of.expected],
    [w.counted, of.counted],
  ];
  const written = moneyAmong(sums.map(([, sum]) => sum));
  return (
    <li>
      <Difference of={of.difference} />
      <p class="meta">
        <Actor of={of} />, <time>{moment(of.at)}</time>
      </p>
      <Pairs class="payment-till-sums" of={sums.map(([name, sum]) => [name, written(sum)])} />
      {of.note !== null && <p class="payment-till-note">{of.note}</p>}
      {of.methods.length > 0 && (
        <details>
          <summary>{w.atThatTime}</summary>
          <Table
            label={w.atThatTime}
            rows={of.methods}
            columns={[
              { head: m.method, isName: true, class: 'wrap', cell: ({ name }) => nameOfMethod(name) },
              { head: m.received, class: 'number', cell: (method) => <Flow of={method} /> },
            ]}
          />
        </details>
      )}
    </li>
  );
}

export const Flow = ({ of: { received, refunded } }: { readonly of: Pick<Close, 'received' | 'refunded'> }) => (
  <>
    {money(received)}
    {refunded !== 0 && (
      <span class="meta payment-till-refunded">
        {words.value.money.refunded} {money(refunded)}
      </span>
    )}
  </>
);

/** Lists the closed days. @param times how often the page was reloaded; each change reloads the list */
export function ClosedDays({ times }: { readonly times: number }) {
  const w = words.value.till;
  const loaded = useLoaded(() => loadClosedDays(), String(times), { on: ['orders'], calm: true });
  const { days = [], nextCursor = null } = loaded.data ?? {};
  const more = (cursor: string): void => loaded.add(() => loadClosedDays(cursor), joined('days'));
  return (
    <>
      <Problem error={loaded.error} retry={loaded.reload} />
      {days.length > 0 && (
        <section aria-labelledby="closed-days">
          <h2 id="closed-days">{w.days}</h2>
          <Days days={days} />
        </section>
      )}
      <MoreButton next={nextCursor} more={more} />
    </>
  );
}

function Days({ days }: { readonly days: readonly ClosedDay[] }) {
  const w = words.value.till;
  return (
    <Table
      label={w.days}
      class="payment-till-days"
      rows={days}
      keyOf={({ day: one }) => one}
      columns={[
        {
          head: w.day,
          isName: true,
          class: 'wrap',
          cell: (one) => (
            <>
              <a href={`/app/payments/till?day=${one.day}`}>{day(one.day)}</a>
              {one.isChanged && (
                <>
                  {' '}
                  <Chip tone="busy">{w.changedSince}</Chip>
                </>
              )}
            </>
          ),
        },
        { head: w.difference, class: 'wrap', cell: ({ difference }) => <Difference of={difference} /> },
        { head: w.expected, class: 'number payment-till-wide', sum: ({ expected }) => expected },
        { head: w.counted, class: 'number payment-till-wide', sum: ({ counted }) => counted },
        { head: w.by, class: 'wrap payment-till-who', cell: (one) => <Actor of={one} /> },
        { head: w.at, class: 'payment-till-who', cell: ({ at }) => <time>{moment(at)}</time> },
      ]}
    />
  );
}
