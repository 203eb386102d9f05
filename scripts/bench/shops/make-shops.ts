import { createIdSource, hashToken, systemRandom, tokenText } from '../../../src/base/index.ts';
import { createApiKey, SCOPES } from '../../../src/keys/index.ts';
import {
  memberships,
  openForCommand,
  people,
  sealedFor,
  sessions,
  type Tx,
  webhookEndpoints,
} from '../../../src/storage/index.ts';
import { newSecret } from '../../../src/webhooks/add-endpoint.ts';
import { createWorkspace, findWorkspace, type Workspace } from '../../../src/workspaces/index.ts';

export interface Tenant {
  readonly workspaceId: string;
  readonly key: string;
  readonly cookie: string;
}

export const ENDPOINTS_EACH = 3;
const DEAD_OF = 10;
const ACTOR = { type: 'command', id: null } as const;

function receiverOf(shop: number, endpoint: number): 'good' | 'slow' | 'dead' {
  if ((shop * ENDPOINTS_EACH + endpoint) % DEAD_OF === DEAD_OF - 1) return 'dead';
  return endpoint === ENDPOINTS_EACH - 1 ? 'slow' : 'good';
}

/**
 * Creates workspaces with webhook endpoints. The test server at the URL `receivers` answers `/good`, `/slow` and
 * `/dead`.
 */
export async function makeShops(dataDir: string, count: number, receivers: string): Promise<Tenant[]> {
  const options = { dataDir, now: Date.now, newId: createIdSource(systemRandom) };
  const storage = openForCommand(options, { pid: process.pid, startedAt: new Date().toISOString() }, 'refuse');
  const made: Tenant[] = [];
  for (let at = 0; at < count; at += 1) {
    const input = { name: `Shop ${at}`, plan: 'pro', timeZone: 'UTC' } as const;
    const { id: workspaceId } = await createWorkspace({ storage, actor: ACTOR }, input);
    const workspace = findWorkspace(storage, workspaceId);
    if (workspace === undefined) throw new Error(`the workspace ${workspaceId} is not there`);
    const ctx = { storage, workspace, actor: ACTOR, random: systemRandom };
    const { key } = await createApiKey(ctx, { name: 'site', source: 'site', scopes: SCOPES });
    const token = await storage.write((tx) => {
      for (let nth = 0; nth < ENDPOINTS_EACH; nth += 1) {
        addEndpoint(tx, workspace, `${receivers}/${receiverOf(at, nth)}/${at}`);
      }
      return signIn(tx, workspace, `shop-${at}@example.com`);
    });
    made.push({ workspaceId, key, cookie: `docket=${token}` });
  }
  await storage.close();
  return made;
}

/** Adds an endpoint without checking its address. The check would refuse a loopback address. */
function addEndpoint(tx: Tx, { seq: workspaceSeq }: Workspace, url: string): void {
  const id = tx.newId();
  const secret = tx.secrets.seal(newSecret(systemRandom), sealedFor.endpoint(id));
  const made = { createdAt: tx.now, updatedAt: tx.now };
  const row = { id, workspaceSeq, url, events: 'order.created', enabled: true, secret, ...made };
  tx.db.insert(webhookEndpoints).values(row).run();
}

/**
 * Adds a person to the workspace and returns a session token. A thousand real sign-ins would take too long, because
 * each checks a password.
 */
function signIn(tx: Tx, { seq: workspaceSeq }: Workspace, email: string): string {
  const token = tokenText(systemRandom.bytes(32));
  const at = { createdAt: tx.now };
  const { seq: personSeq } = tx.db
    .insert(people)
    .values({ id: tx.newId(), email, emailKey: email, ...at })
    .returning({ seq: people.seq })
    .get();
  tx.db
    .insert(memberships)
    .values({ workspaceSeq, personSeq, role: 'owner', ...at })
    .run();
  const used = { remembered: true, lastSeenAt: tx.now, provedAt: tx.now, ...at };
  tx.db
    .insert(sessions)
    .values({ id: tx.newId(), tokenHash: hashToken(token), personSeq, ...used })
    .run();
  return token;
}
