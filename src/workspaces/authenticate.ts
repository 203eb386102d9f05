import { eq, sql } from 'drizzle-orm';
import { hashToken } from '../base/index.ts';
import { apiKeys, prepared, type Storage, workspaces } from '../storage/index.ts';
import type { Workspace } from './context.ts';
import { workspaceColumns } from './find-workspace.ts';
import { type Scope, splitScopes } from './scopes.ts';

/** An API key that is known and not revoked, with its workspace as it stands now. */
export interface Caller {
  readonly keySeq: number;
  readonly keyId: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
  readonly workspace: Workspace;
}

const statements = prepared((db) => ({
  byHash: db
    .select({
      keySeq: apiKeys.seq,
      keyId: apiKeys.id,
      source: apiKeys.source,
      scopes: apiKeys.scopes,
      revokedAt: apiKeys.revokedAt,
      workspace: workspaceColumns,
    })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.seq, apiKeys.workspaceSeq))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash')))
    .prepare(),
}));

/**
 * The caller behind an API key, or undefined when it is unknown or revoked. Read anew on each request, so that what
 * a command changes beside the server counts at once; looking up a hash tells nothing by its time.
 */
export function authenticate(storage: Storage, key: string): Caller | undefined {
  return storage.remember(`caller of ${key}`, () => findCaller(storage, key));
}

function findCaller(storage: Storage, key: string): Caller | undefined {
  const row = statements(storage.read).byHash.get({ keyHash: hashToken(key) });
  if (row === undefined || row.revokedAt !== null) return undefined;
  return { ...row, scopes: splitScopes(row.scopes) };
}
