import { type Limit, limitOf, type Throttle } from '../base/index.ts';
import { networkLimits } from '../people/index.ts';
import type { Call } from './call.ts';

/** Limits calls without a valid API key: their rate, and their number in the log of calls. */
export interface Strangers {
  /**
   * Counts a call from an IP address. Calls with a valid API key are never counted, because the key is checked first.
   * @throws rate_limited
   */
  count(address: string | undefined): void;
  /** @throws rate_limited */
  countSearch(address: string | undefined): void;
  /**
   * Counts a request that has no stricter limit, such as a request for a page, its files or the manual.
   * @returns true if the request is over the limit; it is then not counted
   */
  isHasty(address: string | undefined): boolean;
  isNoted(call: Call, status: number): boolean;
}

/** The rate limit of one network. It is high, so that a busy client with a revoked API key gets a 401, not a 429. */
const PACE = { tries: 300, refillMs: 200 };
/**
 * The limit on logged calls with an API key that is no longer valid. One a minute shows the owner that the key is still
 * used.
 */
const ENDED_KEY = { tries: 1, refillMs: 60_000 };
/**
 * The limit on logged calls without a known API key, for all callers together. More of them could crowd out real calls
 * in the log.
 */
const UNKNOWN = limitOf('calls of nobody', { tries: 60, refillMs: 200 });
/** The rate limit of searches. Each search reads the whole manual. */
const SEARCHES = { tries: 60, refillMs: 200 };
/**
 * The rate limit of pages and their files, the manual, the reference, health and unknown paths. One office may open
 * many of these at once.
 */
const LOOKS = { tries: 2_000, refillMs: 5 };
const TOO_MANY = 429;

export function createStrangers(throttle: Throttle): Strangers {
  const fits = (...limits: readonly Limit[]): boolean => {
    if (limits.some((limit) => throttle.missing(limit) > limit.tries - 1)) return false;
    throttle.spend(limits);
    return true;
  };
  return {
    count: (address) => throttle.spend(networkLimits('calls', address ?? null, PACE), 'pace'),
    countSearch: (address) => throttle.spend(networkLimits('searches', address ?? null, SEARCHES), 'pace'),
    isHasty: (address) => !fits(...networkLimits('looks', address ?? null, LOOKS)),
    isNoted({ caller, endedKey }, status) {
      if (caller !== undefined) return true;
      if (status === TOO_MANY) return false;
      return fits(endedKey === undefined ? UNKNOWN : limitOf(`calls of key ${endedKey.keyId}`, ENDED_KEY));
    },
  };
}
