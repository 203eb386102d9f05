import type { AnyElysia } from 'elysia';
import type { Environment, Metrics, TextSlots, World } from '../base/index.ts';
import type { RecentCalls } from '../keys/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Strangers } from '../web/index.ts';
import type { KeyUse } from './key-use.ts';
import type { RequestWatch } from './metrics/index.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Traffic } from './traffic.ts';

/** The parts that the routes and hooks of the API need; put together once for a server. */
export interface HttpDeps {
  readonly storage: Storage;
  readonly world: World;
  readonly environment: Environment;
  readonly rateLimiter: RateLimiter;
  readonly strangers: Strangers;
  readonly texts: TextSlots;
  readonly keyUse: KeyUse;
  readonly traffic: Traffic;
  /** The calls that the owners see. */
  readonly calls: RecentCalls;
  readonly metrics: Pick<Metrics, 'text'>;
  readonly watch: RequestWatch;
  /** Undefined: metrics are shown to this machine alone. */
  readonly metricsToken: string | undefined;
  /** The public address; undefined: the address that it listens on. */
  readonly publicUrl: string | undefined;
  /** A proxy is in front, so that a request from this machine may come from anybody. */
  readonly behindProxy: boolean;
  /** Undefined while nothing is traced. */
  readonly tracing?: { plugin(requestIdOf: (request: Request) => string): AnyElysia } | undefined;
  /** The reason why the scheduler does not poll, in words; undefined while it does. */
  readonly schedulerTrouble: () => string | undefined;
  /** Address of the other end of a request's connection; undefined when unknown. */
  readonly peerAddress: (request: Request) => string | undefined;
  /** The sender of the request, as far as proxies are believed. */
  readonly clientAddress: (request: Request) => string | undefined;
  readonly isHttps: (request: Request) => boolean;
}
