import { asc, eq, getTableColumns } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { type Db, type Storage, workspaces } from '../storage/index.ts';
import type { Workspace } from './context.ts';

const { createdAt, updatedAt, importsUndone, ...workspaceColumns } = getTableColumns(workspaces);

export { workspaceColumns };

export function listWorkspaces(storage: Storage): Workspace[] {
  return storage.read.select(workspaceColumns).from(workspaces).orderBy(asc(workspaces.seq)).all();
}

export function findWorkspace(storage: Storage, id: string): Workspace | undefined {
  if (!isUuid(id)) return undefined;
  return storage.read.select(workspaceColumns).from(workspaces).where(eq(workspaces.id, id)).get();
}

/** @throws Error if there is no such workspace anymore */
export function workspaceOf(db: Db, seq: number): Workspace {
  const found = db.select(workspaceColumns).from(workspaces).where(eq(workspaces.seq, seq)).get();
  if (found === undefined) throw new Error(`workspace ${seq} is gone`);
  return found;
}
