import { count } from 'drizzle-orm';
import { fieldText, type Outbound, type Random, validationFailed, type World, withoutSecrets } from '../base/index.ts';
import { sealedFor, type Tx, webhookEndpoints } from '../storage/index.ts';
import { hasAutomation, type Workspace, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { ofWorkspace } from './endpoints.ts';
import { type EventType, joinEventTypes } from './events.ts';
import { planRequired } from './plan.ts';

const SECRET_BYTES = 32;
/**
 * The maximum number of endpoints of a workspace. The single writer inserts a row for each event and endpoint, and each
 * payment of an order is an event. With 100 endpoints, writing an order with 100 payments takes some 20 ms. Writing an
 * ordinary order takes some 2 ms.
 */
const MOST_ENDPOINTS = 100;

/** Creates a secret of the Standard Webhooks form: `whsec_` and base64 of 32 random bytes. */
export const newSecret = (random: Random): string => `whsec_${random.bytes(SECRET_BYTES).toBase64()}`;

interface CheckedUrl {
  readonly url: string;
  /** A warning in words about a URL that is accepted nevertheless. */
  readonly warning: string | null;
}

/** @throws validation_failed if events may not be sent to this URL (contract, section 5) */
export async function checkEndpointUrl(outbound: Pick<Outbound, 'check'>, text: string): Promise<CheckedUrl> {
  const { url, trouble } = await outbound.check(text);
  if (url === null) throw validationFailed([{ path: 'url', ...trouble }]);
  return { url, warning: trouble === undefined ? null : fieldText(trouble) };
}

export interface Checking {
  readonly outbound: Pick<Outbound, 'check'>;
}

interface NewEndpoint {
  readonly url: string;
  readonly events: readonly EventType[];
}

interface AddedEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  /** The signing secret, which is shown only this once. */
  readonly secret: string;
  readonly warning: string | null;
}

/**
 * Adds an endpoint. On a plan below Pro, only the operator may add one, by a command. The operator also chooses the
 * plan.
 * @throws plan_required, validation_failed
 */
export async function addEndpoint(
  { storage, random, outbound, workspace, actor }: WorkspaceCtx & Pick<World, 'random'> & Checking,
  input: NewEndpoint,
): Promise<AddedEndpoint> {
  const hasPlan = hasAutomation(workspace);
  if (!hasPlan && actor.type !== 'command') throw planRequired();
  const checked = await checkEndpointUrl(outbound, input.url);
  const { url } = checked;
  const warnings = [checked.warning, hasPlan ? null : 'nothing is sent there before the plan is Pro or higher'];
  const warning = warnings.filter((text) => text !== null).join('; ') || null;
  const secret = newSecret(random);
  return storage.write((tx) => {
    refuseMore(tx, workspace);
    const id = tx.newId();
    tx.db
      .insert(webhookEndpoints)
      .values({
        id,
        workspaceSeq: workspace.seq,
        url,
        events: joinEventTypes(input.events),
        enabled: true,
        secret: tx.secrets.seal(secret, sealedFor.endpoint(id)),
        createdAt: tx.now,
        updatedAt: tx.now,
      })
      .run();
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.added',
      subject: id,
      changes: { url: { from: null, to: withoutSecrets(url) }, events: { from: null, to: input.events } },
    });
    return { id, url, events: input.events, secret, warning };
  });
}

function refuseMore(tx: Tx, workspace: Workspace): void {
  const found = tx.db.select({ n: count() }).from(webhookEndpoints).where(ofWorkspace(workspace)).get();
  if ((found?.n ?? 0) < MOST_ENDPOINTS) return;
  throw validationFailed([{ path: 'url', rule: 'endpoints_full', most: MOST_ENDPOINTS }]);
}
