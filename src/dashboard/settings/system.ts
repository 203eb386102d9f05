import { COMMIT, toIso, toIsoOrNull, VERSION } from '../../base/index.ts';
import { countWaitingMails } from '../../mail/index.ts';
import { readSizes } from '../../retention/index.ts';
import { countRows, readFileVitals } from '../../storage/index.ts';
import { readQueue } from '../../webhooks/index.ts';
import { canMail, type MemberCtx } from '../desk/index.ts';

export function describeSystem(ctx: MemberCtx) {
  const queue = readQueue(ctx.storage.read);
  const { lastGood, trouble } = ctx.backups.health();
  return {
    version: VERSION,
    commit: COMMIT,
    clock: toIso(ctx.nowMs),
    uptimeSeconds: Math.floor((ctx.clock.monotonic() - ctx.host.startedMs) / 1_000),
    ...readFileVitals(ctx.storage),
    deliveriesWaiting: queue.waiting,
    oldestDueAt: toIsoOrNull(queue.oldestDueAt),
    mailsWaiting: countWaitingMails(ctx.storage.read),
    pagesListening: ctx.live.size(),
    lastBackupAt: toIsoOrNull(lastGood?.startedAt ?? null),
    lastBackupBytes: lastGood?.bytes ?? null,
    backupTrouble: trouble ?? null,
    counts: countRows(ctx.storage, ctx.workspace.seq),
    sizes: describeSizes(ctx),
  };
}

/** Returns the size of each kind of data at the last measurement; null before the first one. */
function describeSizes({ storage }: MemberCtx) {
  const sizes = readSizes(storage.read);
  return sizes === undefined ? null : { measuredAt: toIso(sizes.day), kinds: sizes.kinds };
}

/**
 * Describes misconfigured proxies for the page. The diagnostics file must not contain the addresses of proxies, because
 * people pass this file on.
 */
export const describeProxies = ({ oddProxies }: MemberCtx) =>
  oddProxies().map(({ trouble, peer, atMs }) => ({ trouble, address: peer, at: toIso(atMs) }));

/**
 * Describes the process, and the settings that a fault may depend on. Settings with an address appear only as yes or
 * no.
 */
export function describeProcess(ctx: MemberCtx) {
  return {
    bun: Bun.version,
    platform: process.platform,
    architecture: process.arch,
    residentBytes: process.memoryUsage.rss(),
    environment: ctx.environment,
    https: ctx.isHttps(ctx.request),
    publicUrlSet: ctx.host.publicUrl !== null,
    mailServerSet: canMail(ctx),
    privateWebhooksAllowed: ctx.outbound.allowPrivate,
    rateLimit: ctx.host.rateLimit,
  };
}
