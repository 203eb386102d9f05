import { useEffect, useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import { isPhone } from '../../ui/phone.ts';
import { chooseFolded, type Foldable, widthOf } from './choose-folded.ts';

interface Folds {
  readonly isFolded: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** True if even folded columns do not fit, so that the board scrolls. */
  readonly scrolls: boolean;
}

/**
 * Folds columns until all columns fit into the width that the page gives the board.
 * @param name identifies the board in the browser's storage, which keeps the user's choice of folded columns
 */
export function useFolds(
  board: { readonly current: HTMLElement | null },
  columns: readonly Foldable[],
  name: string,
): Folds {
  const key = `docket.folds.${name}`;
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>(() => JSON.parse(keptChoice(key) ?? '{}'));
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (board.current === null) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    watch.observe(board.current);
    return () => watch.disconnect();
  }, []);
  const folded = isPhone.value ? new Set<string>() : chooseFolded(columns, chosen, room);
  return {
    isFolded: (id) => folded.has(id),
    toggle(id) {
      const next = { ...chosen, [id]: !folded.has(id) };
      setChosen(next);
      keepChoice(key, JSON.stringify(next));
    },
    scrolls: !isPhone.value && widthOf(columns.length, folded.size) > room,
  };
}
