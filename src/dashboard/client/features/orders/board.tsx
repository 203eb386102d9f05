import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { changeStatus } from '../../parts/change-status.ts';
import { type Choices, ordersOf, type Row, statusName, statusTone } from '../../parts/orders.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { isOnNothing } from '../../ui/focus.ts';
import { count, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSendings } from '../../ui/sending.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import type { OrdersAddress } from './address.ts';
import { BoardCard } from './board-card.tsx';

/** A card takes the focus along into its new column; where that one is not to be seen, the choice of columns gets it. */
function useMovedFocus(board: { readonly current: HTMLElement | null }) {
  const moved = useRef<string>(undefined);
  useEffect(() => {
    const { current: id } = moved;
    if (id === undefined || !isOnNothing()) return;
    moved.current = undefined;
    const menu = board.current?.querySelector<HTMLElement>(`[data-id="${id}"] [aria-haspopup=menu]`);
    const picker = board.current?.parentElement?.querySelector<HTMLElement>('.board-picker button');
    (menu?.checkVisibility() === true ? menu : picker)?.focus();
  });
  return (id: string): void => {
    moved.current = id;
  };
}

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
  const board = useRef<HTMLDivElement>(null);
  const moved = useMovedFocus(board);
  const move = (row: Row, to: string): void => {
    moved(row.id);
    moving.of(row.id).begin(() => changeStatus(row, to, statuses, loaded.reload).finally(loaded.reload));
  };
  if (loaded.data === undefined) return <Waiting of={loaded} />;
  const { data, error, reload } = loaded;
  const current = data.columns.find(({ id }) => id === chosen) ?? data.columns[0];
  return (
    <>
      <Problem error={error} retry={reload} />
      <Problem error={moving.error} />
      <div class="board-picker">
        <ChoiceMenu
          label={w.status}
          value={current?.id ?? ''}
          groups={[
            data.columns.map(({ id, count: orders }) => ({
              value: id,
              text: `${statusName(id, statuses)} (${count(orders)})`,
              tone: statusTone(id, statuses),
            })),
          ]}
          choose={setChosen}
        />
      </div>
      <div class="board" ref={board}>
        {data.columns.map((column) => (
          <section key={column.id} class={column === current ? 'board-current' : ''}>
            <h2>
              <span class={`dot ${statusTone(column.id, statuses)}`} />
              {statusName(column.id, statuses)} <span class="count">{count(column.count)}</span>
              {!column.active && <span class="meta"> {w.switchedOff}</span>}
            </h2>
            <ul>
              {column.orders.map((row) => (
                <BoardCard key={row.id} row={row} statuses={statuses} move={(to) => move(row, to)} />
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
