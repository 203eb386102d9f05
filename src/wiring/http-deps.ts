import { createTextSlots, createThrottle, isLoopbackHost, type ServeConfig, type World } from '../base/index.ts';
import {
  createCallLines,
  createCallTurns,
  createLargeCreateLines,
  createRateLimiter,
  type HttpDeps,
} from '../http/index.ts';
import { createStrangers } from '../web/index.ts';
import type { Watching } from './watching.ts';

type Parts = Pick<
  HttpDeps,
  | 'storage'
  | 'keyUse'
  | 'traffic'
  | 'calls'
  | 'tracing'
  | 'schedulerTrouble'
  | 'peerAddress'
  | 'clientAddress'
  | 'isHttps'
> & { readonly watching: Pick<Watching, 'metrics' | 'requests'> };

export function createHttpDeps(config: ServeConfig, world: World, { watching, ...parts }: Parts): HttpDeps {
  const callTurns = createCallTurns(world.clock);
  return {
    ...parts,
    world,
    environment: config.environment,
    rateLimiter: createRateLimiter(config.rateLimit, world.clock),
    callLines: createCallLines({ isAlone: callTurns.isAlone }),
    callTurns,
    largeCreates: createLargeCreateLines(world.clock),
    strangers: createStrangers(createThrottle(world.clock)),
    texts: createTextSlots(),
    publicUrl: config.publicUrl,
    behindProxy: isReachedFromElsewhere(config.publicUrl) || config.trustedProxies.length > 0,
    metrics: watching.metrics,
    watch: watching.requests,
    metricsToken: config.metricsToken,
  };
}

const isReachedFromElsewhere = (publicUrl: string | undefined): boolean =>
  publicUrl !== undefined && !isLoopbackHost(URL.parse(publicUrl)?.hostname ?? '');
