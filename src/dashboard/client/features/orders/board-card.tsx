import { Ellipsis } from 'lucide';
import { mayChange } from '../../data/me.ts';
import {
  paymentState,
  paymentTone,
  paymentWord,
  type Row,
  type Status,
  statusName,
  statusTone,
} from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { day, money, phone, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { words } from '../../words/words.ts';
import { LateChip } from './cell.tsx';

interface BoardCardProps {
  readonly row: Row;
  readonly statuses: readonly Status[];
  readonly move: (to: string) => void;
}

/** An order in the column of its status: who, when, how much; the whole card opens it, one menu moves it. */
export function BoardCard({ row, statuses, move }: BoardCardProps) {
  const w = words.value.orders;
  const items = statuses
    .filter(({ id, active }) => active && id !== row.statusId)
    .map(({ id }) => ({
      id,
      text: statusName(id, statuses),
      tone: statusTone(id, statuses),
      writes: true,
      act: () => move(id),
    }));
  return (
    <li class={`card orders-card edge ${statusTone(row.statusId, statuses)}`} data-id={row.id}>
      <p class="orders-card-top">
        <a href={`/app/orders/${row.id}`}>{row.num}</a>
        <strong>{money(row.price)}</strong>
        {mayChange() && (
          <MenuButton class="bare" label={`${w.moveTo}: ${row.num}`} listLabel={w.moveTo} groups={[items]}>
            <Icon of={Ellipsis} />
          </MenuButton>
        )}
      </p>
      <p>{row.clientName ?? w.noName}</p>
      {row.clientPhone !== null && <p class="meta unbroken">{phone(row.clientPhone)}</p>}
      <p class="orders-card-foot">
        <span class="meta">
          <span class="unbroken">{day(row.date)}</span> <span class="unbroken">{slot(row.timeStart, row.timeEnd)}</span>{' '}
          <LateChip row={row} />
        </span>
        <Chip tone={paymentTone(paymentState(row))}>{paymentWord(paymentState(row))}</Chip>
      </p>
    </li>
  );
}
