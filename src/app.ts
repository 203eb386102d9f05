import type { Server } from 'bun';
import { parseTarget } from './backups/index.ts';
import {
  createMailer,
  createOutbound,
  type Log,
  passkeySiteOf,
  type ServeConfig,
  UsageError,
  type World,
} from './base/index.ts';
import { createLiveHub, type DashboardDeps, dashboardRoutes, type LiveHub, pageRoutes } from './dashboard/index.ts';
import { callOf, createHttpServer, createKeyUse, createRateLimiter, createTraffic, type KeyUse } from './http/index.ts';
import { mailerInForce, readMailServer } from './mail-server/index.ts';
import { databasePath, keyFilePath, openForServe, type Storage } from './storage/index.ts';
import { BackupKeeper, policyOf, SchedulerThread, settingsOf, tellOfDamage, watchSoundness } from './worker/index.ts';
import { createRecentCalls, createThrottle, hasPeople, type RecentCalls } from './workspaces/index.ts';

/** The whole product: every concrete part is chosen here and nowhere else. */
export interface App {
  readonly storage: Storage;
  /** Answers as the server would, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Listens; returns the address that opens in a browser on this machine. @throws UsageError when the port is taken */
  start(): string;
  /**
   * No new connections, requests under way are answered, the file is closed; done within 20 seconds even when a
   * connection never ends (contract, section 6).
   */
  stop(): Promise<void>;
}

const IDLE_SECONDS = 60;
const DRAIN_MS = 12_000;
const CLOSE_MS = 2_000;
/** For webhook attempts under way at the end; those that last longer are left due. */
const ATTEMPTS_GRACE_MS = 6_000;
/** A small shop's backup is done within it; another one is ended, and made up for after the next start. */
const BACKUP_GRACE_MS = 5_000;
const KEY_USE_FLUSH_MS = 30_000;
/** Bun answers a body above its own bound with no envelope; ours is checked in http/read-body.ts long before. */
const SOCKET_BODY_BYTES = Number.MAX_SAFE_INTEGER;

export function createApp(config: ServeConfig, world: World): App {
  const { clock, newId, log } = world;
  const { allowPrivateWebhooks } = config;
  const holder = { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), allowPrivateWebhooks };
  const storage = openForServe({ dataDir: config.dataDir, now: clock.now, newId }, holder);
  const keyUse = createKeyUse(storage, world);
  const traffic = createTraffic();
  const calls = createRecentCalls();
  let server: Server<undefined> | undefined;
  const scheduler = createSchedulerThread(config, world, storage);
  const backups = createBackupKeeper(config, world, storage);
  const soundness = watchSoundness({ storage, log });
  const live = createLiveHub(storage);
  const sockets: Sockets = {
    peerAddress: (request) => server?.requestIP(request)?.address,
    keepOpen: (request) => server?.timeout(request, 0),
    port: () => server?.port ?? config.port,
  };
  const http = createHttpServer(
    {
      ...{ storage, world, keyUse, traffic, calls, environment: config.environment },
      rateLimiter: createRateLimiter(config.rateLimit, clock),
      counts: new Map(),
      metricsToken: config.metricsToken,
      schedulerTrouble: () => scheduler.trouble(),
      peerAddress: sockets.peerAddress,
    },
    [
      dashboardRoutes(dashboardDeps(config, world, { storage, live, calls, sockets })),
      pageRoutes(() => hasPeople(storage)),
    ],
  );
  tellOfLaterDamage(config, world, storage);
  const flushing = flushRegularly(keyUse, log);

  return {
    storage,
    fetch: http.fetch,
    start() {
      server = listen(config, http.fetch);
      scheduler.start();
      backups.start();
      soundness.start();
      return openableUrl(config.host, server.port ?? config.port);
    },
    async stop() {
      clearInterval(flushing);
      soundness.stop();
      live.close();
      const drained = traffic.stop();
      const closed = server?.stop();
      const scheduled = [scheduler.stop(ATTEMPTS_GRACE_MS), backups.stop(BACKUP_GRACE_MS)];
      await Promise.all([Promise.race([drained, Bun.sleep(DRAIN_MS)]), ...scheduled]);
      await keyUse.flush().catch(() => undefined);
      // stop() may wait for ever on an idle connection.
      await Promise.race([closed, Bun.sleep(server === undefined ? 0 : CLOSE_MS)]);
      await server?.stop(true);
      await storage.close();
    },
  };
}

