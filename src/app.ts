import type { Server } from 'bun';
import { openShelf, parseTarget, sayTarget } from './backups/index.ts';
import {
  createMailer,
  createOutbound,
  describeMailServer,
  type ServeConfig,
  UsageError,
  type World,
} from './base/index.ts';
import {
  type BackupDesk,
  createLiveHub,
  type DashboardDeps,
  dashboardRoutes,
  type LiveHub,
  pageRoutes,
  type RestoreReport,
  type RestoreWish,
} from './dashboard/index.ts';
import { callOf, createHttpServer, createKeyUse, createRateLimiter, createTraffic } from './http/index.ts';
import { databasePath, openForServe, type Storage } from './storage/index.ts';
import { BackupKeeper, checkInThread, policyOf, SchedulerThread, settingsOf } from './worker/index.ts';
import { createRecentCalls, createThrottle, hasPeople, type RecentCalls } from './workspaces/index.ts';

/** The whole product: every concrete part is chosen here and nowhere else. */
export interface App {
  readonly storage: Storage;
  /** Answers as the server would, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Resolves when an owner wants a backup to take the place of the database: whoever runs the app stops it and does so. */
  readonly restoreAsked: Promise<RestoreWish>;
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

/** @param restored what became of a restore that this app was stopped for before */
export function createApp(config: ServeConfig, world: World, restored?: RestoreReport): App {
  const { clock, log } = world;
  const storage = openStorage(config, world);
  const keyUse = createKeyUse(storage, world);
  const traffic = createTraffic();
  const calls = createRecentCalls();
  let server: Server<undefined> | undefined;
  const scheduler = createSchedulerThread(config, world, storage);
  const backups = createBackupKeeper(config, world, storage);
  const restoring = Promise.withResolvers<RestoreWish>();
  const live = createLiveHub(storage);
  const desk = createBackupDesk(config, world, backups, { restored, restore: restoring.resolve });
  const sockets: Sockets = {
    peerAddress: (request) => server?.requestIP(request)?.address,
    keepOpen: (request) => server?.timeout(request, 0),
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
      dashboardRoutes(dashboardDeps(config, world, { storage, live, calls, sockets, backups: desk })),
      pageRoutes(() => hasPeople(storage)),
    ],
  );
  const flush = () => keyUse.flush().catch((error) => log.warn('key use not recorded', { reason: String(error) }));
  const flushing = setInterval(flush, KEY_USE_FLUSH_MS);

  return {
    storage,
    fetch: http.fetch,
    restoreAsked: restoring.promise,
    start() {
      server = listen(config, http.fetch);
      scheduler.start();
      backups.start();
      return openableUrl(config.host, server.port ?? config.port);
    },
    async stop() {
      clearInterval(flushing);
      live.close();
      const drained = traffic.stop();
      const closed = server?.stop();
      const scheduled = [scheduler.stop(ATTEMPTS_GRACE_MS), backups.stop(BACKUP_GRACE_MS)];
      await Promise.all([Promise.race([drained, Bun.sleep(DRAIN_MS)]), ...scheduled]);
      await flush();
      // stop() may wait for ever on an idle connection.
      await Promise.race([closed, Bun.sleep(server === undefined ? 0 : CLOSE_MS)]);
      await server?.stop(true);
      await storage.close();
    },
  };
}

function openStorage({ dataDir, allowPrivateWebhooks }: ServeConfig, { clock, newId }: World): Storage {
  const holder = { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), allowPrivateWebhooks };
  return openForServe({ dataDir, now: clock.now, newId }, holder);
}

function createSchedulerThread(config: ServeConfig, { clock, log }: World, storage: Storage): SchedulerThread {
  return new SchedulerThread({
    ...{ storage, clock, log },
    settings: settingsOf(config, databasePath(config.dataDir)),
    telling: { publicUrl: config.publicUrl ?? null },
  });
}

function createBackupKeeper(config: ServeConfig, { clock, log }: World, storage: Storage): BackupKeeper {
  const { dataDir, backupSchedule: schedule, objectStore: s3, publicUrl = null } = config;
  return new BackupKeeper({
    ...{ storage, dataDir, clock, log, schedule, s3 },
    target: backupTargetOf(config),
    keeping: { count: config.backupKeep, days: config.backupKeepDays },
    telling: { publicUrl },
  });
}

const backupTargetOf = ({ backupTo, dataDir }: ServeConfig) => parseTarget('--backup-to', backupTo, dataDir, 'folder');

function createBackupDesk(
  config: ServeConfig,
  { clock }: World,
  keeper: BackupKeeper,
  restoring: Pick<BackupDesk, 'restored' | 'restore'>,
): BackupDesk {
  const { dataDir: folder, objectStore: s3, backupSchedule: schedule, backupKeep: keep, backupKeepDays } = config;
  const target = backupTargetOf(config);
  const nowMs = (): number => clock.now();
  return {
    ...{ schedule, target: sayTarget(target), keep, keepDays: backupKeepDays ?? null, ...restoring },
    zone: () => keeper.zone(),
    health: () => keeper.health(),
    busy: () => keeper.busy(),
    run: () => keeper.run('person'),
    open: () => openShelf(target, s3, folder),
    check: (name, reading) => checkInThread({ target, name, s3, folder, reading, nowMs: nowMs() }),
    checkFile(path) {
      const file = parseTarget('file', path, folder, 'as written');
      return checkInThread({
        target: file,
        name: file.file ?? '',
        s3,
        folder,
        reading: 'where it lies',
        nowMs: nowMs(),
      });
    },
  };
}

/** What only the listening server knows of a request. */
interface Sockets {
  readonly peerAddress: (request: Request) => string | undefined;
  readonly keepOpen: (request: Request) => void;
}

interface Inside {
  readonly storage: Storage;
  readonly live: LiveHub;
  readonly calls: RecentCalls;
  readonly backups: BackupDesk;
  readonly sockets: Sockets;
}

/** A person waits for the answer, so the mail server gets less time than from the queue. */
const TEST_MAIL_MS = 20_000;

function hostOf(config: ServeConfig, startedMs: number): DashboardDeps['host'] {
  const { smtpUrl, mailFrom: from, publicUrl = null, rateLimit } = config;
  const settings = smtpUrl === undefined ? undefined : { smtpUrl, from, timeoutMs: TEST_MAIL_MS };
  return {
    ...{ publicUrl, startedMs, rateLimit },
    mailer: settings && createMailer(settings),
    mailServer: settings && describeMailServer(settings),
  };
}

function dashboardDeps(
  config: ServeConfig,
  world: World,
  { storage, live, calls, sockets, backups }: Inside,
): DashboardDeps {
  const { clock } = world;
  const { allowPrivateWebhooks: allowPrivate, webhookTimeoutMs: timeoutMs } = config;
  return {
    ...{ storage, world, calls, backups, throttle: createThrottle(clock) },
    outbound: createOutbound({ clock, allowPrivate, timeoutMs }),
    policy: policyOf(config),
    secure: config.publicUrl?.startsWith('https:') ?? false,
    environment: config.environment,
    mail: config.smtpUrl !== undefined,
    host: hostOf(config, clock.monotonic()),
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
