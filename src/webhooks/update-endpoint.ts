import { eq } from 'drizzle-orm';
import { withoutSecrets } from '../base/index.ts';
import { webhookEndpoints } from '../storage/index.ts';
import { diff, isSame, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import type { Checking } from './add-endpoint.ts';
import { checkEndpointUrl } from './add-endpoint.ts';
import { findEndpoint } from './endpoints.ts';
import { type EventType, joinEventTypes } from './events.ts';

interface EndpointPatch {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * Changes an endpoint. Waiting deliveries go to the new URL. A switched-off endpoint sends them when it is on again.
 * @returns undefined if the workspace has no such endpoint; otherwise a warning about the URL, or null
 * @throws validation_failed
 */
export async function updateEndpoint(
  { storage, outbound, workspace, actor }: WorkspaceCtx & Checking,
  { id, ...patch }: EndpointPatch & { readonly id: string },
): Promise<{ readonly warning: string | null } | undefined> {
  const checked = patch.url === undefined ? undefined : await checkEndpointUrl(outbound, patch.url);
  return storage.write((tx) => {
    const before = findEndpoint(tx.db, workspace, id);
    if (before === undefined) return undefined;
    const after = {
      url: checked?.url ?? before.url,
      events: patch.events === undefined ? before.events : joinEventTypes(patch.events),
      enabled: patch.enabled ?? before.enabled,
    };
    const changes = diff(before, after);
    if (!isSame(changes)) {
      tx.db
        .update(webhookEndpoints)
        .set({ ...after, updatedAt: tx.now })
        .where(eq(webhookEndpoints.seq, before.seq))
        .run();
      const url = { from: withoutSecrets(before.url), to: withoutSecrets(after.url) };
      writeAudit(tx, {
        workspaceSeq: workspace.seq,
        actor,
        action: 'webhook_endpoint.updated',
        subject: id,
        changes: changes['url'] === undefined ? changes : { ...changes, url },
      });
      tx.notify('endpoints', before.workspaceSeq);
    }
    return { warning: checked?.warning ?? null };
  });
}
