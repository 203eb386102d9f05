import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type Choices, mayChange, ordersOf, type Row, statusName, statusTone } from '../../data/orders.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { count, day, plural, slot } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSendings } from '../../ui/sending.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';
import { OrderCard } from './card.tsx';
import { changeStatus } from './change-status.ts';

/** One column for each status; a card is moved by its menu, with a mouse, a finger or the keyboard alike. */
export function BoardLook({
  address,
  choices,
}: {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
}) {
  const { filter } = address;
  const loaded = useLoaded(() => ask(ordersOf().board.get({ query: { filter } })), filter, {
    on: ['orders', 'settings'],
  });
  const moving = useSendings();
  const [chosen, setChosen] = useState<string>();
  const w = words.value.orders;
  const statuses = choices?.statuses ?? [];
  const move = (row: Row, to: string): void =>
    moving.of(row.id).begin(() => changeStatus(row, to, statuses, loaded.reload).finally(loaded.reload));
  if (loaded.data === undefined) return <Waiting of={loaded} />;
  const { data, error, reload } = loaded;
  const current = data.columns.find(({ id }) => id === chosen) ?? data.columns[0];
  return (
    <>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {moving.error !== undefined && <Problem error={moving.error} />}
      <label class="stage-picker">
        {w.status}
        <select value={current?.id} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {data.columns.map((column) => (
            <option key={column.id} value={column.id}>
              {statusName(column.id, statuses)} ({count(column.count)})
            </option>
          ))}
        </select>
      </label>
      <div class="board">
        {data.columns.map((column) => (
          <section key={column.id} class={column === current ? 'column current' : 'column'}>
            <h2>
              <span class={`dot ${statusTone(column.id, statuses)}`} />
              {statusName(column.id, statuses)} <span class="count">{count(column.count)}</span>
              {!column.active && <span class="meta"> {w.switchedOff}</span>}
            </h2>
            <ul>
              {column.orders.map((row) => (
                <OrderCard key={row.id} row={row}>
                  <span class="meta">
                    {day(row.date)} {slot(row.timeStart, row.timeEnd)}
                  </span>
                  {mayChange() && (
                    <select
                      data-writes
                      class="move"
                      aria-label={`${w.moveTo}: ${row.num}`}
                      value=""
                      onChange={({ currentTarget }) => move(row, currentTarget.value)}
                    >
                      <option value="">{w.moveTo}…</option>
                      {statuses
                        .filter(({ id, active }) => active && id !== row.statusId)
                        .map(({ id }) => (
                          <option key={id} value={id}>
                            {statusName(id, statuses)}
                          </option>
                        ))}
                    </select>
                  )}
                </OrderCard>
              ))}
            </ul>
            {column.count > column.orders.length && (
              <p class="meta">
                {plural(column.count - column.orders.length, w.alsoMore)}{' '}
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    address.set({ status: [column.id] });
                  }}
                >
                  {w.showColumn}
                </button>
              </p>
            )}
          </section>
        ))}
      </div>
    </>
  );
}
