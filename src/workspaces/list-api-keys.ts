import { asc, eq } from 'drizzle-orm';
import { apiKeys, type Storage } from '../storage/index.ts';
import type { Workspace } from './context.ts';
import { type Scope, splitScopes } from './scopes.ts';

export interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
  /** The first characters of the key, to tell keys apart by. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Oldest first, revoked ones too. */
export function listApiKeys(storage: Storage, workspace: Workspace): ApiKeyInfo[] {
  const rows = storage.read
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      source: apiKeys.source,
      scopes: apiKeys.scopes,
      prefix: apiKeys.prefix,
      createdAt: apiKeys.createdAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.workspaceSeq, workspace.seq))
    .orderBy(asc(apiKeys.seq))
    .all();
  return rows.map((row) => ({ ...row, scopes: splitScopes(row.scopes) }));
}
