import { useKeys } from '../../ui/keys.ts';

/** Elements that have a use of their own within a row or a card. */
const OWN_USE = 'a, button, input, label, select, summary';

/**
 * A press anywhere in an order's row or card opens it, as on its link: with Ctrl or Cmd, or by the middle button, in a
 * tab of its own. An element with a use of its own keeps it, and text may be selected. @param go opens it in this tab
 */
export function openOnPress(event: MouseEvent, path: string, go: (path: string) => void): void {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(OWN_USE) !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) open(path, '_blank', 'noopener');
  else if (event.button === 0 && !event.shiftKey && !event.altKey) go(path);
}

/** j, k: from row to row; x: picks the row; o opens it, as Enter does on any link. */
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
