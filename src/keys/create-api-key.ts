import { and, count, countDistinct, eq, gt, isNull, or } from 'drizzle-orm';
import { hashToken, type Random, tokenText, validationFailed, type World } from '../base/index.ts';
import { apiKeys, type Tx } from '../storage/index.ts';
import { type Actor, cleanName, diff, type Workspace, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { joinScopes, type Scope } from './scopes.ts';

interface NewApiKey {
  readonly name: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
}

export interface CreatedApiKey {
  readonly id: string;
  /** The secret itself. It is shown only once, right after its creation. */
  readonly key: string;
  readonly source: string;
  readonly scopes: readonly Scope[];
}

const KEY_BYTES = 32;
const PREFIX_CHARS = 9;
const SOURCE_CHARS = 64;
/** The limit on working keys of a workspace, including those that expire soon. */
const MOST_KEYS = 100;
/**
 * The limit on sources of a workspace, because lists of orders are counted and filtered by source. The source of a
 * revoked key counts too, because its orders remain.
 */
const MOST_SOURCES = 100;
const SOURCE = new RegExp(`^[a-z0-9-]{1,${SOURCE_CHARS}}$`);

export const newKeyText = (random: Random): string => `dk_${tokenText(random.bytes(KEY_BYTES))}`;

/** Checks a source against the contract, section 3. */
function checkSource(text: string): string {
  if (SOURCE.test(text)) return text;
  throw validationFailed([{ path: 'source', rule: 'slug', most: SOURCE_CHARS }]);
}

/** @throws validation_failed for a bad name or source, or too many keys or sources */
export async function createApiKey(
  { storage, random, workspace, actor }: WorkspaceCtx & Pick<World, 'random'>,
  input: NewApiKey,
): Promise<CreatedApiKey> {
  const name = cleanName('name', input.name);
  const source = checkSource(input.source);
  const key = newKeyText(random);
  return storage.write((tx) => insertApiKey(tx, workspace, { name, source, scopes: input.scopes }, key, actor));
}

/** Inserts a key whose fields were checked. @throws validation_failed if the workspace has too many keys or sources */
export function insertApiKey(
  tx: Tx,
  workspace: Workspace,
  { name, source, scopes }: NewApiKey,
  key: string,
  actor: Actor,
): CreatedApiKey {
  refuseMore(tx, workspace, source);
  const id = tx.newId();
  tx.db
    .insert(apiKeys)
    .values({
      id,
      workspaceSeq: workspace.seq,
      name,
      source,
      scopes: joinScopes(scopes),
      keyHash: hashToken(key),
      prefix: key.slice(0, PREFIX_CHARS),
      createdAt: tx.now,
    })
    .run();
  const changes = diff({}, { name, scopes });
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'api_key.created', subject: id, changes });
  return { id, key, source, scopes };
}

function refuseMore(tx: Tx, { seq }: Workspace, source: string): void {
  const own = eq(apiKeys.workspaceSeq, seq);
  const open = and(own, or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, tx.now)));
  const keys = tx.db.select({ n: count() }).from(apiKeys).where(open).get();
  if ((keys?.n ?? 0) >= MOST_KEYS) throw validationFailed([{ path: 'name', rule: 'keys_full', most: MOST_KEYS }]);
  const same = and(own, eq(apiKeys.source, source));
  if (tx.db.select({ seq: apiKeys.seq }).from(apiKeys).where(same).limit(1).get() !== undefined) return;
  const counted = { n: countDistinct(apiKeys.source) };
  const sources = tx.db.select(counted).from(apiKeys).where(own).get();
  if ((sources?.n ?? 0) < MOST_SOURCES) return;
  throw validationFailed([{ path: 'source', rule: 'sources_full', most: MOST_SOURCES }]);
}
