import { createOutbound, createTextSlots, createThrottle } from '../../src/base/index.ts';
import { createDashboardSlots, createLiveHub, dashboardRoutes, READ_HERE } from '../../src/dashboard/index.ts';
import { createRecentCalls } from '../../src/keys/index.ts';
import { createChallenges } from '../../src/people/index.ts';
import { openCallLog } from '../../src/storage/index.ts';
import { IDLE_BACKUPS } from './idle-backups.ts';
import { IDLE_IMPORTS } from './imports.ts';
import { NO_MAIL } from './smtp.ts';
import type { TestStore } from './store.ts';

/** The data routes of the dashboard as they are built, so that none can be forgotten: `GET /app/api/me`. */
export function routesOfData({ storage, world }: TestStore): string[] {
  const { routes } = dashboardRoutes({
    storage,
    world,
    throttle: createThrottle(world.clock),
    isHttps: () => false,
    environment: 'dev',
    mail: NO_MAIL,
    host: { publicUrl: null, startedMs: 0, rateLimit: 0, showPlans: false },
    policy: { scheduleMs: [], warnAfter: 4, suspendAfterMs: 1 },
    backups: IDLE_BACKUPS,
    staging: IDLE_IMPORTS,
    outbound: createOutbound({ clock: world.clock, allowPrivate: true, timeoutMs: 15_000 }),
    calls: createRecentCalls(storage, openCallLog(undefined, world)),
    clientAddress: () => null,
    strangers: { count: () => undefined },
    oddProxies: () => [],
    passkeySite: () => undefined,
    challenges: createChallenges(world),
    readings: READ_HERE,
    live: createLiveHub({ listen: () => () => undefined }),
    keepOpen: () => undefined,
    closeIdle: () => undefined,
    slots: createDashboardSlots(createTextSlots()),
  });
  return routes.map(({ method, path }) => `${method} ${path}`).filter((route) => route.includes(' /app/api/'));
}
