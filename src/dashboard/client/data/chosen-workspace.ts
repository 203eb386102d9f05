import { tryTo } from './try-to.ts';

const KEPT = 'docket.workspace';
const PARAMETER = 'workspace';

const kept = (of: () => Storage): string | null => tryTo(() => of().getItem(KEPT)) ?? null;

function keep(id: string): void {
  for (const of of [() => sessionStorage, () => localStorage]) tryTo(() => of().setItem(KEPT, id));
}

/**
 * Reads the workspace from a link's `?workspace=ID` and removes the parameter. The pages' own addresses do not name
 * workspaces.
 */
function takeLinked(): string | null {
  const url = new URL(location.href);
  const linked = url.searchParams.get(PARAMETER);
  if (linked !== null) {
    url.searchParams.delete(PARAMETER);
    history.replaceState(null, '', `${url.pathname}${url.search}${url.hash}`);
  }
  return linked;
}

/** The tab's own choice takes precedence over the browser's last choice, so that two tabs may show two workspaces. */
const wanted = [takeLinked(), kept(() => sessionStorage), kept(() => localStorage)];

export function chosenOf<T extends { readonly id: string }>(workspaces: readonly T[]): T | undefined {
  const found = wanted.flatMap((id) => workspaces.filter((one) => one.id === id));
  const chosen = found[0] ?? workspaces[0];
  if (chosen !== undefined && kept(() => sessionStorage) !== chosen.id) keep(chosen.id);
  return chosen;
}

/**
 * Returns the address to open after a change of workspace. The list replaces the page of one order or endpoint. A page
 * of the settings stays.
 */
export const pageIn = (path: string): string =>
  path.startsWith('/app/settings/') ? path : path.split('/').slice(0, 3).join('/');

/**
 * Switches to a workspace. The page reloads, so that nothing of the previous workspace stays on the page or in memory.
 */
export function switchTo(id: string, path: string): void {
  keep(id);
  location.assign(path);
}
