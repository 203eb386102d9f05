import type { Server } from 'bun';
import {
  createMailer,
  createOutbound,
  describeMailServer,
  type ServeConfig,
  UsageError,
  type World,
} from './base/index.ts';
import { createLiveHub, type DashboardDeps, dashboardRoutes, type LiveHub, pageRoutes } from './dashboard/index.ts';
import { callOf, createHttpServer, createKeyUse, createRateLimiter, createTraffic } from './http/index.ts';
import { databasePath, openForServe, type Storage } from './storage/index.ts';
import type { Tracing } from './tracing/index.ts';
import { createWatching } from './watching.ts';
import { policyOf, SchedulerThread, settingsOf } from './worker/index.ts';
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
const KEY_USE_FLUSH_MS = 30_000;
/** Bun answers a body above its own bound with no envelope; ours is checked in http/read-body.ts long before. */
const SOCKET_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/** @param tracing undefined: nothing is traced, and nothing of it costs anything */
export function createApp(config: ServeConfig, world: World, tracing?: Tracing): App {
  const { clock, newId, log } = world;
  const { allowPrivateWebhooks } = config;
  const holder = { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), allowPrivateWebhooks };
  const watching = createWatching(config, world, tracing);
  const storage = openForServe({ dataDir: config.dataDir, now: clock.now, newId, watch: watching.commits }, holder);
  const keyUse = createKeyUse(storage, world);
  const traffic = createTraffic();
  const calls = createRecentCalls(storage, watching.callLog);
  let server: Server<undefined> | undefined;
  const scheduler = new SchedulerThread({
    ...{ storage, clock, log },
    settings: settingsOf(config, databasePath(config.dataDir)),
    telling: { publicUrl: config.publicUrl ?? null },
    watch: watching.reports,
  });
  const live = createLiveHub(storage);
  const sockets: Sockets = {
    peerAddress: (request) => server?.requestIP(request)?.address,
    keepOpen: (request) => server?.timeout(request, 0),
  };
  const http = createHttpServer(
    {
      ...{ storage, world, keyUse, traffic, calls, environment: config.environment },
      rateLimiter: createRateLimiter(config.rateLimit, clock),
      ...{ metrics: watching.metrics, watch: watching.requests, metricsToken: config.metricsToken },
      ...{ tracing, schedulerTrouble: () => scheduler.trouble(), peerAddress: sockets.peerAddress },
    },
    [
      dashboardRoutes(dashboardDeps(config, world, { storage, live, calls, sockets })),
      pageRoutes(() => hasPeople(storage)),
    ],
  );
  watching.look({ storage, scheduler, traffic, live });
  const noted = (error: unknown): void => log.warn('key use not recorded', { reason: String(error) });
  const flushing = setInterval(() => void keyUse.flush().catch(noted), KEY_USE_FLUSH_MS);

  return {
    storage,
    fetch: http.fetch,
    start() {
      server = listen(config, http.fetch);
      scheduler.start();
      return openableUrl(config.host, server.port ?? config.port);
    },
    async stop() {
      clearInterval(flushing);
      live.close();
      const drained = traffic.stop();
      const closed = server?.stop();
      await Promise.all([Promise.race([drained, Bun.sleep(DRAIN_MS)]), scheduler.stop(ATTEMPTS_GRACE_MS)]);
      await keyUse.flush().catch(() => undefined);
      await cutOff(server, closed);
      await watching.stop();
      await storage.close();
    },
  };
}

/** stop() may wait for ever on an idle connection. */
async function cutOff(server: Server<undefined> | undefined, closed: Promise<void> | undefined): Promise<void> {
  await Promise.race([closed, Bun.sleep(server === undefined ? 0 : CLOSE_MS)]);
  await server?.stop(true);
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
    notePerson(request) {
      callOf(request).person = true;
    },
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
