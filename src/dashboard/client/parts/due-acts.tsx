import { mayTakeOrders } from '../data/me.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Chip } from '../ui/chip.tsx';
import { day, plural } from '../ui/format.ts';
import { Problem } from '../ui/problem/problem.tsx';
import { useSending } from '../ui/sending.ts';
import { words } from '../words/words.ts';
import { confirmAddress, type DueDate, skipDate } from './schedules.ts';

export function DueDay({ due: { date, isOverdue, earlier } }: { readonly due: DueDate }) {
  const w = words.value.schedules;
  return (
    <>
      <strong>{day(date)}</strong> {isOverdue && <Chip tone="bad">{w.overdue}</Chip>}{' '}
      {earlier > 0 && <span class="meta">{plural(earlier, w.earlier)}</span>}
    </>
  );
}

interface DueActsProps {
  readonly order: { readonly id: string; readonly num: string };
  readonly due: DueDate;
  readonly changed: () => void;
}

export function DueActs({ order, due, changed }: DueActsProps) {
  const sending = useSending();
  const w = words.value.schedules;
  if (!mayTakeOrders()) return null;
  const on = day(due.date);
  return (
    <>
      <div class="line">
        <a class="button" href={confirmAddress(order.id, due)} aria-label={w.confirmOne(order.num, on)}>
          {w.confirm}
        </a>
        <ActButton
          sending={sending}
          aria-label={w.skipOne(order.num, on)}
          act={() => skipDate(order, due, changed).finally(changed)}
        >
          {w.skip}
        </ActButton>
      </div>
      <Problem error={sending.error} />
    </>
  );
}
