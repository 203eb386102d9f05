import { eq } from 'drizzle-orm';
import { workspaces } from '../storage/index.ts';
import { diff, isSame, writeAudit } from './audit.ts';
import type { Workspace, WorkspaceCtx } from './context.ts';
import { cleanAccent, cleanLine, cleanMapService, cleanName, cleanTimeZone } from './fields.ts';

export type WorkspacePatch = Partial<Omit<Workspace, 'seq' | 'id' | 'logoAt'>>;

const LINES = ['address', 'phone', 'thanks', 'mapCity'] as const;

/**
 * Changes the fields in the patch. A running server uses them from its next request.
 * @throws validation_failed on a bad name, time zone, accent, map service or line
 */
export async function updateWorkspace(
  { storage, workspace, actor }: WorkspaceCtx,
  patch: WorkspacePatch,
): Promise<void> {
  const clean: WorkspacePatch = {
    ...patch,
    ...(patch.name === undefined ? {} : { name: cleanName('name', patch.name) }),
    ...(patch.timeZone === undefined ? {} : { timeZone: cleanTimeZone(patch.timeZone) }),
    ...(patch.accent === undefined ? {} : { accent: cleanAccent(patch.accent) }),
    ...(patch.mapService === undefined ? {} : { mapService: cleanMapService(patch.mapService) }),
    ...Object.fromEntries(
      LINES.flatMap((line) => {
        const text = patch[line];
        return text === undefined ? [] : [[line, cleanLine(line, text)]];
      }),
    ),
  };
  const changes = diff(workspace, clean);
  return storage.write((tx) => {
    if (isSame(changes)) return;
    const row = { ...clean, updatedAt: tx.now };
    tx.db.update(workspaces).set(row).where(eq(workspaces.seq, workspace.seq)).run();
    tx.notify('workspaces', workspace.seq);
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'workspace.updated', subject: workspace.id, changes });
  });
}
