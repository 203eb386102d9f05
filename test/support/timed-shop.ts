import {
  createMetrics,
  createOutbound,
  createTextSlots,
  createThrottle,
  passkeySiteOf,
  type TextSlots,
  type Throttle,
} from '../../src/base/index.ts';
import {
  createDashboardSlots,
  createLiveHub,
  type DashboardDeps,
  dashboardRoutes,
  READ_HERE,
} from '../../src/dashboard/index.ts';
import {
  createCallLines,
  createCallTurns,
  createHttpServer,
  createKeyUse,
  createLargeCreateLines,
  createRateLimiter,
  createTraffic,
  measureRequests,
} from '../../src/http/index.ts';
import { createApiKey, createRecentCalls, SCOPES } from '../../src/keys/index.ts';
import { addPerson, createChallenges } from '../../src/people/index.ts';
import { callLogPath, openCallLog } from '../../src/storage/index.ts';
import { createStrangers } from '../../src/web/index.ts';
import { signedIn, type Visitor } from './browser-session.ts';
import { IDLE_BACKUPS } from './idle-backups.ts';
import { IDLE_IMPORTS } from './imports.ts';
import { NO_MAIL } from './smtp.ts';
import { openTestStore, TEST_ACTOR, type TestStore } from './store.ts';

/** API and dashboard over real HTTP, under a clock that the test moves. */
export interface TimedShop extends AsyncDisposable {
  readonly url: string;
  readonly store: TestStore;
  readonly texts: TextSlots;
  /** Signs the owner in at the clock's present time. */
  owner(): Promise<Visitor>;
  /** The tries that strangers have used up, and the calls that keys have used up. */
  readonly throttle: Throttle;
  /** A key of all scopes. */
  newKey(name: string): Promise<{ readonly id: string; readonly key: string }>;
}

const EMAIL = 'owner@example.com';
export const PASSWORD = 'correct horse';

export async function openTimedShop(readings = READ_HERE): Promise<TimedShop> {
  const store = await openTestStore();
  const { storage, world, workspace } = store;
  const { clock } = world;
  const callLog = openCallLog(callLogPath(store.dataDir), world);
  const [calls, throttle] = [createRecentCalls(storage, callLog), createThrottle(clock)];
  const [metrics, texts] = [createMetrics(), createTextSlots()];
  const dashboard: DashboardDeps = {
    storage,
    world,
    throttle,
    calls,
    isHttps: () => false,
    environment: 'dev',
    mail: NO_MAIL,
    host: { publicUrl: null, startedMs: 0, rateLimit: 0, showPlans: false },
    backups: IDLE_BACKUPS,
    staging: IDLE_IMPORTS,
    outbound: createOutbound({ clock, allowPrivate: true, timeoutMs: 15_000 }),
    readings,
    live: createLiveHub(storage),
    policy: { scheduleMs: [], warnAfter: 4, suspendAfterMs: 1 },
    keepOpen: () => undefined,
    closeIdle: () => undefined,
    clientAddress: () => null,
    strangers: { count: () => undefined },
    challenges: createChallenges(world),
    passkeySite: () => passkeySiteOf(undefined, '127.0.0.1', server.port ?? 0),
    oddProxies: () => [],
    slots: createDashboardSlots(texts),
  };
  const http = createHttpServer(
    {
      storage,
      world,
      calls,
      environment: 'dev',
      metrics,
      watch: measureRequests(metrics),
      metricsToken: undefined,
      publicUrl: undefined,
      behindProxy: false,
      rateLimiter: createRateLimiter(0, clock),
      callLines: createCallLines(),
      callTurns: createCallTurns(clock),
      largeCreates: createLargeCreateLines(clock),
      strangers: createStrangers(throttle),
      texts,
      keyUse: createKeyUse(storage, world),
      traffic: createTraffic(),
      schedulerTrouble: () => undefined,
      peerAddress: () => undefined,
      clientAddress: () => undefined,
      isHttps: () => false,
    },
    [(app) => dashboardRoutes(dashboard, app)],
  );
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: http.fetch });
  const url = `http://127.0.0.1:${server.port}`;
  await addPerson({ storage, workspace, actor: TEST_ACTOR }, { email: EMAIL, password: PASSWORD, role: 'owner' });
  return {
    url,
    store,
    texts,
    throttle,
    owner: () => signedIn(url, EMAIL, PASSWORD, true),
    newKey: (name) =>
      createApiKey(
        { storage, random: world.random, workspace, actor: TEST_ACTOR },
        { name, source: 'site', scopes: SCOPES },
      ),
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      callLog.close();
      await store[Symbol.asyncDispose]();
    },
  };
}
