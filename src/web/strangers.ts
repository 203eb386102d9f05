import { type Limit, limitOf, type Throttle } from '../base/index.ts';
import { networkLimits } from '../people/index.ts';
import type { Call } from './call.ts';

/** Calls that no valid key came with: a pace of their own, and room of their own in the log of calls. */
export interface Strangers {
  /** Counts one more of an address; valid keys are looked up before, and never counted. @throws rate_limited */
  count(address: string | undefined): void;
  /** Counts one more search of the manual. @throws rate_limited */
  countSearch(address: string | undefined): void;
  /** Counts one more look at what is the same for everybody. @returns whether there were too many of its network */
  isHasty(address: string | undefined): boolean;
  /** True if this call is to be in the log of calls. */
  isNoted(call: Call, status: number): boolean;
}

/** The pace of one network. A client whose key was revoked while it was busy still learns that by 401. */
const PACE = { tries: 300, refillMs: 200 };
/** The owner sees one call a minute with a key that has ended; it is enough to show that the key is still used. */
const ENDED_KEY = { tries: 1, refillMs: 60_000 };
/** Calls without any key of ours, from any caller: they share the way to the log with real ones. */
const UNKNOWN = limitOf('calls of nobody', { tries: 60, refillMs: 200 });
/** A search reads the whole manual. */
const SEARCHES = { tries: 60, refillMs: 200 };
/** Pages and their files, the manual, the reference, health, paths that are none: an office opens many at once. */
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
