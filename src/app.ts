import { join } from 'node:path';
import type { ServeConfig, World } from './base/index.ts';
import {
  createLiveHub,
  dashboardRoutes,
  mayBeLarge,
  pageForNothing,
  pageRoutes,
  type RestoreReport,
  type RestoreWish,
  sweepReceived,
} from './dashboard/index.ts';
import { createHttpServer, createKeyUse, createTraffic, type Traffic } from './http/index.ts';
import { createRecentCalls } from './keys/index.ts';
import { callsKeptSince } from './retention/index.ts';
import { openForServe, type Storage, whenFree } from './storage/index.ts';
import type { Tracing } from './tracing/index.ts';
import {
  createBackground,
  createBackupDesk,
  createDashboardDeps,
  createHttpDeps,
  createListener,
  createWatching,
  type Watching,
} from './wiring/index.ts';
import { createSyncChoice, createSyncThread, measureSyncs, type SyncThread } from './worker/index.ts';

/** The whole product, ready to start. Only this file and src/wiring choose implementations. */
export interface App {
  readonly storage: Storage;
  /** Answers as the server would, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Resolves when an owner asks for a restore. The caller then stops the app and restores. */
  readonly restoreAsked: Promise<RestoreWish>;
  /** Returns the trouble that keeps the scheduler from polling, in words; undefined while the scheduler polls. */
  trouble(): string | undefined;
  /**
   * @returns the address that opens the dashboard in a browser on this machine
   * @throws UsageError when the port is taken, and Error if the app was stopped before it listened
   */
  start(): Promise<string>;
  /**
   * Accepts no new connections, answers the requests under way, and closes the database file. Takes at most 20 seconds,
   * even if a connection never ends (contract, section 6).
   */
  stop(): Promise<void>;
}

const DRAIN_MS = 12_000;
const KEY_USE_FLUSH_MS = 30_000;
/**
 * The delay from the server's start until it prepares slow answers in advance. Calls that are already waiting get their
 * answers first.
 */
const PREPARE_AFTER_MS = 1_000;

export interface AppInputs {
  /**
   * The outcome of a restore that has just run; undefined if there was none. The previous app was stopped for this
   * restore.
   */
  readonly restored: RestoreReport | undefined;
  /** If undefined, nothing is traced and tracing costs nothing. */
  readonly tracing: Tracing | undefined;
}

export async function createApp(config: ServeConfig, world: World, { restored, tracing }: AppInputs): Promise<App> {
  const { clock, log } = world;
  const watching = createWatching(config, world, tracing);
  const [syncing, traffic] = [createSyncThread(log), createTraffic()];
  const storage = await openStorage(config, world, watching, syncing, traffic);
  for (const folder of [config.dataDir, join(config.dataDir, 'backups')]) sweepReceived(folder);
  const keyUse = createKeyUse(storage, world);
  const calls = createRecentCalls(storage, watching.openCalls(storage, callsKeptSince(storage, clock)));
  const [live, sockets] = [createLiveHub(storage), createListener(config, world)];
  const background = createBackground(config, world, { storage, syncing, watch: watching.reports });
  const restoring = Promise.withResolvers<RestoreWish>();
  const { imports, backups: keeper } = background;
  const backups = createBackupDesk(config, world, { keeper, storage }, { restored, restore: restoring.resolve });
  const schedulerTrouble = () => background.scheduler.trouble();
  const parts = { storage, keyUse, traffic, calls, ...sockets, watching, tracing, schedulerTrouble };
  const served = createHttpDeps(config, world, parts);
  const desk = createDashboardDeps(config, world, { storage, live, calls, sockets, served, backups, imports });
  const http = createHttpServer(served, [(app) => dashboardRoutes(desk, app), (app) => app.use(pageRoutes(desk))], {
    nowhere: pageForNothing(),
    mayBeLarge: (request) => mayBeLarge({ ...desk, ...world, request }),
  });
  watching.look({ storage, traffic, live, scheduler: background.scheduler, backups: background.backups });
  const timers = [setInterval(keyUse.flush, KEY_USE_FLUSH_MS)];

  return {
    storage,
    fetch: http.fetch,
    restoreAsked: restoring.promise,
    trouble: schedulerTrouble,
    async start() {
      // The server accepts no connection until the background work has started.
      if (!(await background.start())) throw new Error('the app was stopped before it had started');
      timers.push(setTimeout(http.prepare, PREPARE_AFTER_MS));
      return sockets.start(http.fetch);
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      live.close();
      const drained = traffic.stop();
      const cutOff = sockets.stop();
      await Promise.all([Promise.race([drained, Bun.sleep(DRAIN_MS)]), background.stop()]);
      await keyUse.flush();
      await cutOff();
      await watching.stop();
      await desk.readings.stop();
      await storage.close();
      syncing.stop();
    },
  };
}

function openStorage(
  { dataDir, allowPrivateWebhooks }: ServeConfig,
  { clock, newId }: World,
  { commits, metrics }: Watching,
  thread: SyncThread,
  traffic: Traffic,
): Promise<Storage> {
  const sync = createSyncChoice({ thread, clock, underWay: () => traffic.underWay, measured: measureSyncs(metrics) });
  const holder = { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), allowPrivateWebhooks };
  return whenFree(clock, () => openForServe({ dataDir, now: clock.now, newId, watch: commits, sync }, holder));
}
