import { Phone } from 'lucide';
import type { Due } from '../../data/overdue.ts';
import { LateMark } from '../../parts/late-mark.tsx';
import {
  type Choices,
  paymentState,
  paymentTone,
  paymentWord,
  type Row,
  restWords,
  sourceName,
  statusName,
  statusTone,
} from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { ago, count, day, dialled, moment, money, phone, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import type { Column } from './columns.tsx';

export interface CellProps {
  readonly column: Column;
  readonly row: Row;
  readonly choices: Choices | undefined;
}

export function Cell({ column, row, choices }: CellProps) {
  switch (column) {
    case 'number':
      return <a href={`/app/orders/${row.id}`}>{row.num}</a>;
    case 'date':
      return (
        <>
          {row.date === choices?.today ? words.value.orders.today : day(row.date)}{' '}
          <span class="meta">{slot(row.timeStart, row.timeEnd)}</span> <LateChip row={row} isShort />
        </>
      );
    case 'client':
      return (
        <>
          <span class="orders-name">{row.clientName}</span> <CallLink text={row.clientPhone} icon />
        </>
      );
    case 'items':
      return (
        <span class="orders-items">
          <span class="orders-name">
            <bdi>{row.firstProduct}</bdi> ×{count(row.firstQuantity)}
          </span>
          {row.moreProducts > 0 && <span class="meta"> +{row.moreProducts}</span>}
        </span>
      );
    case 'total':
      return <Price row={row} />;
    case 'payment':
      return <PaymentChip row={row} />;
    case 'status':
      return <StatusChip id={row.statusId} choices={choices} />;
    case 'platform':
      return <span class="orders-name">{row.platform}</span>;
    case 'source':
      return <span class="orders-name">{sourceName(row.source)}</span>;
    case 'created':
      return (
        <time class="orders-name" title={moment(row.createdAt)}>
          {ago(row.createdAt)}
        </time>
      );
    default:
      return column satisfies never;
  }
}

interface CallLinkProps {
  readonly text: string | null;
  readonly class?: string;
  /** True if an icon stands before the phone number. A narrow card shows the icon alone. */
  readonly icon?: boolean;
}

export function CallLink({ text, class: look = 'orders-call meta', icon = false }: CallLinkProps) {
  if (text === null) return null;
  const digits = dialled(text);
  if (digits === '') return <span class={look}>{text}</span>;
  return (
    <a class={look} href={`tel:${digits}`} aria-label={icon ? phone(text) : undefined}>
      {icon && <Icon of={Phone} />}
      <span>{phone(text)}</span>
    </a>
  );
}

export function Price({ row }: { readonly row: Row }) {
  const left = restWords(row);
  return (
    <>
      <strong>{money(row.price)}</strong>
      {left !== undefined && <span class="orders-left meta">{left}</span>}
    </>
  );
}

export const PaymentChip = ({ row }: { readonly row: Pick<Row, 'left' | 'paymentStatus'> }) => (
  <Chip tone={paymentTone(paymentState(row))}>{paymentWord(paymentState(row), true)}</Chip>
);

interface LateChipProps {
  readonly row: Pick<Row, 'late' | keyof Due>;
  readonly isShort?: boolean;
}

export const LateChip = ({ row, isShort = false }: LateChipProps) =>
  row.late ? <LateMark of={row} isShort={isShort} /> : null;

export function StatusChip({ id, choices }: { readonly id: string; readonly choices: Choices | undefined }) {
  const statuses = choices?.statuses ?? [];
  return <Chip tone={statusTone(id, statuses)}>{statusName(id, statuses)}</Chip>;
}

export const edgeOf = (row: Row, choices: Choices | undefined): string =>
  `--edge: var(--${statusTone(row.statusId, choices?.statuses ?? [])})`;
