import { hashToken, type Random, tokenText } from '../base/index.ts';
import { apiKeys, type Storage } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { Actor, Workspace } from './context.ts';
import { checkSource, cleanName } from './fields.ts';
import { joinScopes, type Scope } from './scopes.ts';

export interface NewApiKey {
  readonly name: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
}

export interface CreatedApiKey {
  readonly id: string;
  /** The secret itself, here and never again. */
  readonly key: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
}

const KEY_BYTES = 32;
const PREFIX_CHARS = 9;

/** @throws validation_failed on a bad name or source */
export function createApiKey(
  storage: Storage,
  random: Random,
  workspace: Workspace,
  input: NewApiKey,
  actor: Actor,
): Promise<CreatedApiKey> {
  const name = cleanName('name', input.name);
  const source = checkSource('source', input.source);
  const key = `dk_${tokenText(random.bytes(KEY_BYTES))}`;
  return storage.write((tx) => {
    const id = tx.newId();
    tx.db
      .insert(apiKeys)
      .values({
        id,
        workspaceSeq: workspace.seq,
        name,
        source,
        scopes: joinScopes(input.scopes),
        keyHash: hashToken(key),
        prefix: key.slice(0, PREFIX_CHARS),
        createdAt: tx.now,
      })
      .run();
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'api_key.created', subject: id });
    return { id, key, source, scopes: input.scopes };
  });
}
