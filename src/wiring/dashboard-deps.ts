import {
  createMailer,
  createOutbound,
  createPlaces,
  createThrottle,
  passkeySiteOf,
  resolveTyped,
  type ServeConfig,
  type World,
} from '../base/index.ts';
import { type BackupDesk, createDashboardSlots, type DashboardDeps, type LiveHub } from '../dashboard/index.ts';
import type { HttpDeps } from '../http/index.ts';
import type { ImportDesk } from '../imports/index.ts';
import type { RecentCalls } from '../keys/index.ts';
import { createChallenges } from '../people/index.ts';
import type { Storage } from '../storage/index.ts';
import { policyOf, ReaderThread } from '../worker/index.ts';
import type { Listener } from './listener.ts';

interface Inside {
  readonly storage: Storage;
  readonly live: LiveHub;
  readonly calls: RecentCalls;
  readonly backups: BackupDesk;
  readonly imports: ImportDesk;
  readonly sockets: Listener;
  readonly served: Pick<HttpDeps, 'strangers' | 'texts'>;
}

export function createDashboardDeps(config: ServeConfig, world: World, inside: Inside): DashboardDeps {
  const { storage, live, calls, sockets, served, backups, imports } = inside;
  const { clock } = world;
  const { allowPrivateWebhooks: allowPrivate, webhookTimeoutMs: timeoutMs, publicUrl = null, rateLimit } = config;
  return {
    storage,
    world,
    calls,
    backups,
    staging: imports,
    throttle: createThrottle(clock),
    outbound: createOutbound({ clock, allowPrivate, timeoutMs, resolve: resolveTyped }),
    policy: policyOf(config),
    isHttps: sockets.isHttps,
    passkeySite: () => passkeySiteOf(config.publicUrl, config.host, sockets.port()),
    challenges: createChallenges(world),
    environment: config.environment,
    mail: { given: config.mail, connect: createMailer },
    host: { publicUrl, rateLimit, startedMs: clock.monotonic(), showPlans: config.showPlans },
    clientAddress: (request) => sockets.clientAddress(request) ?? null,
    strangers: served.strangers,
    oddProxies: sockets.oddProxies,
    live,
    readings: new ReaderThread(storage),
    places: createPlaces({ person: 4, workspace: 12 }),
    keepOpen: sockets.keepOpen,
    closeIdle: sockets.closeIdle,
    slots: createDashboardSlots(served.texts),
  };
}
