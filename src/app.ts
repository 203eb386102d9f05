import type { ServeConfig, World } from './base/index.ts';
import { createLiveHub, dashboardRoutes, pageRoutes, type RestoreReport, type RestoreWish } from './dashboard/index.ts';
import { createHttpServer, createKeyUse, createRateLimiter, createTraffic } from './http/index.ts';
import { openForServe, type Storage } from './storage/index.ts';
import { createBackground, createBackupDesk, createDashboardDeps, createListener } from './wiring/index.ts';
import { createRecentCalls, hasPeople } from './workspaces/index.ts';

/** The whole product: every concrete part is chosen here and in src/wiring, and nowhere else. */
export interface App {
  readonly storage: Storage;
  /** Answers as the server would, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Resolves when an owner wants a backup to take the place of the database: whoever runs the app stops it and does so. */
  readonly restoreAsked: Promise<RestoreWish>;
  /** What keeps the scheduler from polling, in words; undefined while it does. */
  trouble(): string | undefined;
  /** Listens; returns the address that opens in a browser on this machine. @throws UsageError when the port is taken */
  start(): string;
  /**
   * No new connections, requests under way are answered, the file is closed; done within 20 seconds even when a
   * connection never ends (contract, section 6).
   */
  stop(): Promise<void>;
}

const DRAIN_MS = 12_000;
const KEY_USE_FLUSH_MS = 30_000;

/** @param restored what became of a restore that this app was stopped for before */
export function createApp(config: ServeConfig, world: World, restored?: RestoreReport): App {
  const { clock, log } = world;
  const storage = openStorage(config, world);
  const keyUse = createKeyUse(storage, world);
  const traffic = createTraffic();
  const calls = createRecentCalls();
  const live = createLiveHub(storage);
  const sockets = createListener(config, world);
  const background = createBackground(config, world, storage);
  const restoring = Promise.withResolvers<RestoreWish>();
  const wishes = { restored, restore: restoring.resolve };
  const backups = createBackupDesk(config, world, background.backups, wishes);
  const http = createHttpServer(
    {
      ...{ storage, world, keyUse, traffic, calls, ...sockets, environment: config.environment },
      rateLimiter: createRateLimiter(config.rateLimit, clock),
      counts: new Map(),
      metricsToken: config.metricsToken,
      schedulerTrouble: () => background.scheduler.trouble(),
    },
    [
      dashboardRoutes(createDashboardDeps(config, world, { storage, live, calls, sockets, backups })),
      pageRoutes(() => hasPeople(storage)),
    ],
  );
  const flush = () => keyUse.flush().catch((error) => log.warn('key use not recorded', { reason: String(error) }));
  const flushing = setInterval(flush, KEY_USE_FLUSH_MS);

  return {
    storage,
    fetch: http.fetch,
    restoreAsked: restoring.promise,
    trouble: () => background.scheduler.trouble(),
    start() {
      const url = sockets.start(http.fetch);
      background.start();
      return url;
    },
    async stop() {
      clearInterval(flushing);
      live.close();
      const drained = traffic.stop();
      const cutOff = sockets.stop();
      await Promise.all([Promise.race([drained, Bun.sleep(DRAIN_MS)]), background.stop()]);
      await flush();
      await cutOff();
      await storage.close();
    },
  };
}

function openStorage({ dataDir, allowPrivateWebhooks }: ServeConfig, { clock, newId }: World): Storage {
  const holder = { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), allowPrivateWebhooks };
  return openForServe({ dataDir, now: clock.now, newId }, holder);
}
