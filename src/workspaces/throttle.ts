import { AppError, type Clock } from '../base/index.ts';

/** Slows down guessing; never locks anybody out for good, for that would be a weapon in an outsider's hand. */
export interface Throttle {
  /** Spends one try of each of the names. @throws rate_limited with `details.retryAfter`, seconds */
  spend(names: readonly string[]): void;
  /** Gives the names their tries back: whoever knows the password was no guesser. */
  forgive(names: readonly string[]): void;
}

interface Bucket {
  tries: number;
  filledMs: number;
}

const TRIES = 10;
const REFILL_MS = 60_000;
/** Full ones are worth nothing, so that forgetting the oldest is harmless; the bound is for a flood of made-up names. */
const KEPT = 10_000;

export interface Pace {
  /** At once. */
  readonly tries: number;
  /** Then one in each of these, milliseconds. */
  readonly refillMs: number;
}

/** By default ten tries at once, then one a minute. */
export function createThrottle(
  clock: Clock,
  { tries: most, refillMs }: Pace = { tries: TRIES, refillMs: REFILL_MS },
): Throttle {
  const buckets = new Map<string, Bucket>();

  function fill(name: string): Bucket {
    const nowMs = clock.monotonic();
    const bucket = buckets.get(name) ?? { tries: most, filledMs: nowMs };
    bucket.tries = Math.min(most, bucket.tries + (nowMs - bucket.filledMs) / refillMs);
    bucket.filledMs = nowMs;
    buckets.delete(name);
    buckets.set(name, bucket);
    const [oldest] = buckets.size > KEPT ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
    return bucket;
  }

  return {
    spend(names) {
      const found = names.map(fill);
      const least = Math.min(...found.map(({ tries }) => tries));
      if (least < 1) {
        const retryAfter = Math.ceil(((1 - least) * refillMs) / 1000);
        throw new AppError('rate_limited', `Too many tries. Wait ${retryAfter} seconds and try again.`, { retryAfter });
      }
      for (const bucket of found) bucket.tries -= 1;
    },
    forgive(names) {
      for (const name of names) buckets.delete(name);
    },
  };
}

/** The part of an address that one customer of a provider holds: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (v4 !== null) return `${v4[1]}.0/24`;
  const [left = '', right] = address.split('::');
  const leading = left === '' ? [] : left.split(':');
  const trailing = right === undefined || right === '' ? [] : right.split(':');
  const gap = right === undefined ? [] : Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return `${[...leading, ...gap, ...trailing].slice(0, 4).join(':')}::/64`;
}
