import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../../data/refusal.ts';
import { type Loaded, useLoaded } from '../../data/use-loaded.ts';
import { tell } from '../../ui/problem/use-told.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

export interface BoardCard {
  readonly id: string;
  readonly createdAt: string;
}

export interface BoardColumn<C extends BoardCard> {
  readonly id: string;
  readonly name: string;
  readonly tone: string;
  readonly group: 'new' | 'work' | 'done' | 'cancelled';
  /** True if cards can be moved into the column. */
  readonly active: boolean;
  /** The number of all cards in the column. `cards` has only the newest ones, newest first. */
  readonly count: number;
  readonly cards: readonly C[];
}

export interface BoardData<C extends BoardCard> {
  readonly columns: readonly BoardColumn<C>[];
}

interface BoardOptions<C extends BoardCard, B> extends NonNullable<Parameters<typeof useLoaded<B>>[2]> {
  readonly load: () => Promise<B>;
  readonly key: string;
  /** @returns the changed properties of the card, and the text of the message to show about the move */
  readonly send: (card: C, to: BoardColumn<C>, from: BoardColumn<C>) => Promise<readonly [Partial<C>, string]>;
}

export interface BoardState<B> extends Pick<Loaded<B>, 'data' | 'error' | 'reload'> {
  readonly move: (cardId: string, to: string) => void;
}

const newerFirst = (a: BoardCard, b: BoardCard): number =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || (b.id < a.id ? -1 : 1);

const columnOf = <C extends BoardCard>({ columns }: BoardData<C>, id: string): BoardColumn<C> | undefined =>
  columns.find(({ cards }) => cards.some((card) => card.id === id));

function withMove<C extends BoardCard, B extends BoardData<C>>(board: B, id: string, to: string, news?: Partial<C>): B {
  const card = columnOf(board, id)?.cards.find((one) => one.id === id);
  if (card === undefined) return board;
  const columns = board.columns.map((column) => {
    const rest = column.cards.filter((one) => one.id !== id);
    const count = column.count + rest.length - column.cards.length;
    if (column.id !== to) return { ...column, cards: rest, count };
    return { ...column, cards: [...rest, { ...card, ...news }].toSorted(newerFirst), count: count + 1 };
  });
  return { ...board, columns };
}

/** Loads a board. Shows a moved card in its new column at once, and moves it back if the server refuses. */
export function useBoard<C extends BoardCard, B extends BoardData<C>>({
  load,
  key,
  send,
  ...options
}: BoardOptions<C, B>): BoardState<B> {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  // The board as it is shown now. Undoing a move needs it, because the undo may come long after the render that offered
  // it.
  const now = useRef<B | undefined>(undefined);
  const { data, error, reload, show } = useLoaded(load, key, options);
  const settle = (id: string): void => setPending((before) => new Map([...before].filter(([one]) => one !== id)));
  const move = (id: string, to: string): void => {
    const from = now.current && columnOf<C>(now.current, id);
    const target = now.current?.columns.find((column) => column.id === to);
    const card = from?.cards.find((one) => one.id === id);
    if (card === undefined || from === undefined || target === undefined || from === target || !target.active) return;
    setPending((before) => new Map(before).set(id, to));
    send(card, target, from).then(
      ([news, text]) => {
        show((before) => withMove<C, B>(before, id, to, news));
        settle(id);
        say(text, () => move(id, from.id));
        reload();
      },
      (problem) => {
        settle(id);
        reload();
        void refusalWords(problem).then(say);
      },
    );
  };
  const shown = data && [...pending].reduce((seen, [id, to]) => withMove<C, B>(seen, id, to), data);
  now.current = shown;
  return { data: shown, error, reload, move };
}

async function refusalWords(problem: unknown): Promise<string> {
  const isTold = problem instanceof Refusal && problem.message !== '';
  return `${words.value.flows.board.notMoved} ${isTold ? await tell(problem) : words.value.noAnswer}`;
}
