import { and, asc, eq } from 'drizzle-orm';
import { fitsChars, isUuid, type Random, validationFailed } from '../base/index.ts';
import { deliveries, type Storage, webhookEndpoints } from '../storage/index.ts';
import { type Actor, type Workspace, writeAudit } from '../workspaces/index.ts';
import { type EventType, joinEventTypes, splitEventTypes } from './events.ts';

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly enabled: boolean;
  readonly createdAt: number;
}

export interface EndpointPolicy {
  /** http and private addresses too, for development. */
  readonly allowPrivate: boolean;
}

const URL_CHARS = 2048;
const SECRET_BYTES = 32;

/**
 * An address that events may be sent to: https without user info (contract, section 5).
 *
 * @throws validation_failed
 */
export function checkEndpointUrl(text: string, policy: EndpointPolicy): string {
  const refuse = (message: string) => validationFailed([{ path: 'url', message }]);
  const url = fitsChars(text, URL_CHARS) ? URL.parse(text.trim()) : null;
  if (url === null) throw refuse(`must be an absolute address of at most ${URL_CHARS} characters`);
  const schemes = policy.allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) throw refuse('must begin with https://');
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password');
  url.hash = '';
  return url.href;
}

/** A secret of the Standard Webhooks form: `whsec_` and base64 of 32 random bytes. */
export const newSecret = (random: Random): string => `whsec_${random.bytes(SECRET_BYTES).toBase64()}`;

const mine = (workspace: Workspace, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.workspaceSeq, workspace.seq));

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly EventType[];
}

/** @returns the endpoint with its secret, which is shown here and never again */
export function addEndpoint(
  storage: Storage,
  random: Random,
  workspace: Workspace,
  input: NewEndpoint,
  policy: EndpointPolicy,
  actor: Actor,
): Promise<{ id: string; url: string; events: readonly EventType[]; secret: string }> {
  const url = checkEndpointUrl(input.url, policy);
  const secret = newSecret(random);
  return storage.write((tx) => {
    const id = tx.newId();
    tx.db
      .insert(webhookEndpoints)
      .values({
        id,
        workspaceSeq: workspace.seq,
        url,
        events: joinEventTypes(input.events),
        enabled: true,
        secret,
        createdAt: tx.now,
        updatedAt: tx.now,
      })
      .run();
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.added',
      subject: id,
      changes: { url: { from: null, to: url }, events: { from: null, to: input.events } },
    });
    return { id, url, events: input.events, secret };
  });
}

/** In the order they were added. */
export function listEndpoints(storage: Storage, workspace: Workspace): Endpoint[] {
  const rows = storage.read
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      events: webhookEndpoints.events,
      enabled: webhookEndpoints.enabled,
      createdAt: webhookEndpoints.createdAt,
    })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.workspaceSeq, workspace.seq))
    .orderBy(asc(webhookEndpoints.seq))
    .all();
  return rows.map((row) => ({ ...row, events: splitEventTypes(row.events) }));
}

export interface EndpointPatch {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** @returns false when the workspace has no such endpoint */
export function updateEndpoint(
  storage: Storage,
  workspace: Workspace,
  id: string,
  patch: EndpointPatch,
  policy: EndpointPolicy,
  actor: Actor,
): Promise<boolean> {
  const url = patch.url === undefined ? undefined : checkEndpointUrl(patch.url, policy);
  return storage.write((tx) => {
    if (!isUuid(id)) return false;
    const before = tx.db.select().from(webhookEndpoints).where(mine(workspace, id)).get();
    if (before === undefined) return false;
    const after = {
      url: url ?? before.url,
      events: patch.events === undefined ? before.events : joinEventTypes(patch.events),
      enabled: patch.enabled ?? before.enabled,
    };
    tx.db
      .update(webhookEndpoints)
      .set({ ...after, updatedAt: tx.now })
      .where(mine(workspace, id))
      .run();
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.updated',
      subject: id,
      changes: {
        url: { from: before.url, to: after.url },
        events: { from: before.events, to: after.events },
        enabled: { from: before.enabled, to: after.enabled },
      },
    });
    return true;
  });
}

/** Its deliveries go with it. @returns false when the workspace has no such endpoint */
export function removeEndpoint(storage: Storage, workspace: Workspace, id: string, actor: Actor): Promise<boolean> {
  return storage.write((tx) => {
    if (!isUuid(id)) return false;
    const row = tx.db.select({ seq: webhookEndpoints.seq }).from(webhookEndpoints).where(mine(workspace, id)).get();
    if (row === undefined) return false;
    tx.db.delete(deliveries).where(eq(deliveries.endpointSeq, row.seq)).run();
    tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.seq, row.seq)).run();
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'webhook_endpoint.removed', subject: id });
    return true;
  });
}
