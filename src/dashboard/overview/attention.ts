import type { BackupRun } from '../../backups/index.ts';
import { DAY_MS, toIso, toIsoOrNull } from '../../base/index.ts';
import { listApiKeys } from '../../keys/index.ts';
import { keptStatuses, listStatuses, type OrdersOverview } from '../../orders/index.ts';
import { findOwnInstallation } from '../../people/index.ts';
import { listEndpoints } from '../../webhooks/index.ts';
import { hasAutomation } from '../../workspaces/index.ts';
import { addressFor, type MemberCtx, mailInForce } from '../desk/index.ts';
import type { Attention } from './answers.ts';

const UNUSED_MS = 90 * DAY_MS;

/**
 * Lists what needs attention: first the database file, then orders, then everything else. A person sees only what they
 * can fix.
 */
export function listAttention(ctx: MemberCtx, partial: OrdersOverview['partial']): Attention[] {
  const isOwner = ctx.role === 'owner';
  return [
    ...aboutFile(ctx),
    ...aboutOrders(ctx, partial),
    ...aboutBackups(ctx),
    ...(isOwner ? [...aboutEndpoints(ctx), ...aboutKeys(ctx)] : []),
    ...aboutMail(ctx),
  ];
}

function aboutFile({ storage }: MemberCtx): Attention[] {
  const found = storage.damage.found();
  if (found === undefined) return [];
  return [{ kind: found.kind === 'damaged' ? 'file-damaged' : 'disk-failed' }];
}

function aboutMail(ctx: MemberCtx): Attention[] {
  if (!ownsInstallation(ctx)) return [];
  const { kind } = mailInForce(ctx);
  if (kind === 'given' || kind === 'saved') return [];
  return [{ kind: kind === 'locked' ? 'mail-locked' : 'mail-off' }];
}

const ownsInstallation = ({ storage, session }: MemberCtx): boolean =>
  findOwnInstallation(storage, session) !== undefined;

function aboutBackups(ctx: MemberCtx): Attention[] {
  if (!ownsInstallation(ctx)) return [];
  const { trouble, lastGood, lastScheduled } = ctx.backups.health();
  const tested = ctx.backups.destination();
  const since = (run: BackupRun | undefined) => toIsoOrNull(run?.startedAt ?? null);
  const lines: Attention[] = [];
  if (trouble === 'failed') lines.push({ kind: 'backup-failed', since: since(lastGood) });
  if (trouble === 'old') lines.push({ kind: 'backup-old', since: since(lastScheduled) });
  if (tested?.refusal !== undefined) lines.push({ kind: 'backup-place', target: tested.target });
  if (ctx.backups.plan().asks) lines.push({ kind: 'backup-asks' });
  return lines;
}

function aboutEndpoints(ctx: MemberCtx): Attention[] {
  const { storage, workspace } = ctx;
  if (!hasAutomation(workspace)) return [];
  const endpoints = listEndpoints(storage, workspace);
  const waiting = endpoints.filter(({ enabled }) => enabled).length;
  const of = (state: 'suspended' | 'failing') => endpoints.filter((endpoint) => endpoint.state === state);
  return [
    ...of('suspended').map(({ id, url, suspendedAt }) => ({
      kind: 'endpoint-suspended' as const,
      id,
      url: addressFor(ctx, url),
      since: toIso(suspendedAt ?? 0),
    })),
    ...(!workspace.webhooksEnabled && waiting > 0 ? [{ kind: 'webhooks-off', count: waiting } as const] : []),
    ...of('failing').map(({ id, url, failingSince }) => ({
      kind: 'endpoint-failing' as const,
      id,
      url: addressFor(ctx, url),
      since: toIso(failingSince ?? 0),
    })),
  ];
}

function aboutOrders({ storage, workspace }: MemberCtx, partial: OrdersOverview['partial']): Attention[] {
  if (partial.oldest === null) return [];
  const kept = keptStatuses(listStatuses(storage.read, workspace.seq)).map((id): [string, string] => ['status', id]);
  const filter = new URLSearchParams([['payment', 'partial'], ['when', 'past'], ...kept]).toString();
  return [{ kind: 'orders-partial', count: partial.count, oldest: partial.oldest, filter }];
}

function aboutKeys(ctx: MemberCtx): Attention[] {
  const { nowMs } = ctx;
  return listApiKeys(ctx, { nowMs })
    .filter(({ state, lastUsedAt, createdAt }) => state === 'valid' && (lastUsedAt ?? createdAt) < nowMs - UNUSED_MS)
    .map(({ id, name, lastUsedAt }) => ({
      kind: 'key-unused' as const,
      id,
      name,
      lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
    }));
}
