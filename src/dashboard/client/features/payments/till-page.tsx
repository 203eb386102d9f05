import { useState } from 'preact/hooks';
import { mayChange } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { day as dayWords, money, plural } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Crumb } from '../../ui/page-title.tsx';
import { Pairs } from '../../ui/pairs.tsx';
import { Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-query.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { paymentsOf } from './lists.ts';
import { CloseCard, ClosedDays, Flow } from './till-closes.tsx';
import { loadTill, nameOfMethod, type Till, withSign } from './till-data.ts';
import { TillForm } from './till-form.tsx';

export function TillPage() {
  const address = useAddress();
  const asked = address.value('day');
  const loaded = useLoaded(() => loadTill(asked), asked ?? '', { on: ['orders'] });
  const [times, setTimes] = useState(0);
  const look = (): void => {
    loaded.reload();
    setTimes(times + 1);
  };
  const w = words.value.till;
  const { data } = loaded;
  // While another day loads, the former day is hidden, so that nobody closes its till by mistake.
  const till = data?.day === (asked ?? data?.today) ? data : undefined;
  return (
    <>
      <Crumb to="/app/payments">{words.value.menu.payments}</Crumb>
      <PageHead title={w.title} lead={w.what} beside>
        <div class="actions">
          <ExportMenu of="payments/till" />
        </div>
      </PageHead>
      <div class="payment-till-day">
        <DateInput
          label={w.day}
          kind="date"
          value={asked ?? data?.today ?? ''}
          set={(day) => address.set({ day: day === '' || day === data?.today ? undefined : day })}
        />
      </div>
      {data !== undefined && data.left.length > 0 && (
        <p class="note busy">
          {w.left}{' '}
          {data.left.map((day) => (
            <a key={day} href={`/app/payments/till?day=${day}`}>
              {dayWords(day)}
            </a>
          ))}
        </p>
      )}
      <Waiting of={loaded} />
      {till !== undefined && <TillDay key={till.day} till={till} reload={look} />}
      <ClosedDays times={times} />
    </>
  );
}

type Method = Till['methods'][number];

function TillDay({ till, reload }: { readonly till: Till; readonly reload: () => void }) {
  const w = words.value.till;
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isCash = ({ name, isCash }: Method): boolean => chosen.get(name ?? '\n') ?? isCash;
  const [last] = till.closes;
  const earlier = till.closesInAll - till.closes.length;
  const mayClose = mayChange() && till.day <= till.today;
  // For a closed day, the form stays hidden until the reader asks for it. An open form keeps the typed values, even if
  // another person closes the day.
  const [isOpen, setOpen] = useState(last === undefined);
  const [times, setTimes] = useState(0);
  const closed = (isDone: boolean): void => {
    reload();
    if (!isDone) return;
    setOpen(false);
    setTimes(times + 1);
  };
  return (
    <>
      <Changes till={till} />
      <div class="two">
        <div>
          <Totals till={till} />
          {till.methods.length === 0 ? (
            <p class="meta">{w.nothing}</p>
          ) : (
            <Methods
              till={till}
              isCash={isCash}
              tick={mayClose ? (name, is) => setChosen((before) => new Map([...before, [name, is]])) : undefined}
            />
          )}
        </div>
        <div class="payment-till-count">
          {last !== undefined && (
            <section aria-labelledby="as-closed">
              <h2 id="as-closed">{w.asClosed}</h2>
              <ul class="cards payment-till-closes">
                {till.closes.map((one) => (
                  <CloseCard key={one.id} of={one} />
                ))}
              </ul>
              {earlier > 0 && <p class="meta">{plural(earlier, w.moreCloses)}</p>}
            </section>
          )}
          {till.day > till.today && <p class="meta">{w.future}</p>}
          {mayClose && (isOpen || last === undefined) && (
            <TillForm key={times} till={till} isCash={isCash} closed={closed} />
          )}
          {mayClose && !isOpen && last !== undefined && (
            <div class="actions start">
              <button type="button" onClick={() => setOpen(true)}>
                {w.again}
              </button>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function Changes({ till: { day, changes } }: { readonly till: Till }) {
  const w = words.value.till;
  if (changes.length === 0) return null;
  const told = changes.flatMap(({ name, received, refunded }) => [
    ...(received === 0 ? [] : [w.changeOf(nameOfMethod(name), withSign(received))]),
    ...(refunded === 0 ? [] : [w.changeOf(nameOfMethod(name), w.refunds(withSign(refunded)))]),
  ]);
  return (
    <p class="note busy" role="status">
      {w.changed} <a href={paymentsOf(day)}>{told.join(', ')}</a>
    </p>
  );
}

function Totals({ till: { day, received, refunded } }: { readonly till: Till }) {
  const w = words.value.money;
  return (
    <Pairs
      class="payments-all"
      of={[
        [w.received, <a href={paymentsOf(day, { kind: 'payment' })}>{money(received)}</a>],
        [w.refunded, <a href={paymentsOf(day, { kind: 'refund' })}>{money(refunded)}</a>],
      ]}
    />
  );
}

interface MethodsProps {
  readonly till: Till;
  readonly isCash: (method: Method) => boolean;
  /** Changes whether a method is cash; undefined for a reader who may not close days. */
  readonly tick: ((name: string, isCash: boolean) => void) | undefined;
}

function Methods({ till, isCash, tick }: MethodsProps) {
  const w = words.value.till;
  const m = words.value.money;
  return (
    <>
      <Table
        label={w.byMethod}
        class="plain-names payments-by payment-till-methods"
        rows={till.methods}
        keyOf={({ name }) => name ?? '\n'}
        columns={[
          {
            head: m.method,
            isName: true,
            class: 'wrap',
            cell: ({ name }) =>
              name === null ? (
                nameOfMethod(name)
              ) : (
                <a href={paymentsOf(till.day, { method: name })}>{nameOfMethod(name)}</a>
              ),
          },
          {
            head: words.value.orders.methods.cash,
            cell: (method) =>
              method.name !== null && (
                <label class="check">
                  <input
                    type="checkbox"
                    aria-label={w.isCash(nameOfMethod(method.name))}
                    checked={isCash(method)}
                    disabled={tick === undefined}
                    onChange={({ currentTarget }) => tick?.(method.name ?? '', currentTarget.checked)}
                  />
                  {'\u00a0'}
                </label>
              ),
          },
          { head: m.received, class: 'number', cell: (method) => <Flow of={method} /> },
        ]}
      />
      {tick !== undefined && <p class="meta">{w.cashWhat}</p>}
    </>
  );
}
