/**
 * How many attempts may be under way, so that no endpoint and no workspace holds up another. Bun has 256 requests under way
 * at most in a process; ours stay below. An endpoint whose last attempt was a quick success is on the fast lane; all others,
 * those that hang among them, share half of the slots, and the more of them there are the fewer each may hold. On the fast
 * lane an endpoint is given more and more slots while it answers as quickly as ever, and fewer when it takes longer.
 */
export const SLOTS = 240;
const SLOW_SLOTS = 120;
const FAST_OF_AN_ENDPOINT = 64;
const SLOW_OF_AN_ENDPOINT = 4;
/** A receiver that answers within twice its own best, and this much, is asked for more at once; one that does not, for less. */
const LEEWAY_MS = 5;
/** How slowly the best is forgotten: a receiver that has become slower for good is not held against its youth. */
const FORGETTING = 0.002;
/** A success within this time is a quick one. */
const QUICK_MS = 1_000;
/** No workspace takes all of a lane. */
const SHARE_OF_A_WORKSPACE = 0.75;

export type Lane = 'fast' | 'slow';

/** Slots taken by one endpoint or one workspace, by the lane on which the attempt began. */
export interface Taken {
  fast: number;
  slow: number;
}

/** How an endpoint has answered of late. */
export interface Pace {
  readonly lane: Lane;
  /** What it may have under way on the fast lane; not always whole. */
  readonly allowed: number;
  /** The quickest answers of late, milliseconds. */
  readonly bestMs: number;
}

export const FIRST_PACE: Pace = { lane: 'slow', allowed: SLOW_OF_AN_ENDPOINT, bestMs: QUICK_MS };

/**
 * Up by half a slot with each answer as quick as ever, down by one with each that took longer, since a receiver that has
 * its hands full serves nobody faster for being asked more; back to the start with a failure. What is under way at a crash
 * is sent twice, so no more of it than is of use.
 */
export function paceAfter(pace: Pace, succeeded: boolean, durationMs: number): Pace {
  if (!succeeded || durationMs >= QUICK_MS) return FIRST_PACE;
  const bestMs = Math.min(durationMs, pace.bestMs + (durationMs - pace.bestMs) * FORGETTING);
  const allowed = durationMs <= 2 * bestMs + LEEWAY_MS ? pace.allowed + 0.5 : pace.allowed - 1;
  return { lane: 'fast', allowed: Math.max(SLOW_OF_AN_ENDPOINT, Math.min(FAST_OF_AN_ENDPOINT, allowed)), bestMs };
}

export const noneTaken = (): Taken => ({ fast: 0, slow: 0 });
const sum = (taken: Taken): number => taken.fast + taken.slow;

export interface Slots {
  /** Whether another attempt may begin. */
  mayBegin(pace: Pace, endpoint: Taken, workspace: Taken): boolean;
  begin(lane: Lane, endpoint: Taken, workspace: Taken): void;
  end(lane: Lane, endpoint: Taken, workspace: Taken): void;
  /** Attempts under way. */
  count(): number;
  full(): boolean;
}

export function createSlots(): Slots {
  const all = noneTaken();
  const ofAnEndpoint = ({ lane, allowed }: Pace): number => {
    if (lane === 'fast') return Math.floor(allowed);
    return all.slow < SLOW_SLOTS / 2 ? SLOW_OF_AN_ENDPOINT : 1;
  };
  const change = (by: number) => (lane: Lane, endpoint: Taken, workspace: Taken) => {
    for (const taken of [all, endpoint, workspace]) taken[lane] += by;
  };
  return {
    mayBegin(pace, endpoint, workspace) {
      if (sum(all) >= SLOTS || sum(endpoint) >= ofAnEndpoint(pace)) return false;
      if (pace.lane === 'fast') return sum(workspace) < SLOTS * SHARE_OF_A_WORKSPACE;
      return all.slow < SLOW_SLOTS && workspace.slow < SLOW_SLOTS * SHARE_OF_A_WORKSPACE;
    },
    begin: change(1),
    end: change(-1),
    count: () => sum(all),
    full: () => sum(all) >= SLOTS,
  };
}
