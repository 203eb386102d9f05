import { COMMIT, toIso, toIsoOrNull, VERSION } from '../../base/index.ts';
import { countWaitingMails } from '../../mail/index.ts';
import { readSizes } from '../../retention/index.ts';
import { countRows, readFileVitals } from '../../storage/index.ts';
import { readQueue } from '../../webhooks/index.ts';
import { memberOf } from '../admission.ts';
import { momentOf } from '../context.ts';
import type { DashboardDeps } from '../deps.ts';
import { canMail } from '../mail-in-force.ts';

/** How the server is at this moment; numbers alone. */
export function describeSystem(deps: DashboardDeps, request: Request) {
  const { storage, world, host, live, backups } = deps;
  const queue = readQueue(storage.read);
  const { lastGood, trouble } = backups.health();
  return {
    version: VERSION,
    commit: COMMIT,
    clock: toIso(momentOf(deps, request)),
    uptimeSeconds: Math.floor((world.clock.monotonic() - host.startedMs) / 1_000),
    ...readFileVitals(storage),
    deliveriesWaiting: queue.waiting,
    oldestDueAt: toIsoOrNull(queue.oldestDueAt),
    mailsWaiting: countWaitingMails(storage.read),
    pagesListening: live.size(),
    lastBackupAt: toIsoOrNull(lastGood?.startedAt ?? null),
    lastBackupBytes: lastGood?.bytes ?? null,
    backupTrouble: trouble ?? null,
    counts: countRows(storage, memberOf(request).workspace.seq),
    sizes: describeSizes(deps),
  };
}

/** What takes how much, as it was measured last; null until then. */
function describeSizes({ storage }: DashboardDeps) {
  const sizes = readSizes(storage.read);
  return sizes === undefined ? null : { measuredAt: toIso(sizes.day), kinds: sizes.kinds };
}

/** On the page alone: an address is nothing for a file that is handed on. */
export const describeProxies = ({ oddProxies }: DashboardDeps) =>
  oddProxies().map(({ trouble, peer, atMs }) => ({ trouble, address: peer, at: toIso(atMs) }));

/** What a fault may depend on: settings as yes or no, never as what they say. */
export function describeProcess(deps: DashboardDeps, request: Request) {
  const { environment, host, outbound } = deps;
  return {
    bun: Bun.version,
    platform: process.platform,
    architecture: process.arch,
    residentBytes: process.memoryUsage.rss(),
    environment,
    https: deps.isHttps(request),
    publicUrlSet: host.publicUrl !== null,
    mailServerSet: canMail(deps),
    privateWebhooksAllowed: outbound.allowPrivate,
    rateLimit: host.rateLimit,
  };
}
