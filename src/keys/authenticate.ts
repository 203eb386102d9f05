import { eq } from 'drizzle-orm';
import { hashToken, isUuid } from '../base/index.ts';
import { apiKeys, given, prepared, type Storage, workspaces } from '../storage/index.ts';
import { type Workspace, workspaceColumns } from '../workspaces/index.ts';
import { type KeyLife, spentHash, stateOfKey } from './key-state.ts';
import { type Scope, splitScopes } from './scopes.ts';

export interface Caller {
  readonly keySeq: number;
  readonly keyId: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
  readonly workspace: Workspace;
}

type FoundKey = Caller & KeyLife;

const statements = prepared((db) => ({
  byHash: db
    .select({
      keySeq: apiKeys.seq,
      keyId: apiKeys.id,
      keyName: apiKeys.name,
      keyPrefix: apiKeys.prefix,
      source: apiKeys.source,
      scopes: apiKeys.scopes,
      keyHash: apiKeys.keyHash,
      revokedAt: apiKeys.revokedAt,
      workspace: workspaceColumns,
    })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.seq, apiKeys.workspaceSeq))
    .where(eq(apiKeys.keyHash, given('keyHash')))
    .prepare(),
}));

/**
 * Finds the caller who uses an API key; undefined if the key is not valid. Looks the key up by its hash, so the time of
 * the lookup reveals nothing about the key.
 */
export function authenticate(
  { storage }: { readonly storage: Storage },
  { key, nowMs }: { readonly key: string; readonly nowMs: number },
): Caller | undefined {
  const found = storage.keep(`caller of ${key}`, ['api_keys', 'workspaces'], () => findKey(storage, hashToken(key)));
  return found === undefined || stateOfKey(found, nowMs) === 'revoked' ? undefined : found;
}

/**
 * Finds the former owner of a refused API key; undefined if the text never was a key. The result may appear only in the
 * owner's log of calls, never in an answer of the API.
 */
export function findEndedKey(storage: Storage, key: string): Caller | undefined {
  const hash = hashToken(key);
  return findKey(storage, spentHash(hash)) ?? findKey(storage, hash);
}

function findKey(storage: Storage, keyHash: string): FoundKey | undefined {
  const row = statements(storage.read).byHash.get({ keyHash });
  return row && { ...row, scopes: splitScopes(row.scopes) };
}

/**
 * Records when keys were last used. The caller collects uses and records them now and then. Recording each use with its
 * request would double the number of writes.
 * @param lastUsed milliseconds since the epoch, by the key's seq
 */
export function recordKeyUse(storage: Storage, lastUsed: ReadonlyMap<number, number>): Promise<void> {
  return storage.write((tx) => {
    for (const [seq, lastUsedAt] of lastUsed) {
      tx.db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.seq, seq)).run();
    }
  });
}

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
