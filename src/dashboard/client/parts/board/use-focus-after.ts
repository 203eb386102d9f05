import { useLayoutEffect, useRef } from 'preact/hooks';

interface FocusTarget {
  readonly id: string;
  /**
   * The position of the moved card in its old column. If the moved card is not visible, the card now at this position
   * gets the focus. With -1, no other card gets the focus.
   */
  readonly row: number;
}

const cardsIn = (board: HTMLElement | null): HTMLElement[] => [
  ...(board?.querySelectorAll<HTMLElement>('[data-id]') ?? []),
];

/**
 * Focuses a card after it moves to another column. If the card is not visible there, focuses its old neighbor.
 * @param last the card opened last, focused when the user returns to the board
 */
export function useFocusAfter(board: { readonly current: HTMLElement | null }, last: string | undefined) {
  const wanted = useRef<FocusTarget | undefined>(last === undefined ? undefined : { id: last, row: -1 });
  // This is a layout effect, because it must run before `keepFocus`. That function moves the focus to the page when the
  // card's old element is gone.
  useLayoutEffect(() => {
    if (wanted.current === undefined || document.querySelector('dialog[open], :popover-open') !== null) return;
    const { id, row } = wanted.current;
    const cards = cardsIn(board.current);
    // The cards have not loaded yet; a later render tries again.
    if (cards.length === 0) return;
    wanted.current = undefined;
    const seen = cards.filter((card) => card.offsetParent !== null);
    const card =
      seen.find((one) => one.dataset['id'] === id) ?? (row < 0 ? undefined : seen[Math.min(row, seen.length - 1)]);
    const picker = row < 0 ? null : board.current?.parentElement?.querySelector<HTMLElement>('.board-picker button');
    (card?.querySelector('a') ?? picker)?.focus();
  });
  return (id: string): void => {
    const card = cardsIn(board.current).find((one) => one.dataset['id'] === id);
    wanted.current = { id, row: card === undefined ? 0 : [...(card.parentElement?.children ?? [])].indexOf(card) };
  };
}
