import { asc, eq } from 'drizzle-orm';
import { apiKeys } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type KeyState, stateOfKey } from './key-state.ts';
import { type Scope, splitScopes } from './scopes.ts';

interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
  /** The first characters of the key, to tell keys apart by. */
  readonly prefix: string;
  readonly createdAt: number;
  /** May lie ahead: the key is valid until then. */
  readonly revokedAt: number | null;
  readonly state: KeyState;
  readonly lastUsedAt: number | null;
}

/** Oldest first, revoked ones too. */
export function listApiKeys({ storage, workspace }: ReadCtx, { nowMs }: { readonly nowMs: number }): ApiKeyInfo[] {
  const rows = storage.read
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      source: apiKeys.source,
      scopes: apiKeys.scopes,
      keyHash: apiKeys.keyHash,
      prefix: apiKeys.prefix,
      createdAt: apiKeys.createdAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.workspaceSeq, workspace.seq))
    .orderBy(asc(apiKeys.seq))
    .all();
  return rows.map(({ keyHash, ...row }) => ({
    ...row,
    scopes: splitScopes(row.scopes),
    state: stateOfKey({ keyHash, revokedAt: row.revokedAt }, nowMs),
  }));
}
