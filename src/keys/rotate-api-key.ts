import { AppError, toIso, type World } from '../base/index.ts';
import { type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { type CreatedApiKey, insertApiKey, newKeyText } from './create-api-key.ts';
import { stateOfKey } from './key-state.ts';
import { endKey, findKeyRow, type KeyRow } from './revoke-api-key.ts';
import { splitScopes } from './scopes.ts';

interface RotatedApiKey extends CreatedApiKey {
  readonly previousValidUntil: number;
}

/**
 * Replaces a key with a new key that has the same name, source and scopes; undefined if the workspace has no key `id`.
 * The old key stays valid for `overlapMs`, so that programs can switch.
 * @throws key_ended
 */
export async function rotateApiKey(
  { storage, random, workspace, actor }: WorkspaceCtx & Pick<World, 'random'>,
  { id, overlapMs }: { readonly id: string; readonly overlapMs: number },
): Promise<RotatedApiKey | undefined> {
  const key = newKeyText(random);
  return storage.write((tx) => {
    const before = findKeyRow(tx, workspace, id);
    if (before === undefined) return undefined;
    refuseEnded(before, tx.now);
    const previousValidUntil = tx.now + overlapMs;
    const { name, source } = before;
    const made = insertApiKey(tx, workspace, { name, source, scopes: splitScopes(before.scopes) }, key, actor);
    endKey(tx, before, previousValidUntil);
    const changes = {
      replacedBy: { from: null, to: made.id },
      validUntil: { from: null, to: toIso(previousValidUntil) },
    };
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'api_key.rotated', subject: id, changes });
    return { ...made, previousValidUntil };
  });
}

function refuseEnded(key: KeyRow, nowMs: number): void {
  const { revokedAt } = key;
  if (revokedAt === null) return;
  const ending = stateOfKey(key, nowMs) === 'ending';
  throw new AppError(ending ? { rule: 'key_replaced', until: toIso(revokedAt) } : { rule: 'key_revoked' });
}
