import type { BackupRun } from '../../backups/index.ts';
import { DAY_MS, toIso, toIsoOrNull } from '../../base/index.ts';
import { listApiKeys } from '../../keys/index.ts';
import type { OrdersOverview } from '../../orders/index.ts';
import { findOwnInstallation } from '../../people/index.ts';
import { listEndpoints } from '../../webhooks/index.ts';
import { hasAutomation } from '../../workspaces/index.ts';
import { memberOf, signedOf } from '../admission.ts';
import { addressFor } from '../context.ts';
import type { DashboardDeps } from '../deps.ts';
import { mailInForce } from '../mail-in-force.ts';
import type { Attention } from './answers.ts';

const UNUSED_MS = 90 * DAY_MS;

/** What needs somebody, clients first. A line is only for those who can mend what it says. */
export function listAttention(deps: DashboardDeps, request: Request, orders: OrdersOverview): Attention[] {
  const isOwner = memberOf(request).role === 'owner';
  return [
    ...aboutFile(deps),
    ...aboutOrders(orders),
    ...aboutBackups(deps, request),
    ...(isOwner ? [...aboutEndpoints(deps, request), ...aboutKeys(deps, request)] : []),
    ...aboutMail(deps, request),
  ];
}

function aboutFile({ storage }: DashboardDeps): Attention[] {
  const found = storage.damage.found();
  if (found === undefined) return [];
  return [{ kind: found.kind === 'damaged' ? 'file-damaged' : 'disk-failed' }];
}

function aboutMail(deps: DashboardDeps, request: Request): Attention[] {
  const { kind } = mailInForce(deps);
  if (kind === 'given' || kind === 'saved') return [];
  if (!ownsInstallation(deps, request)) return [];
  return [{ kind: kind === 'locked' ? 'mail-locked' : 'mail-off' }];
}

const ownsInstallation = ({ storage }: DashboardDeps, request: Request): boolean =>
  findOwnInstallation(storage, signedOf(request).session) !== undefined;

/** For the owners of the installation, who alone can see to it. */
function aboutBackups(deps: DashboardDeps, request: Request): Attention[] {
  if (!ownsInstallation(deps, request)) return [];
  const { trouble, lastGood, lastScheduled } = deps.backups.health();
  const tested = deps.backups.destination();
  const since = (run: BackupRun | undefined) => toIsoOrNull(run?.startedAt ?? null);
  const lines: Attention[] = [];
  if (trouble === 'failed') lines.push({ kind: 'backup-failed', since: since(lastGood) });
  if (trouble === 'old') lines.push({ kind: 'backup-old', since: since(lastScheduled) });
  if (tested?.refusal !== undefined) lines.push({ kind: 'backup-place', target: tested.target });
  if (deps.backups.plan().asks) lines.push({ kind: 'backup-asks' });
  return lines;
}

function aboutEndpoints({ storage }: DashboardDeps, request: Request): Attention[] {
  const { workspace } = memberOf(request);
  if (!hasAutomation(workspace)) return [];
  const endpoints = listEndpoints(storage, workspace);
  const waiting = endpoints.filter(({ enabled }) => enabled).length;
  const of = (state: 'suspended' | 'failing') => endpoints.filter((endpoint) => endpoint.state === state);
  return [
    ...of('suspended').map(({ id, url, suspendedAt }) => ({
      kind: 'endpoint-suspended' as const,
      id,
      url: addressFor(request, url),
      since: toIso(suspendedAt ?? 0),
    })),
    ...(!workspace.webhooksEnabled && waiting > 0 ? [{ kind: 'webhooks-off', count: waiting } as const] : []),
    ...of('failing').map(({ id, url, failingSince }) => ({
      kind: 'endpoint-failing' as const,
      id,
      url: addressFor(request, url),
      since: toIso(failingSince ?? 0),
    })),
  ];
}

function aboutOrders({ partial }: OrdersOverview): Attention[] {
  if (partial.oldest === null) return [];
  const filter = new URLSearchParams({ payment: 'partial', when: 'past' }).toString();
  return [{ kind: 'orders-partial', count: partial.count, oldest: partial.oldest, filter }];
}

function aboutKeys({ storage, world }: DashboardDeps, request: Request): Attention[] {
  const nowMs = world.clock.now();
  return listApiKeys({ storage, workspace: memberOf(request).workspace }, { nowMs })
    .filter(({ state, lastUsedAt, createdAt }) => state === 'valid' && (lastUsedAt ?? createdAt) < nowMs - UNUSED_MS)
    .map(({ id, name, lastUsedAt }) => ({
      kind: 'key-unused' as const,
      id,
      name,
      lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
    }));
}
