import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { mayTakeOrders } from '../../data/me.ts';
import { Board, type CardFace } from '../../parts/board/board.tsx';
import { useBoard } from '../../parts/board/use-board.ts';
import { setStatus, statusSaid } from '../../parts/change-status.ts';
import { ordersOf, type Row } from '../../parts/orders.ts';
import { FirstItems } from '../../ui/first-items.tsx';
import { day, phone, plural, slot } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import type { LookProps } from './address.ts';
import { LateChip, PaymentChip, Price } from './cell.tsx';

export function BoardLook({ address }: Pick<LookProps, 'address'>) {
  const { filter } = address;
  const [chosen, setChosen] = useState<string>();
  const loaded = useBoard({
    load: () => ask(ordersOf().board.get({ query: { filter } })),
    key: filter,
    on: ['orders', 'settings'],
    send: async (row: Row, to, from) => {
      await setStatus(row.id, to.id, from.id);
      return [{ statusId: to.id }, statusSaid(row.num, to.name)];
    },
  });
  const { data, error, reload, move } = loaded;
  const w = words.value.orders;
  if (data === undefined) return <Waiting of={loaded} />;
  return (
    <>
      <Problem error={error} retry={reload} />
      <Board
        name="orders"
        label={w.status}
        columns={data.columns}
        chosen={chosen}
        choose={setChosen}
        faceOf={faceOf}
        move={mayTakeOrders() ? move : undefined}
        footOf={({ id, count, cards }) =>
          count > cards.length && (
            <p class="meta">
              {plural(count - cards.length, w.alsoMore)}{' '}
              <a class="button quiet" href={address.tableOf(id)}>
                {w.showColumn}
              </a>
            </p>
          )
        }
      />
    </>
  );
}

const faceOf = (row: Row): CardFace => ({
  href: `/app/orders/${row.id}`,
  title: row.num,
  beside: (
    <span class="orders-price">
      <Price row={row} />
    </span>
  ),
  body: (
    <>
      <p>{row.clientName ?? words.value.orders.noName}</p>
      {row.clientPhone !== null && <p class="meta unbroken">{phone(row.clientPhone)}</p>}
      <p>
        <FirstItems of={row} />
      </p>
      <p class="meta">
        <span class="unbroken">{day(row.date)}</span> <span class="unbroken">{slot(row.timeStart, row.timeEnd)}</span>
      </p>
      <p class="board-card-foot">
        <LateChip row={row} isShort />
        <PaymentChip row={row} />
      </p>
    </>
  ),
});
