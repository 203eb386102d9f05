import { useEffect, useRef, useState } from 'preact/hooks';
import { type Board, type Card, stageName, titleOf } from '../../data/inquiries.ts';
import { mayChange } from '../../data/me.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { count } from '../../ui/format.ts';
import { useQuery } from '../../ui/use-query.ts';
import { words } from '../../words/words.ts';
import { Column } from './column.tsx';
import { lastOpened } from './last-opened.ts';
import { MoveDialog } from './move-dialog.tsx';
import type { BoardState } from './use-board.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useDrag } from './use-drag.ts';

const TICK_MS = 60_000;

/** Ages and waits grow while nobody does anything. */
function useTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setTick((before) => before + 1), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
}

interface Wanted {
  readonly id: string;
  /** The row of the neighbour that gets the focus where the card is not to be seen; -1 for none. */
  readonly row: number;
}

/** A card that moves to another stage takes the focus along; where it is not to be seen, its neighbour gets it. */
function useFocusAfter(board: { readonly current: HTMLElement | null }) {
  // Whoever comes back from an inquiry finds the focus on its card, if that is still to be seen.
  const last = lastOpened.id;
  const wanted = useRef<Wanted | undefined>(last === undefined ? undefined : { id: last, row: -1 });
  lastOpened.id = undefined;
  useEffect(() => {
    const { id, row } = wanted.current ?? { id: '', row: 0 };
    if (wanted.current === undefined || document.querySelector('dialog[open]') !== null) return;
    const links = [...(board.current?.querySelectorAll<HTMLElement>('.inquiries-top a') ?? [])];
    const seen = links.filter((link) => link.offsetParent !== null);
    // Its cards are not there yet: the next time will do.
    if (seen.length === 0) return;
    wanted.current = undefined;
    const own = seen.find((link) => link.closest<HTMLElement>('[data-id]')?.dataset['id'] === id);
    (own ?? seen[Math.min(row, seen.length - 1)])?.focus();
  });
  return (id: string): void => {
    const card = [...(board.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])].find(
      (one) => one.dataset['id'] === id,
    );
    wanted.current = { id, row: card === undefined ? 0 : [...(card.parentElement?.children ?? [])].indexOf(card) };
  };
}

/** Stages side by side; on a phone one at a time. */
export function BoardLook({ board, state }: { readonly board: Board; readonly state: BoardState }) {
  const area = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLParagraphElement>(null);
  const [asking, setAsking] = useState<Card>();
  const { query, change } = useQuery();
  const focusAfter = useFocusAfter(area);
  useTick();
  const { stages } = board;
  const isKeeper = mayChange();
  const current = stages.find(({ id }) => id === query['stage']) ?? stages[0];
  const cardOf = (id: string): Card | undefined => stages.flatMap(({ cards }) => cards).find((one) => one.id === id);
  const show = (id: string | undefined): void => change({ stage: id === stages[0]?.id ? undefined : id });
  const move = (card: Card | undefined, to: string, focus = true): void => {
    if (card === undefined) return;
    if (focus) focusAfter(card.id);
    state.move(card, to);
  };
  const turn = (by: 1 | -1): void => {
    const at = stages.findIndex(({ id }) => id === current?.id) + by;
    show(stages[Math.min(Math.max(at, 0), stages.length - 1)]?.id);
  };
  const drag = useDrag(area, ghost, isKeeper ? (id, stage) => move(cardOf(id), stage, false) : undefined);
  const hear = useCardKeys(area, (id) => isKeeper && setAsking(cardOf(id)), turn);
  const w = words.value.inquiries;
  const dragged = drag === undefined ? undefined : cardOf(drag.id);
  return (
    <>
      <div class="board-picker">
        <ChoiceMenu
          label={w.stage}
          value={current?.id ?? ''}
          groups={[
            stages.map((stage) => ({
              value: stage.id,
              text: `${stageName(stage)} (${count(stage.count)})`,
              tone: stage.tone,
            })),
          ]}
          choose={show}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go from card to card, each of which is a link */}
      <div class="board inquiries" ref={area} onKeyDown={hear}>
        {stages.map((stage) => (
          <Column
            key={stage.id}
            stage={stage}
            isCurrent={stage === current}
            drag={drag}
            staleHours={board.settings.staleHours}
            onMove={isKeeper ? setAsking : undefined}
            onMore={() => state.loadMore(stage)}
          />
        ))}
      </div>
      {dragged !== undefined && (
        <>
          <div class="inquiries-drop-bar" aria-hidden="true">
            <span class="meta">{w.dropHere}</span>
            {stages.map((stage) => (
              <span
                key={stage.id}
                class={`chip ${stage.tone}${drag?.over === stage.id ? ' inquiries-over' : ''}`}
                data-drop={stage.id}
              >
                {stageName(stage)}
              </span>
            ))}
          </div>
          <p class="inquiries-ghost card" ref={ghost} aria-hidden="true">
            {titleOf(dragged)}
          </p>
        </>
      )}
      {asking !== undefined && (
        <MoveDialog
          title={titleOf(asking)}
          stages={stages}
          current={stages.find(({ cards }) => cards.some(({ id }) => id === asking.id))?.id ?? ''}
          move={(to) => move(asking, to)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
