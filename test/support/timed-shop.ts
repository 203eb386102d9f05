import { createMetrics, createThrottle } from '../../src/base/index.ts';
import { readFlags } from '../../src/cli/flags.ts';
import { readServeConfig } from '../../src/cli/serve-config.ts';
import {
  createLiveHub,
  dashboardRoutes,
  mayBeLarge,
  type Part,
  type ReadingRequest,
} from '../../src/dashboard/index.ts';
import { createHttpServer, createKeyUse, createTraffic, measureRequests } from '../../src/http/index.ts';
import { createApiKey, createRecentCalls, SCOPES } from '../../src/keys/index.ts';
import { addPerson } from '../../src/people/index.ts';
import { callLogPath, openCallLog } from '../../src/storage/index.ts';
import { createStrangers } from '../../src/web/index.ts';
import { createDashboardDeps, createHttpDeps, createListener } from '../../src/wiring/index.ts';
import { signedIn } from './browser-session.ts';
import { IDLE_BACKUPS } from './idle-backups.ts';
import { IDLE_IMPORTS } from './imports.ts';
import { openTestStore } from './store.ts';

const EMAIL = 'owner@example.com';
export const PASSWORD = 'correct horse';

const none = (): never => {
  throw new Error('settings are read without this');
};
const SHELL = { env: {}, cwd: '/', columns: 80, out: none, err: none, readStdin: none, stopSignal: none };

type Answering = (request: ReadingRequest) => Promise<Part | undefined>;

/** @param next a replacement for the reading thread; if it returns undefined, the caller reads in its own thread */
export async function openTimedShop(next: Answering = async () => undefined) {
  const store = await openTestStore();
  const { storage, world, workspace } = store;
  const { clock } = world;
  const callLog = openCallLog(callLogPath(store.dataDir), { ...world, workspaces: () => [workspace] });
  const [calls, throttle] = [createRecentCalls(storage, callLog), createThrottle(clock)];
  const shell = { ...SHELL, world };
  const flags = readFlags(shell, { data: store.dataDir, rateLimit: '0', allowPrivateWebhooks: true });
  const config = readServeConfig(shell, flags);
  const sockets = { ...createListener(config, world), port: () => server.port ?? 0 };
  const metrics = createMetrics();
  const parts = {
    storage,
    calls,
    ...sockets,
    keyUse: createKeyUse(storage, world),
    traffic: createTraffic(),
    watching: { metrics, requests: measureRequests(metrics) },
    schedulerTrouble: () => undefined,
  };
  const served = { ...createHttpDeps(config, world, parts), strangers: createStrangers(throttle) };
  const live = createLiveHub(storage);
  const inside = { storage, live, calls, sockets, served, backups: IDLE_BACKUPS, imports: IDLE_IMPORTS };
  const readings = {
    ask: (request: ReadingRequest) => ({ next: () => next(request), leave: () => undefined }),
    stop: async () => undefined,
  };
  const dashboard = { ...createDashboardDeps(config, world, inside), readings, throttle };
  const http = createHttpServer(served, [(app) => dashboardRoutes(dashboard, app)], {
    nowhere: () => undefined,
    mayBeLarge: (request) => mayBeLarge({ ...dashboard, ...world, request }),
  });
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: http.fetch });
  const url = `http://127.0.0.1:${server.port}`;
  await addPerson(store.ctx(), { email: EMAIL, password: PASSWORD, role: 'owner' });
  return {
    url,
    store,
    base: `/app/api/workspaces/${workspace.id}`,
    /** Answers as the server would, without a socket. */
    fetch: http.fetch,
    texts: served.texts,
    /** The tries that strangers have used up, and the calls that API keys have used up. */
    throttle,
    owner: () => signedIn(url, EMAIL, PASSWORD, true),
    newKey: (name: string) =>
      createApiKey({ ...store.ctx(), random: world.random }, { name, source: 'site', scopes: SCOPES }),
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      callLog.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

export type TimedShop = Awaited<ReturnType<typeof openTimedShop>>;
