import { useKeys } from '../../ui/keys.ts';

interface Board {
  readonly current: HTMLElement | null;
}

/** Returns the visible columns; on a phone there is only one. */
const columnsOf = (board: Board): HTMLElement[] =>
  [...(board.current?.querySelectorAll<HTMLElement>('[data-drop]') ?? [])].filter((one) => one.offsetParent !== null);
const cardsOf = (column: Element | undefined): HTMLElement[] => [
  ...(column?.querySelectorAll<HTMLElement>('.board-card-top a') ?? []),
];

const focusedCard = (board: Board): HTMLElement | undefined => {
  const card = document.activeElement?.closest<HTMLElement>('[data-id]') ?? undefined;
  return card !== undefined && board.current?.contains(card) === true ? card : undefined;
};

function step(board: Board, down: number, across: number): boolean {
  const columns = columnsOf(board);
  const column = columns.findIndex((one) => one.contains(document.activeElement));
  const cards = cardsOf(columns[column]);
  const row = cards.findIndex((one) => one.closest('[data-id]')?.contains(document.activeElement));
  if (column < 0 || row < 0) {
    const first = columns.flatMap(cardsOf)[0];
    first?.focus();
    return first !== undefined;
  }
  if (across === 0) {
    cards[Math.min(Math.max(row + down, 0), cards.length - 1)]?.focus();
    return true;
  }
  const beyond = across > 0 ? columns.slice(column + 1) : columns.slice(0, column).toReversed();
  const next = beyond.map(cardsOf).find(({ length }) => length > 0);
  next?.[Math.min(row, next.length - 1)]?.focus();
  return next !== undefined;
}

/**
 * Handles the board's keys: j and k move between cards, h and l between columns. The key m opens a card's menu.
 * @returns the handler for arrow keys while a card has the focus; elsewhere they scroll
 */
export function useCardKeys(board: Board, turn: (by: 1 | -1) => void) {
  const aside = (by: 1 | -1): void => {
    if (columnsOf(board).length === 1) turn(by);
    else step(board, 0, by);
  };
  useKeys({
    KeyJ: () => step(board, 1, 0),
    KeyK: () => step(board, -1, 0),
    KeyH: () => aside(-1),
    KeyL: () => aside(1),
    KeyM: () => focusedCard(board)?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
  });
  const arrows: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(board, 1, 0),
    ArrowUp: () => step(board, -1, 0),
    ArrowLeft: () => aside(-1),
    ArrowRight: () => aside(1),
  };
  return (event: KeyboardEvent): void => {
    const act = arrows[event.code];
    if (
      act === undefined ||
      event.defaultPrevented ||
      focusedCard(board) === undefined ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    act();
  };
}
