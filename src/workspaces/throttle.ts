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
/** For a flood of made-up names; the fullest goes first, so that no flood gives a name that is being guessed at its tries back. */
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

  const triesOf = ({ tries, filledMs }: Bucket, nowMs: number): number =>
    Math.min(most, tries + (nowMs - filledMs) / refillMs);

  function keep(name: string, tries: number, nowMs: number): void {
    if (buckets.size >= KEPT && !buckets.has(name)) forgetFullest(nowMs);
    // To the end of the line: among equals the one that waited longest is forgotten.
    buckets.delete(name);
    buckets.set(name, { tries, filledMs: nowMs });
  }

  function forgetFullest(nowMs: number): void {
    let fullest: string | undefined;
    let best = Number.NEGATIVE_INFINITY;
    for (const [name, bucket] of buckets) {
      const tries = triesOf(bucket, nowMs);
      if (tries > best) [fullest, best] = [name, tries];
      if (best >= most) break;
    }
    if (fullest !== undefined) buckets.delete(fullest);
  }

  return {
    spend(names) {
      const nowMs = clock.monotonic();
      const tries = names.map((name) => triesOf(buckets.get(name) ?? { tries: most, filledMs: nowMs }, nowMs));
      const least = Math.min(...tries);
      if (least < 1) {
        const retryAfter = Math.ceil(((1 - least) * refillMs) / 1000);
        throw new AppError('rate_limited', `Too many tries. Wait ${retryAfter} seconds and try again.`, { retryAfter });
      }
      // A refused try keeps nothing: it cost nobody anything.
      for (const [at, name] of names.entries()) keep(name, (tries[at] ?? most) - 1, nowMs);
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
