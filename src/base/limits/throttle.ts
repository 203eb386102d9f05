import { AppError } from '../errors/index.ts';
import type { Clock } from '../time/index.ts';

export interface Pace {
  readonly tries: number;
  /** The time after which one more try is allowed, milliseconds. */
  readonly refillMs: number;
}

/** The account, session or network whose tries are counted, with its pace. */
export interface Limit extends Pace {
  readonly name: string;
}

/** Slows down guessing; never locks anybody out for good, for that would be a weapon in an outsider's hand. */
export interface Throttle {
  /**
   * Spends one try of each, or of none.
   *
   * @param rule what is broken where there is none
   * @throws rate_limited with `details.retryAfter`, seconds
   */
  spend(limits: readonly Limit[], rule?: 'tries' | 'pace'): void;
  /** The number of tries that are used up now. */
  missing(limit: Limit): number;
  /** Gives this number of tries back, never more than are missing. */
  giveBack(limits: readonly Limit[], tries: number): void;
}

const DEFAULT: Pace = { tries: 10, refillMs: 60_000 };

/** Ten tries at once, then one a minute, unless another pace is said. */
export const limitOf = (name: string, pace: Pace = DEFAULT): Limit => ({ name, ...pace });

/** Bounds a flood of made-up names to some 4 MB. */
const KEPT = 20_000;
/** Names that regain all their tries within the same span count as equally old when one must be forgotten. */
const SPAN_MS = 10_000;

/** The names of one pace, by the moment at which all their tries are there again; what is not kept has all of them. */
interface Paced {
  readonly wholeAt: Map<string, number>;
  readonly spans: Map<number, Set<string>>;
}

/** The tries that names have used up. The number of names kept is bounded, however many callers make up. */
function createMissing() {
  // Paces are kept apart; else names that refill slowly would push out names of a quicker pace.
  const paces = new Map<string, Paced>();
  let kept = 0;

  function pacedOf({ tries, refillMs }: Pace): Paced {
    const key = `${tries} ${refillMs}`;
    const paced = paces.get(key) ?? { wholeAt: new Map(), spans: new Map() };
    paces.set(key, paced);
    return paced;
  }

  function forget({ wholeAt, spans }: Paced, name: string): void {
    const at = wholeAt.get(name);
    if (at === undefined) return;
    wholeAt.delete(name);
    kept -= 1;
    const span = Math.floor(at / SPAN_MS);
    const names = spans.get(span);
    names?.delete(name);
    if (names?.size === 0) spans.delete(span);
  }

  /** The pace with the most names loses the one that has all its tries soonest: no flood gives a name that is being guessed at its tries back. */
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
  /** @param tries below 0: given back */
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
