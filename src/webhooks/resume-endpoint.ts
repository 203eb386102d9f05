import { eq } from 'drizzle-orm';
import { type Storage, webhookEndpoints } from '../storage/index.ts';
import { type Actor, type Workspace, writeAudit } from '../workspaces/index.ts';
import { findEndpoint } from './endpoints.ts';

/**
 * Ends a suspension: what waits goes out, and the days without a success count anew. An endpoint that is not suspended is
 * left as it is.
 *
 * @returns undefined when the workspace has no such endpoint; else whether it was suspended
 */
export function resumeEndpoint(
  storage: Storage,
  workspace: Workspace,
  id: string,
  actor: Actor,
): Promise<{ readonly wasSuspended: boolean } | undefined> {
  return storage.write((tx) => {
    const endpoint = findEndpoint(tx.db, workspace, id);
    if (endpoint === undefined) return undefined;
    if (endpoint.suspendedAt === null) return { wasSuspended: false };
    tx.db
      .update(webhookEndpoints)
      .set({ suspendedAt: null, failingSince: null, updatedAt: tx.now })
      .where(eq(webhookEndpoints.seq, endpoint.seq))
      .run();
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'webhook_endpoint.resumed', subject: id });
    tx.notify('endpoints', endpoint.seq);
    return { wasSuspended: true };
  });
}
