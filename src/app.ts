import type { Server } from 'bun';
import {
  createMailer,
  createOutbound,
  describeMailServer,
  type Log,
  type ServeConfig,
  UsageError,
  type World,
} from './base/index.ts';
import { createLiveHub, type DashboardDeps, dashboardRoutes, type LiveHub, pageRoutes } from './dashboard/index.ts';
import { callOf, createHttpServer, createKeyUse, createRateLimiter, createTraffic, type KeyUse } from './http/index.ts';
import { databasePath, openForServe, type Storage } from './storage/index.ts';
import { policyOf, SchedulerThread, settingsOf, tellOfDamage, watchSoundness } from './worker/index.ts';
import { createRecentCalls, createThrottle, hasPeople, type RecentCalls } from './workspaces/index.ts';

/** The whole product: every concrete part is chosen here and nowhere else. */
export interface App {
  readonly storage: Storage;
  /** Answers as the server would, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Listens; returns the address that opens in a browser on this machine. @throws UsageError when the port is taken */
  start(): Promise<string>;
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
/** A burst of callers could take the files that a thread has to open while it begins. */
const THREAD_MS = 3_000;
/**
 * What is taken into a damaged file is lost when a backup takes its place. Long enough for some millions of orders; a larger
 * file is served while it is still looked through.
 */
const LOOK_MS = 5_000;
const KEY_USE_FLUSH_MS = 30_000;
/** Bun answers a body above its own bound with no envelope; ours is checked in http/read-body.ts long before. */
const SOCKET_BODY_BYTES = Number.MAX_SAFE_INTEGER;

export function createApp(config: ServeConfig, world: World): App {
  const { clock, newId, log } = world;
  const { allowPrivateWebhooks } = config;
  const holder = { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), allowPrivateWebhooks };
  const storage = openForServe({ dataDir: config.dataDir, now: clock.now, newId }, holder);
  const keyUse = createKeyUse(storage, world);
  const [traffic, calls] = [createTraffic(), createRecentCalls()];
  let server: Server<undefined> | undefined;
  const settings = settingsOf(config, databasePath(config.dataDir));
  const telling = { publicUrl: config.publicUrl ?? null };
  const scheduler = new SchedulerThread({ storage, clock, log, settings, telling });
  const soundness = watchSoundness({ storage, log });
  const live = createLiveHub(storage);
  const sockets: Sockets = {
    peerAddress: (request) => server?.requestIP(request)?.address,
    keepOpen: (request) => server?.timeout(request, 0),
  };
  const dashboard = dashboardDeps(config, world, { storage, live, calls, sockets });
  const http = createHttpServer(
    {
      ...{ storage, world, keyUse, traffic, calls, environment: config.environment },
      rateLimiter: createRateLimiter(config.rateLimit, clock),
      counts: new Map(),
      metricsToken: config.metricsToken,
      schedulerTrouble: () => scheduler.trouble(),
      peerAddress: sockets.peerAddress,
    },
    [dashboardRoutes(dashboard), pageRoutes(() => hasPeople(storage))],
  );
  storage.damage.listen((what) => void tellOfDamage({ storage, world, mailer: dashboard.host.mailer }, what));
  const flushing = flushRegularly(keyUse, log);

  return {
    storage,
    fetch: http.fetch,
    async start() {
      scheduler.start();
      soundness.start();
      // Before anybody may connect.
      await Promise.all([scheduler.polling(THREAD_MS), soundness.looked(LOOK_MS)]);
      server = listen(config, http.fetch);
      return openableUrl(config.host, server.port ?? config.port);
    },
    async stop() {
      clearInterval(flushing);
      soundness.stop();
      live.close();
      const drained = traffic.stop();
      const closed = server?.stop();
      await Promise.all([Promise.race([drained, Bun.sleep(DRAIN_MS)]), scheduler.stop(ATTEMPTS_GRACE_MS)]);
      await keyUse.flush().catch(() => undefined);
      // stop() may wait for ever on an idle connection.
      await Promise.race([closed, Bun.sleep(server === undefined ? 0 : CLOSE_MS)]);
      await server?.stop(true);
      await storage.close();
    },
  };
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
}

interface Inside {
  readonly storage: Storage;
  readonly live: LiveHub;
  readonly calls: RecentCalls;
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

function dashboardDeps(config: ServeConfig, world: World, { storage, live, calls, sockets }: Inside): DashboardDeps {
  const { clock } = world;
  const { allowPrivateWebhooks: allowPrivate, webhookTimeoutMs: timeoutMs } = config;
  return {
    ...{ storage, world, calls, throttle: createThrottle(clock) },
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
