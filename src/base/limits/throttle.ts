import { AppError } from '../errors/index.ts';
import type { Clock } from '../time/index.ts';

export interface Pace {
  /** At once. */
  readonly tries: number;
  /** Then one in each of these, milliseconds. */
  readonly refillMs: number;
}

/** What tries are counted of: an account in a network, a session, a network. */
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
  /** How many tries are missing just now. */
  missing(limit: Limit): number;
  /** Gives so many tries back, never more than are missing. */
  giveBack(limits: readonly Limit[], tries: number): void;
}

const DEFAULT: Pace = { tries: 10, refillMs: 60_000 };

/** Ten tries at once, then one a minute, unless another pace is said. */
export const limitOf = (name: string, pace: Pace = DEFAULT): Limit => ({ name, ...pace });

/** For a flood of made-up names: some 4 MB. */
const KEPT = 20_000;
/** Names that have all their tries again within the same span are alike to whoever must forget one. */
const SPAN_MS = 10_000;

export function createThrottle(clock: Clock): Throttle {
  // By the moment at which all tries are there again; what is not kept has all of them.
  const wholeAt = new Map<string, number>();
  const spans = new Map<number, Set<string>>();

  const untilWhole = (name: string, nowMs: number): number => Math.max(0, (wholeAt.get(name) ?? nowMs) - nowMs);

  function forget(name: string): void {
    const at = wholeAt.get(name);
    if (at === undefined) return;
    wholeAt.delete(name);
    const span = Math.floor(at / SPAN_MS);
    const names = spans.get(span);
    names?.delete(name);
    if (names?.size === 0) spans.delete(span);
  }

  /** @param tries below 0: given back */
  function take({ name, refillMs }: Limit, tries: number, nowMs: number): void {
    const at = nowMs + untilWhole(name, nowMs) + tries * refillMs;
    forget(name);
    if (at <= nowMs) return;
    if (wholeAt.size >= KEPT) forgetFullest();
    wholeAt.set(name, at);
    const span = Math.floor(at / SPAN_MS);
    const names = spans.get(span) ?? new Set();
    spans.set(span, names.add(name));
  }

  /** The one that has all its tries soonest: no flood gives a name that is being guessed at its tries back. */
  function forgetFullest(): void {
    const [name] = spans.get(Math.min(...spans.keys())) ?? [];
    if (name !== undefined) forget(name);
  }

  return {
    spend(limits, rule = 'tries') {
      const nowMs = clock.monotonic();
      const waitOf = ({ name, tries, refillMs }: Limit): number => untilWhole(name, nowMs) - (tries - 1) * refillMs;
      const waitMs = Math.max(...limits.map(waitOf));
      if (waitMs > 0) {
        const retryAfter = Math.ceil(waitMs / 1000);
        throw new AppError({ rule, seconds: retryAfter }, { retryAfter });
      }
      // A refused try keeps nothing: it cost nobody anything.
      for (const limit of limits) take(limit, 1, nowMs);
    },
    missing: ({ name, refillMs }) => untilWhole(name, clock.monotonic()) / refillMs,
    giveBack(limits, tries) {
      const nowMs = clock.monotonic();
      for (const limit of limits) take(limit, -tries, nowMs);
    },
  };
}
