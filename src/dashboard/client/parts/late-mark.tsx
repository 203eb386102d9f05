import { ClockAlert } from 'lucide';
import type { Due } from '../data/overdue.ts';
import { howLate } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words/words.ts';

interface LateMarkProps {
  readonly of: Due;
  /** True to show an icon instead of the word, if the row has no room for the word. */
  readonly isShort?: boolean;
}

export function LateMark({ of, isShort = false }: LateMarkProps) {
  const { lateBy } = words.value.orders;
  const how = howLate(of);
  if (!isShort) return <span class="chip bad late">{`${lateBy} ${how}`}</span>;
  return (
    <span class="chip bad late late-short" title={`${lateBy} ${how}`}>
      <Icon of={ClockAlert} size={14} />
      <span>
        <span class="unseen">{lateBy} </span>
        {how}
      </span>
    </span>
  );
}
