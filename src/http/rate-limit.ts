import { AppError, type Clock } from '../base/index.ts';
import type { Call } from '../web/index.ts';

/** A token bucket for each API key. It gains `perSecond` requests a second and holds at most twice that number. */
export interface RateLimiter {
  show(keySeq: number, call: Call): void;
  /** Uses up one request. @throws rate_limited */
  spend(keySeq: number, call: Call): void;
}

interface Bucket {
  tokens: number;
  filledMs: number;
}

const BURST_SECONDS = 2;

const off: RateLimiter = { show: () => undefined, spend: () => undefined };

/**
 * Creates the limiter. Its headers follow draft-ietf-httpapi-ratelimit-headers. They contain quota and window of the
 * policy, the remaining requests, and the time until the bucket is full.
 */
export function createRateLimiter(perSecond: number, clock: Clock): RateLimiter {
  if (perSecond === 0) return off;
  const burst = perSecond * BURST_SECONDS;
  const policy = `"key";q=${burst};w=${BURST_SECONDS}`;
  const buckets = new Map<number, Bucket>();

  function refill(keySeq: number): Bucket {
    const nowMs = clock.monotonic();
    let bucket = buckets.get(keySeq);
    if (bucket === undefined) {
      bucket = { tokens: burst, filledMs: nowMs };
      buckets.set(keySeq, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledMs) / 1000) * perSecond);
    bucket.filledMs = nowMs;
    return bucket;
  }

  function write(bucket: Bucket, call: Call): void {
    const untilFull = Math.ceil((burst - bucket.tokens) / perSecond);
    call.headers['ratelimit-policy'] = policy;
    call.headers['ratelimit'] = `"key";r=${Math.floor(bucket.tokens)};t=${untilFull}`;
  }

  return {
    show: (keySeq, call) => write(refill(keySeq), call),
    spend(keySeq, call) {
      const bucket = refill(keySeq);
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      write(bucket, call);
      if (allowed) return;
      call.headers['retry-after'] = String(Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)));
      throw new AppError({ rule: 'key_pace', perSecond, burst });
    },
  };
}
