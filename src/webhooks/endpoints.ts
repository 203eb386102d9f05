import { and, asc, count, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { AppError, isUuid, withoutSecrets } from '../base/index.ts';
import { type Db, type Storage, sealedFor, webhookEndpoints, workspaces } from '../storage/index.ts';
import { type ReadCtx, type Workspace, workspaceColumns } from '../workspaces/index.ts';
import { type EventType, splitEventTypes } from './events.ts';

/**
 * off: a person switched it off. suspended: Docket suspended it, after days without a success. failing: an attempt has
 * failed since the last success.
 */
export type EndpointState = 'active' | 'failing' | 'suspended' | 'off';

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly enabled: boolean;
  readonly state: EndpointState;
  /** The time of the first failure since the last success, in milliseconds since the epoch. */
  readonly failingSince: number | null;
  readonly suspendedAt: number | null;
  /**
   * True if no seal key of this installation decrypts the endpoint's secret. Nothing is sent until the endpoint gets a
   * new secret.
   */
  readonly secretLost: boolean;
  /** The time until which the previous secret signs too. */
  readonly previousSecretUntil: number | null;
  readonly createdAt: number;
}

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

export const stateOf = (row: EndpointRow): EndpointState => {
  if (!row.enabled) return 'off';
  if (row.suspendedAt !== null) return 'suspended';
  return row.failingSince === null ? 'active' : 'failing';
};

export const ofWorkspace = ({ seq }: Pick<Workspace, 'seq'>): SQL | undefined =>
  and(eq(webhookEndpoints.workspaceSeq, seq), isNull(webhookEndpoints.removedAt));

export const readEndpoints = (db: Db, workspace: Pick<Workspace, 'seq'>): EndpointRow[] =>
  db.select().from(webhookEndpoints).where(ofWorkspace(workspace)).orderBy(asc(webhookEndpoints.seq)).all();

export function listEndpoints(storage: Storage, workspace: Workspace): Endpoint[] {
  return readEndpoints(storage.read, workspace).map((row) => ({
    id: row.id,
    url: row.url,
    events: splitEventTypes(row.events),
    enabled: row.enabled,
    state: stateOf(row),
    failingSince: row.failingSince,
    suspendedAt: row.suspendedAt,
    secretLost: storage.secrets.open(row.secret, sealedFor.endpoint(row.id)) === undefined,
    previousSecretUntil: row.previousSecretUntil,
    createdAt: row.createdAt,
  }));
}

/**
 * Returns the URLs of endpoints by their ids, without the secrets that a URL may contain. Removed endpoints are left
 * out.
 */
export const nameEndpoints = ({ storage, workspace }: ReadCtx, ids: readonly string[]): [string, string][] =>
  storage.read
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(and(ofWorkspace(workspace), inArray(webhookEndpoints.id, ids.filter(isUuid))))
    .all()
    .map(({ id, url }) => [id, withoutSecrets(url)]);

export const countEndpoints = ({ storage, workspace }: ReadCtx): number =>
  storage.read.select({ n: count() }).from(webhookEndpoints).where(ofWorkspace(workspace)).get()?.n ?? 0;

/**
 * Returns true if any workspace has an endpoint. Removed endpoints count too, because their attempts may still be
 * running.
 */
export const hasEndpoints = (db: Db): boolean =>
  db.select({ seq: webhookEndpoints.seq }).from(webhookEndpoints).limit(1).get() !== undefined;

export function listLostEndpoints({ read, secrets }: Pick<Storage, 'read' | 'secrets'>) {
  return read
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url, workspace: workspaces.name })
    .from(webhookEndpoints)
    .innerJoin(workspaces, eq(workspaces.seq, webhookEndpoints.workspaceSeq))
    .where(and(isNull(webhookEndpoints.removedAt), secrets.isLost(webhookEndpoints.secret)))
    .orderBy(asc(workspaces.seq), asc(webhookEndpoints.seq))
    .all();
}

export function findEndpoint(db: Db, workspace: Workspace, id: string): EndpointRow | undefined {
  if (!isUuid(id)) return undefined;
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), ofWorkspace(workspace)))
    .get();
}

/** @throws not_found */
export function getEndpoint(db: Db, workspace: Workspace, id: string): EndpointRow {
  const endpoint = findEndpoint(db, workspace, id);
  if (endpoint === undefined) throw new AppError({ rule: 'no_endpoint' });
  return endpoint;
}

export function findWorkspaceOfEndpoint(storage: Storage, id: string): Workspace | undefined {
  if (!isUuid(id)) return undefined;
  return storage.read
    .select(workspaceColumns)
    .from(workspaces)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.workspaceSeq, workspaces.seq))
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.removedAt)))
    .get();
}
