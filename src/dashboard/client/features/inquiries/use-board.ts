import { useRef, useState } from 'preact/hooks';
import { ask, Refusal } from '../../data/api.ts';
import {
  type Board,
  type Card,
  inquiriesOf,
  loadBoard,
  loadCards,
  type Stage,
  stageName,
} from '../../data/inquiries.ts';
import { isRefusal } from '../../data/refusal.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { count } from '../../ui/format.ts';
import { tell } from '../../ui/problem/use-told.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

export interface BoardState {
  /** With what was moved a moment ago in its new place already. */
  readonly board: Board | undefined;
  readonly error: unknown;
  readonly reload: () => void;
  readonly loadMore: (stage: Stage) => void;
  readonly move: (card: Card, to: string) => void;
}

/** As many pages of each stage as were asked for, all as they stand now. */
async function loadAll(pages: ReadonlyMap<string, number>): Promise<Board> {
  const board = await loadBoard();
  const stages = await Promise.all(
    board.stages.map(async (stage) => {
      let { cards, nextCursor } = stage;
      for (let page = 1; page < (pages.get(stage.id) ?? 1) && nextCursor !== null; page += 1) {
        const next = await loadCards(stage.id, nextCursor);
        cards = [...cards, ...next.cards];
        nextCursor = next.nextCursor;
      }
      return { ...stage, cards, nextCursor };
    }),
  );
  return { ...board, stages };
}

const newerFirst = (a: Card, b: Card): number =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (b.id < a.id ? -1 : 1);

/** The board with one card on another stage. */
function withMove(board: Board, id: string, to: string, version?: number): Board {
  const card = board.stages.flatMap(({ cards }) => cards).find((one) => one.id === id);
  if (card === undefined) return board;
  const moved = { ...card, version: version ?? card.version, updatedAt: new Date().toISOString() };
  const stages = board.stages.map((stage) => {
    const had = stage.cards.some((one) => one.id === id);
    const rest = stage.cards.filter((one) => one.id !== id);
    if (stage.id !== to) return { ...stage, cards: rest, count: stage.count - (had ? 1 : 0) };
    return { ...stage, cards: [...rest, moved].toSorted(newerFirst), count: stage.count + (had ? 0 : 1) };
  });
  return { ...board, stages };
}

/** The board as it is live, with moves shown before the server has answered, and taken back where it refuses. */
export function useBoard(): BoardState {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  const pages = useRef(new Map<string, number>());
  // Undo is called long after the render that offered it.
  const now = useRef<Board | undefined>(undefined);
  const { data: board, error, reload, show } = useLoaded(() => loadAll(pages.current), '', { on: ['inquiries'] });
  const settle = (id: string): void => setPending((before) => new Map([...before].filter(([one]) => one !== id)));
  const move = (card: Card, to: string): void => {
    const from = now.current?.stages.find(({ cards }) => cards.some(({ id }) => id === card.id));
    const target = now.current?.stages.find(({ id }) => id === to);
    if (from === undefined || target === undefined || from === target) return;
    setPending((before) => new Map(before).set(card.id, to));
    ask(inquiriesOf()({ id: card.id }).move.post({ stageId: to, expectedVersion: card.version })).then(
      (moved) => {
        show((before) => withMove(before, card.id, to, moved.version));
        settle(card.id);
        say(placeWords(target, moved), () => move({ ...card, version: moved.version }, from.id));
        reload();
      },
      (problem) => {
        settle(card.id);
        reload();
        void refusalWords(problem).then(say);
      },
    );
  };
  const loadMore = (stage: Stage): void => {
    pages.current.set(stage.id, (pages.current.get(stage.id) ?? 1) + 1);
    reload();
  };
  const shown = board && [...pending].reduce((seen, [id, to]) => withMove(seen, id, to), board);
  now.current = shown;
  return { board: shown, error, reload, loadMore, move };
}

/** "Moved to Quoted, 2 of 7": toasts are read aloud. */
function placeWords(
  stage: Stage,
  { position, count: all }: { readonly position: number; readonly count: number },
): string {
  const w = words.value.inquiries;
  return `${w.movedTo} ${stageName(stage)}, ${count(position)} ${w.placeOf} ${count(all)}`;
}

async function refusalWords(problem: unknown): Promise<string> {
  const w = words.value.inquiries;
  if (isRefusal(problem, 'precondition_failed')) return w.changedMeanwhile;
  const isTold = problem instanceof Refusal && problem.message !== '';
  return `${w.notMoved} ${isTold ? await tell(problem) : words.value.noAnswer}`;
}