function createSchedulerThread(config: ServeConfig, { clock, log }: World, storage: Storage): SchedulerThread {
  return new SchedulerThread({
    ...{ storage, clock, log },
    settings: settingsOf(config, databasePath(config.dataDir)),
    telling: { publicUrl: config.publicUrl ?? null },
  });
}

function createBackupKeeper(config: ServeConfig, { clock, log }: World, storage: Storage): BackupKeeper {
  const { dataDir, backupSchedule: schedule, backupTo, objectStore: s3, publicUrl = null } = config;
  return new BackupKeeper({
    ...{ storage, dataDir, clock, log, schedule, s3 },
    target: parseTarget('--backup-to', backupTo, dataDir, 'folder'),
    keeping: { count: config.backupKeep, days: config.backupKeepDays },
    telling: { publicUrl },
  });
}

function tellOfLaterDamage(config: ServeConfig, world: World, storage: Storage): void {
  const findMailer = () =>
    mailerInForce(readMailServer(storage.read, keyFilePath(storage.path), config.mail), createMailer);
  storage.damage.listen((what) => void tellOfDamage({ storage, world, findMailer }, what));
}

function flushRegularly(keyUse: KeyUse, log: Log): ReturnType<typeof setInterval> {
  return setInterval(() => {
    keyUse.flush().catch((error) => log.warn('key use not recorded', { reason: String(error) }));
  }, KEY_USE_FLUSH_MS);
}

/** What only the listening server knows of a request. */
interface Sockets {
  readonly peerAddress: (request: Request) => string | undefined;
  readonly keepOpen: (request: Request) => void;
  readonly port: () => number;
}

interface Inside {
  readonly storage: Storage;
  readonly live: LiveHub;
  readonly calls: RecentCalls;
  readonly sockets: Sockets;
}

function dashboardDeps(config: ServeConfig, world: World, { storage, live, calls, sockets }: Inside): DashboardDeps {
  const { clock } = world;
  const { allowPrivateWebhooks: allowPrivate, webhookTimeoutMs: timeoutMs, publicUrl = null, rateLimit } = config;
  return {
    ...{ storage, world, calls, throttle: createThrottle(clock) },
    outbound: createOutbound({ clock, allowPrivate, timeoutMs }),
    policy: policyOf(config),
    secure: config.publicUrl?.startsWith('https:') ?? false,
    passkeySite: () => passkeySiteOf(config.publicUrl, config.host, sockets.port()),
    environment: config.environment,
    mail: { given: config.mail, connect: createMailer },
    host: { publicUrl, rateLimit, startedMs: clock.monotonic() },
    clientAddress: (request) => sockets.peerAddress(request) ?? null,
    live,
    keepOpen: sockets.keepOpen,
    requestId: (request) => callOf(request).requestId,
    setHeader(request, name, value) {
      callOf(request).headers[name] = value;
    },
  };
}

function listen(config: ServeConfig, fetch: (request: Request) => Promise<Response>): Server<undefined> {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: SOCKET_BODY_BYTES,
      development: false,
      // Outside development Bun would share a port that another process listens on.
      reusePort: false,
      fetch,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot listen on ${config.host} port ${config.port}: ${reason}`, 1, { cause: error });
  }
}

const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** An address that a browser on this machine can open; a wildcard is none. */
export function openableUrl(host: string, port: number): string {
  const name = WILDCARDS[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
