import { and, eq } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { apiKeys, type Tx } from '../storage/index.ts';
import { type Workspace, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { spentHash, stateOfKey } from './key-state.ts';

type Revocation = 'revoked' | 'already_revoked' | 'unknown';

/** Revokes a key at once, even a replaced key that would stay valid for a while. */
export function revokeApiKey({ storage, workspace, actor }: WorkspaceCtx, id: string): Promise<Revocation> {
  return storage.write((tx) => {
    const key = findKeyRow(tx, workspace, id);
    if (key === undefined) return 'unknown';
    if (stateOfKey(key, tx.now) === 'revoked') return 'already_revoked';
    endKey(tx, key, tx.now);
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'api_key.revoked', subject: id });
    return 'revoked';
  });
}

export type KeyRow = typeof apiKeys.$inferSelect;

export function findKeyRow(tx: Tx, workspace: Workspace, id: string): KeyRow | undefined {
  if (!isUuid(id)) return undefined;
  const mine = and(eq(apiKeys.id, id), eq(apiKeys.workspaceSeq, workspace.seq));
  return tx.db.select().from(apiKeys).where(mine).get();
}

export function endKey(tx: Tx, { seq, keyHash }: KeyRow, at: number): void {
  const revoked = { revokedAt: at, ...(at > tx.now ? {} : { keyHash: spentHash(keyHash) }) };
  tx.db.update(apiKeys).set(revoked).where(eq(apiKeys.seq, seq)).run();
}
