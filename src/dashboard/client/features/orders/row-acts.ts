import { useKeys } from '../../ui/keys.ts';

/** Elements within a row or a card that react to a press themselves. */
const OWN_USE = 'a, button, input, label, select, summary';

/**
 * Opens an order when its row or card is pressed, like its link: Ctrl, Cmd or the middle button opens a new tab.
 * Presses on other controls do not count, and text can be selected.
 *
 * @param go opens the order in this tab
 */
export function openOnPress(event: MouseEvent, path: string, go: (path: string) => void): void {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(OWN_USE) !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) open(path, '_blank', 'noopener');
  else if (event.button === 0 && !event.shiftKey && !event.altKey) go(path);
}

/** The keys j and k move from row to row; x selects a row, and o opens it like Enter. */
export function useRowKeys(
  body: { readonly current: HTMLTableSectionElement | null },
  { toggle, open: openRow }: { readonly toggle: (id: string) => void; readonly open: (id: string) => void },
): void {
  const rows = (): HTMLTableRowElement[] => [...(body.current?.rows ?? [])];
  const here = (): number => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (by: number): void => {
    const all = rows();
    const next = all[Math.min(Math.max(here() + by, 0), all.length - 1)];
    next?.querySelector('a')?.focus();
  };
  const withRow = (act: (id: string) => void): void => {
    const id = rows()[here()]?.dataset['id'];
    if (id !== undefined) act(id);
  };
  useKeys({
    KeyJ: () => move(1),
    KeyK: () => move(-1),
    KeyX: () => withRow(toggle),
    KeyO: () => withRow(openRow),
  });
}
