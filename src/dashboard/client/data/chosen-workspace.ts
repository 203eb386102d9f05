import { tryTo } from './try-to.ts';

const KEPT = 'docket.workspace';
const PARAMETER = 'workspace';

/** The browser may keep nothing for a page: then what it was asked to keep is simply not there. */
const kept = (of: () => Storage): string | null => tryTo(() => of().getItem(KEPT)) ?? null;

function keep(id: string): void {
  for (const of of [() => sessionStorage, () => localStorage]) tryTo(() => of().setItem(KEPT, id));
}

/** The workspace of a link's `?workspace=ID`; it leaves the address, which holds no workspace otherwise. */
function takeLinked(): string | null {
  const url = new URL(location.href);
  const linked = url.searchParams.get(PARAMETER);
  if (linked !== null) {
    url.searchParams.delete(PARAMETER);
    history.replaceState(null, '', `${url.pathname}${url.search}${url.hash}`);
  }
  return linked;
}

/** The tab's own choice goes before the browser's last one, so that two tabs may show two workspaces. */
const wanted = [takeLinked(), kept(() => sessionStorage), kept(() => localStorage)];

/** The workspace that was asked for last, among those that one belongs to; else the first of them. */
export function chosenOf<T extends { readonly id: string }>(workspaces: readonly T[]): T | undefined {
  const found = wanted.flatMap((id) => workspaces.filter((one) => one.id === id));
  const chosen = found[0] ?? workspaces[0];
  // The tab stays with its workspace, whatever is chosen in others.
  if (chosen !== undefined && kept(() => sessionStorage) !== chosen.id) keep(chosen.id);
  return chosen;
}

/** The same kind of page in another workspace. An order's or an endpoint's own page exists only in this one. */
export const pageIn = (path: string): string =>
  path.startsWith('/app/settings/') ? path : path.split('/').slice(0, 3).join('/');

/** Shows another workspace. The page is loaded again, so that nothing of the one before is left on it or in memory. */
export function switchTo(id: string, path: string): void {
  keep(id);
  location.assign(path);
}
