import type { AnyElysia } from 'elysia';
import type { Environment, Metrics, TextSlots, World } from '../base/index.ts';
import type { RecentCalls } from '../keys/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Strangers } from '../web/index.ts';
import type { CallLines } from './call-lines.ts';
import type { KeyUse } from './key-use.ts';
import type { RequestWatch } from './metrics/index.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Traffic } from './traffic.ts';
import type { CallTurns } from './turns.ts';

export interface HttpDeps {
  readonly storage: Storage;
  readonly world: World;
  readonly environment: Environment;
  readonly rateLimiter: RateLimiter;
  readonly callLines: CallLines;
  readonly callTurns: CallTurns;
  readonly largeCreates: CallLines;
  readonly strangers: Strangers;
  readonly texts: TextSlots;
  readonly keyUse: KeyUse;
  readonly traffic: Traffic;
  readonly calls: RecentCalls;
  readonly metrics: Pick<Metrics, 'text'>;
  readonly watch: RequestWatch;
  /** The token for metrics; undefined if only this machine may read the metrics. */
  readonly metricsToken: string | undefined;
  /** The public address; undefined means the address that the server listens on. */
  readonly publicUrl: string | undefined;
  /** True if there is a reverse proxy. Anyone may then have sent a request that comes from this machine. */
  readonly behindProxy: boolean;
  readonly tracing?: { plugin(requestIdOf: (request: Request) => string): AnyElysia } | undefined;
  /** The reason, in words, why the scheduler does not poll; undefined while it polls. */
  readonly schedulerTrouble: () => string | undefined;
  /** Returns the address at the other end of the connection; undefined if unknown. */
  readonly peerAddress: (request: Request) => string | undefined;
  /** Returns the sender's address, found with the help of the trusted proxies; undefined if unknown. */
  readonly clientAddress: (request: Request) => string | undefined;
  readonly isHttps: (request: Request) => boolean;
}
