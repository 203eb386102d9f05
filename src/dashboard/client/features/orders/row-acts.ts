import { useKeys } from '../../ui/keys.ts';

/** Handles the keys of the list: j and k move from row to row, x selects a row, and o opens it like Enter. */
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
