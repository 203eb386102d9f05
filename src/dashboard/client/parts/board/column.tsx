import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide';
import type { ComponentChildren } from 'preact';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import type { BoardCard, BoardColumn } from './use-board.ts';

interface ColumnProps {
  readonly column: BoardColumn<BoardCard>;
  /** True for the column that a phone shows. */
  readonly isCurrent: boolean;
  /** True while a card is dragged over it. */
  readonly isOver: boolean;
  readonly isFolded: boolean;
  readonly toggle: () => void;
  readonly children: ComponentChildren;
}

/** A column with its cards, or folded into a strip that still accepts cards. */
export function Column({ column, isCurrent, isOver, isFolded, toggle, children }: ColumnProps) {
  const { board: w, off } = words.value.flows;
  const { id, name, tone, active } = column;
  const state = `${isCurrent ? ' board-current' : ''}${isOver ? ' board-over' : ''}${isFolded ? ' board-folded' : ''}`;
  return (
    <section class={`board-column${state}`} data-drop={active ? id : undefined} aria-label={name}>
      <h2>
        <span class={`dot ${tone}`} />
        <bdi>{name}</bdi> <span class="count">{count(column.count)}</span>
        {!active && <span class="meta">{off}</span>}
        <button
          type="button"
          class="bare board-fold"
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? w.unfold : w.fold}: ${name}`}
          onClick={toggle}
        >
          <Icon of={isFolded ? ChevronsLeftRight : ChevronsRightLeft} size={16} />
        </button>
      </h2>
      {!isFolded && children}
    </section>
  );
}
