import { useEffect } from 'preact/hooks';
import { api, ask } from './api.ts';
import { workspace } from './me.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

const importsOf = () => api.workspaces({ workspace: workspace.value?.id ?? '' }).imports;
const loadImport = (id: string) => ask(importsOf()({ id }).get());
const loadImports = (kind: 'orders' | 'products') => ask(importsOf().get({ query: { kind } }));

export type ShownImport = Awaited<ReturnType<typeof loadImport>>;

const LOOK_MS = 1_000;

/** Looks again each second for as long as something moves, also while the server is away for a moment. */
function useMoving<T>(loaded: Loaded<T>, isMoving: boolean): Loaded<T> {
  const { data, error, reload } = loaded;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(reload, LOOK_MS);
    return () => clearTimeout(timer);
  }, [data, error]);
  return loaded;
}

/** An import as it stands now. */
export function useImport(id: string): Loaded<ShownImport> {
  const loaded = useLoaded(() => loadImport(id), id);
  return useMoving(loaded, loaded.data?.isDone === false);
}

/** The last imports of a kind. */
export function useImports(kind: 'orders' | 'products'): Loaded<{ readonly imports: readonly ShownImport[] }> {
  const loaded = useLoaded(() => loadImports(kind), kind);
  return useMoving(loaded, loaded.data?.imports.some(({ isDone }) => !isDone) === true);
}

/** How many rows came to this. */
export const countOf = ({ counts }: Pick<ShownImport, 'counts'>, name: string): number => counts[name] ?? 0;
