import { eq } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { apiKeys, type Storage, workspaces } from '../storage/index.ts';
import { type Workspace, workspaceColumns } from '../workspaces/index.ts';

export function findWorkspaceOfKey(storage: Storage, id: string): Workspace | undefined {
  if (!isUuid(id)) return undefined;
  const ofKey = eq(apiKeys.workspaceSeq, workspaces.seq);
  return storage.read
    .select(workspaceColumns)
    .from(workspaces)
    .innerJoin(apiKeys, ofKey)
    .where(eq(apiKeys.id, id))
    .get();
}
