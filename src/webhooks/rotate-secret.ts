import { eq } from 'drizzle-orm';
import type { World } from '../base/index.ts';
import { sealedFor, webhookEndpoints } from '../storage/index.ts';
import { type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { newSecret } from './add-endpoint.ts';
import { findEndpoint } from './endpoints.ts';

/** The time for which the previous secret still signs next to the new one (contract, section 5). */
const OVERLAP_MS = 24 * 3_600_000;

interface RotatedSecret {
  /** The new secret, which is shown only this once. */
  readonly secret: string;
  readonly previousSecretUntil: number;
}

/**
 * Replaces an endpoint's secret. For 24 hours both secrets sign; a second rotation in that time drops the oldest.
 * @returns undefined if there is no such endpoint
 */
export async function rotateSecret(
  { storage, random, workspace, actor }: WorkspaceCtx & Pick<World, 'random'>,
  id: string,
): Promise<RotatedSecret | undefined> {
  const secret = newSecret(random);
  return storage.write((tx) => {
    const endpoint = findEndpoint(tx.db, workspace, id);
    if (endpoint === undefined) return undefined;
    const previousSecretUntil = tx.now + OVERLAP_MS;
    tx.db
      .update(webhookEndpoints)
      .set({
        secret: tx.secrets.seal(secret, sealedFor.endpoint(id)),
        previousSecret: endpoint.secret,
        previousSecretUntil,
        updatedAt: tx.now,
      })
      .where(eq(webhookEndpoints.seq, endpoint.seq))
      .run();
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'webhook_endpoint.secret_rotated', subject: id });
    tx.notify('endpoints', endpoint.workspaceSeq);
    return { secret, previousSecretUntil };
  });
}
