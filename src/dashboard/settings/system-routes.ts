import { Elysia } from 'elysia';
import { COMMIT, toIso, toIsoOrNull, VERSION } from '../../base/index.ts';
import { countWaitingMails } from '../../mail/index.ts';
import { readSizes } from '../../retention/index.ts';
import { countRows, readFileVitals } from '../../storage/index.ts';
import { readQueue } from '../../webhooks/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { canMail } from '../mail-in-force.ts';
import { FileAnswer } from '../wire.ts';
import { SystemAnswer } from './answers.ts';

const BASE = '/app/api/workspaces/:workspace/system';
const WHO = { who: 'owner', installation: true } as const;

/** How the server is, for the owners of the installation; numbers alone, so that a copy of it gives nothing away. */
export function systemRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'system' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) =>
        answer(deps, request, { ...describe(deps, memberOf(request).workspace), distrustedProxy: describeProxy(deps) }),
      { admit: WHO, response: SystemAnswer },
    )
    .get(
      `${BASE}/diagnostics`,
      ({ request }) => {
        const facts = { ...describe(deps, memberOf(request).workspace), process: describeProcess(deps) };
        return new Response(`${JSON.stringify(facts, null, 2)}\n`, {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="docket-diagnostics-${facts.clock.slice(0, 10)}.json"`,
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          },
        });
      },
      { admit: WHO, response: FileAnswer },
    );
}

function describe(deps: DashboardDeps, workspace: Workspace) {
  const { storage, world, host, live, backups } = deps;
  const queue = readQueue(storage.read);
  const { lastGood, trouble } = backups.health();
  return {
    version: VERSION,
    commit: COMMIT,
    clock: toIso(world.clock.now()),
    uptimeSeconds: Math.floor((world.clock.monotonic() - host.startedMs) / 1_000),
    ...readFileVitals(storage),
    deliveriesWaiting: queue.waiting,
    oldestDueAt: toIsoOrNull(queue.oldestDueAt),
    mailsWaiting: countWaitingMails(storage.read),
    pagesListening: live.size(),
    lastBackupAt: toIsoOrNull(lastGood?.startedAt ?? null),
    lastBackupBytes: lastGood?.bytes ?? null,
    backupTrouble: trouble ?? null,
    counts: countRows(storage, workspace.seq),
    sizes: describeSizes(deps),
  };
}

/** What takes how much, as it was measured last; null until then. */
function describeSizes({ storage }: DashboardDeps) {
  const sizes = readSizes(storage.read);
  return sizes === undefined ? null : { measuredAt: toIso(sizes.day), kinds: sizes.kinds };
}

/** On the page alone: an address is nothing for a file that is handed on. */
function describeProxy({ distrustedProxy }: DashboardDeps) {
  const found = distrustedProxy();
  return found === undefined ? null : { address: found.peer, at: toIso(found.atMs) };
}

/** What a fault may depend on: settings as yes or no, never as what they say. */
function describeProcess(deps: DashboardDeps) {
  const { environment, host, secure, outbound } = deps;
  return {
    bun: Bun.version,
    platform: process.platform,
    architecture: process.arch,
    residentBytes: process.memoryUsage.rss(),
    environment,
    https: secure,
    publicUrlSet: host.publicUrl !== null,
    mailServerSet: canMail(deps),
    privateWebhooksAllowed: outbound.allowPrivate,
    rateLimit: host.rateLimit,
  };
}
