import { type Card, type Stage, stageName } from '../../data/inquiries.ts';
import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { InquiryCard } from './card.tsx';
import type { Drag } from './use-drag.ts';

/** One stage with its newest inquiries. */
export function Column({
  stage,
  isCurrent,
  drag,
  staleHours,
  onMove,
  onMore,
}: {
  readonly stage: Stage;
  /** The one that a phone shows. */
  readonly isCurrent: boolean;
  readonly drag: Drag | undefined;
  readonly staleHours: number;
  /** Undefined for who may only look. */
  readonly onMove: ((card: Card) => void) | undefined;
  readonly onMore: () => void;
}) {
  const w = words.value.inquiries;
  const name = stageName(stage);
  return (
    <section
      class={`${isCurrent ? 'board-current' : ''}${drag?.over === stage.id ? ' inquiries-over' : ''}`}
      data-drop={stage.id}
      aria-label={name}
    >
      <h2>
        <span class={`dot ${stage.tone}`} />
        <bdi>{name}</bdi> <span class="count">{count(stage.count)}</span>
      </h2>
      {stage.cards.length === 0 && <p class="meta inquiries-nobody">{w.emptyStage}</p>}
      <ul>
        {stage.cards.map((card) => (
          <InquiryCard
            key={card.id}
            card={card}
            staleHours={stage.terminal ? undefined : staleHours}
            isDragged={drag?.id === card.id}
            onMove={onMove === undefined ? undefined : () => onMove(card)}
          />
        ))}
      </ul>
      {stage.nextCursor !== null && (
        <button type="button" class="quiet wide inquiries-more" onClick={onMore}>
          {w.more}
          <span class="unseen"> {name}</span>
        </button>
      )}
    </section>
  );
}
