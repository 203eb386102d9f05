import { AppError } from '../errors/index.ts';
import type { Clock } from '../time/index.ts';

export interface Pace {
  readonly tries: number;
  /** Milliseconds after which one more try is allowed. */
  readonly refillMs: number;
}

export interface Limit extends Pace {
  readonly name: string;
}

/** Slows down guessing. It never locks anybody out for good, because outsiders could use that to lock out others. */
export interface Throttle {
  /**
   * Spends one try of each limit, or none at all if any limit has no tries left.
   * @throws rate_limited with `details.retryAfter`, seconds
   */
  spend(limits: readonly Limit[], rule?: 'tries' | 'pace'): void;
  missing(limit: Limit): number;
  /** Gives tries back, but never more than are used up. */
  giveBack(limits: readonly Limit[], tries: number): void;
}

const DEFAULT: Pace = { tries: 10, refillMs: 60_000 };

export const limitOf = (name: string, pace: Pace = DEFAULT): Limit => ({ name, ...pace });

/** The maximum number of limits that are kept in memory. They take some 4 MB. */
const KEPT = 20_000;
/**
 * Limits are grouped by the time at which they have all their tries again, in spans of this length. So `forgetFullest`
 * looks at a few limits instead of all.
 */
const SPAN_MS = 10_000;

/** `wholeAt` maps a limit to the time when all its tries are restored. An unlisted limit has all its tries. */
interface PaceState {
  readonly wholeAt: Map<string, number>;
  readonly spans: Map<number, Set<string>>;
}

/**
 * Creates the store of used tries. It keeps a bounded number of names, because callers can invent any number of them.
 */
function createMissing() {
  // Names are grouped by pace. Otherwise a name with a quick pace would always be dropped before a name with a slow
  // pace.
  const paces = new Map<string, PaceState>();
  let kept = 0;

  function pacedOf({ tries, refillMs }: Pace): PaceState {
    const key = `${tries} ${refillMs}`;
    const paced = paces.get(key) ?? { wholeAt: new Map(), spans: new Map() };
    paces.set(key, paced);
    return paced;
  }

  function forget({ wholeAt, spans }: PaceState, name: string): void {
    const at = wholeAt.get(name);
    if (at === undefined) return;
    wholeAt.delete(name);
    kept -= 1;
    const span = Math.floor(at / SPAN_MS);
    const names = spans.get(span);
    names?.delete(name);
    if (names?.size === 0) spans.delete(span);
  }

  /**
   * Drops a name that would soon regain its tries anyway. A flood of invented names cannot push out a name under
   * attack, because that name has used more tries.
   */
  function forgetFullest(): void {
    const most = [...paces.values()].reduce((one, other) => (other.wholeAt.size > one.wholeAt.size ? other : one));
    const [name] = most.spans.get(Math.min(...most.spans.keys())) ?? [];
    if (name !== undefined) forget(most, name);
  }

  return {
    untilWhole: (limit: Limit, nowMs: number): number =>
      Math.max(0, (pacedOf(limit).wholeAt.get(limit.name) ?? nowMs) - nowMs),
    keep(limit: Limit, at: number, nowMs: number): void {
      const paced = pacedOf(limit);
      forget(paced, limit.name);
      if (at <= nowMs) return;
      if (kept >= KEPT) forgetFullest();
      paced.wholeAt.set(limit.name, at);
      kept += 1;
      const span = Math.floor(at / SPAN_MS);
      const names = paced.spans.get(span) ?? new Set();
      paced.spans.set(span, names.add(limit.name));
    },
  };
}

export function createThrottle(clock: Clock): Throttle {
  const { untilWhole, keep } = createMissing();
  const take = (limit: Limit, tries: number, nowMs: number): void =>
    keep(limit, nowMs + untilWhole(limit, nowMs) + tries * limit.refillMs, nowMs);
  return {
    spend(limits, rule = 'tries') {
      const nowMs = clock.monotonic();
      const waitOf = (limit: Limit): number => untilWhole(limit, nowMs) - (limit.tries - 1) * limit.refillMs;
      const waitMs = Math.max(...limits.map(waitOf));
      if (waitMs > 0) {
        const retryAfter = Math.ceil(waitMs / 1000);
        throw new AppError({ rule, seconds: retryAfter }, { retryAfter });
      }
      // A refused try is not counted: it caused no work.
      for (const limit of limits) take(limit, 1, nowMs);
    },
    missing: (limit) => untilWhole(limit, clock.monotonic()) / limit.refillMs,
    giveBack(limits, tries) {
      const nowMs = clock.monotonic();
      for (const limit of limits) take(limit, -tries, nowMs);
    },
  };
}
