import { useLocation } from 'preact-iso';
import type { Choices, Row } from '../../parts/orders.ts';
import { FirstItems } from '../../ui/first-items.tsx';
import { openOnPress } from '../../ui/open-on-press.ts';
import { words } from '../../words/words.ts';
import { CallLink, edgeOf, LateChip, PaymentChip, Price, StatusChip } from './cell.tsx';

interface DayCardProps {
  readonly row: Row;
  readonly choices: Choices | undefined;
}

export function DayCard({ row, choices }: DayCardProps) {
  const { route } = useLocation();
  const path = `/app/orders/${row.id}`;
  const press = (event: MouseEvent): void => openOnPress(event, path, route);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens it by the link in it
    <li class="card orders-day-card" style={edgeOf(row, choices)} onClick={press} onAuxClick={press}>
      <p class="line">
        <span class="line orders-day-num">
          <a href={path}>{row.num}</a>
          <LateChip row={row} isShort />
        </span>
        <span class="end orders-price">
          <Price row={row} />
        </span>
      </p>
      <p>
        <strong>{row.clientName ?? row.recipientName}</strong> <CallLink text={row.clientPhone} />
      </p>
      {(row.address !== null || !row.carried) && <p>{row.address ?? words.value.orders.pickup}</p>}
      <p class="meta">
        <FirstItems of={row} />
      </p>
      <p class="line">
        <PaymentChip row={row} />
        <StatusChip id={row.statusId} choices={choices} />
      </p>
    </li>
  );
}
