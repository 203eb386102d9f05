import { and, eq, isNull } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { apiKeys, type Storage } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { Actor, Workspace } from './context.ts';

export type Revocation = 'revoked' | 'already_revoked' | 'unknown';

/** The key is refused from the next request on. */
export function revokeApiKey(storage: Storage, workspace: Workspace, id: string, actor: Actor): Promise<Revocation> {
  return storage.write((tx) => {
    if (!isUuid(id)) return 'unknown';
    const mine = and(eq(apiKeys.id, id), eq(apiKeys.workspaceSeq, workspace.seq));
    if (tx.db.select({ seq: apiKeys.seq }).from(apiKeys).where(mine).get() === undefined) return 'unknown';
    const revoked = tx.db
      .update(apiKeys)
      .set({ revokedAt: tx.now })
      .where(and(mine, isNull(apiKeys.revokedAt)))
      .returning({ seq: apiKeys.seq })
      .get();
    if (revoked === undefined) return 'already_revoked';
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'api_key.revoked', subject: id });
    return 'revoked';
  });
}
