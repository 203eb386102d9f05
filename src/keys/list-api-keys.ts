import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { apiKeys } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type KeyState, stateOfKey } from './key-state.ts';
import { type Scope, splitScopes } from './scopes.ts';

interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
  /** The first characters of the key, by which people recognize it. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly state: KeyState;
  readonly lastUsedAt: number | null;
}

const ENDED_SHOWN = 200;

/** Lists the keys, oldest first: all that are not revoked, and the `ENDED_SHOWN` most recently revoked. */
export function listApiKeys({ storage, workspace }: ReadCtx, { nowMs }: { readonly nowMs: number }): ApiKeyInfo[] {
  const { seq, id, name, source, scopes, keyHash, prefix, createdAt, revokedAt, lastUsedAt } = apiKeys;
  const keys = (where: SQL) =>
    storage.read
      .select({ seq, id, name, source, scopes, keyHash, prefix, createdAt, revokedAt, lastUsedAt })
      .from(apiKeys)
      .where(and(eq(apiKeys.workspaceSeq, workspace.seq), where))
      .orderBy(desc(revokedAt));
  const rows = [...keys(isNull(revokedAt)).all(), ...keys(isNotNull(revokedAt)).limit(ENDED_SHOWN).all()];
  rows.sort((a, b) => a.seq - b.seq);
  return rows.map(({ keyHash, seq: _, ...row }) => ({
    ...row,
    scopes: splitScopes(row.scopes),
    state: stateOfKey({ keyHash, revokedAt: row.revokedAt }, nowMs),
  }));
}
