import type { Server } from 'bun';
import {
  createClients,
  errorText,
  expectCallers,
  type OddProxy,
  type ServeConfig,
  UsageError,
  type World,
} from '../base/index.ts';
import { noteProxies } from '../storage/index.ts';

export interface Listener {
  readonly peerAddress: (request: Request) => string | undefined;
  /** Returns the client's address, as reported by trusted proxies or seen by the server. */
  readonly clientAddress: (request: Request) => string | undefined;
  /** Returns true if the caller uses https, either with this server or with a proxy that reports it. */
  readonly isHttps: (request: Request) => boolean;
  /** Returns the proxies that have sent requests although a setting for them is missing. */
  readonly oddProxies: () => readonly OddProxy[];
  /** Allows an answer to take any amount of time. */
  readonly keepOpen: (request: Request) => void;
  /** Ends the connection after a few idle seconds, even after `keepOpen`. */
  readonly closeIdle: (request: Request) => void;
  readonly port: () => number;
  /** @returns the address that opens in a browser on this machine @throws UsageError if the port is in use */
  start(fetch: (request: Request) => Promise<Response>): string;
  /** Stops accepting connections. The returned function waits a moment for open ones to close, then ends the others. */
  stop(): () => Promise<void>;
}

const IDLE_SECONDS = 60;
/** The time that a client has to read the remaining part of a finished answer. */
const OVER_SECONDS = 5;
const CLOSE_MS = 2_000;
/**
 * Switches off Bun's own limit on bodies, because Bun's refusal has no JSON body. Docket's limit is checked in
 * base/json/read-json-body.ts.
 */
const SOCKET_BODY_BYTES = Number.MAX_SAFE_INTEGER;

export function createListener(config: ServeConfig, { clock, log }: World): Listener {
  const { publicUrl, trustedProxies: trusted, dataDir } = config;
  const noted = (odd: readonly OddProxy[]): void => noteProxies(dataDir, odd);
  const clients = createClients({ trusted, hasAddress: publicUrl !== undefined, clock, log, noted });
  const isReachedByHttps = publicUrl?.startsWith('https:') === true;
  let server: Server<undefined> | undefined;
  const received = new WeakMap<Request, Request>();
  const asReceived = (request: Request): Request => received.get(request) ?? request;
  const peerAddress = (request: Request): string | undefined => server?.requestIP(asReceived(request))?.address;
  return {
    peerAddress,
    clientAddress: (request) => clients.addressOf(request.headers, peerAddress(request)),
    isHttps: (request) => isReachedByHttps || clients.isHttps(request.headers, () => peerAddress(request)),
    oddProxies: clients.oddProxies,
    keepOpen: (request) => server?.timeout(asReceived(request), 0),
    closeIdle: (request) => server?.timeout(asReceived(request), OVER_SECONDS),
    port: () => server?.port ?? config.port,
    start(fetch) {
      const urlOf = (port = config.port): string => openableUrl(config.host, port);
      server = listen(config, (request) => {
        // A probe by HTTP/1.0 sends no Host, so Bun passes only the path as the URL.
        if (!request.url.startsWith('/')) return fetch(request);
        const named = new Request(`${urlOf(server?.port)}${request.url}`, request);
        received.set(named, request);
        return fetch(named);
      });
      return urlOf(server.port);
    },
    stop() {
      const closed = server?.stop();
      return async () => {
        // stop() may wait forever for an idle connection.
        await Promise.race([closed, Bun.sleep(server === undefined ? 0 : CLOSE_MS)]);
        await server?.stop(true);
      };
    },
  };
}

function listen(config: ServeConfig, fetch: (request: Request) => Promise<Response>): Server<undefined> {
  try {
    expectCallers();
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: SOCKET_BODY_BYTES,
      development: false,
      // With `development: false`, Bun would by default share a port that another process listens on.
      reusePort: false,
      fetch,
    });
  } catch (error) {
    throw new UsageError(`cannot listen on ${config.host} port ${config.port}: ${errorText(error)}`, 1, {
      cause: error,
    });
  }
}

const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function openableUrl(host: string, port: number): string {
  const name = WILDCARDS[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
