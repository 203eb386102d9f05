import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { type Loaded, useLoaded } from '../../data/use-loaded.ts';
import type { FileKind } from './kinds.ts';

const importsOf = () => here().imports;
const loadImport = (id: string) => ask(importsOf()({ id }).get());
const loadImports = (kind: FileKind['kind']) => ask(importsOf().get({ query: { kind } }));

export type ShownImport = Awaited<ReturnType<typeof loadImport>>;

export const loadUndo = (id: string) => ask(importsOf()({ id }).undo.get());
export const undoImport = (id: string) => ask(importsOf()({ id }).undo.post({}));

const isMoving = ({ isDone, undo }: ShownImport): boolean => !isDone || undo?.isDone === false;

const LOOK_MS = 1_000;

export const useImport = (id: string): Loaded<ShownImport> =>
  useLoaded(() => loadImport(id), id, { again: (run) => (run !== undefined && isMoving(run) ? LOOK_MS : undefined) });

export const useImports = (kind: FileKind['kind']) =>
  useLoaded(() => loadImports(kind), kind, {
    again: (found) => (found?.imports.some(isMoving) === true ? LOOK_MS : undefined),
  });

export const countOf = ({ counts }: Pick<ShownImport, 'counts'>, name: string): number => counts[name] ?? 0;
