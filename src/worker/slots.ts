/**
 * Limits the running attempts, so that no endpoint and no workspace delays another. An endpoint is on the fast lane
 * after a quick success, and on the hung lane after a slow failure. All others are on the slow lane. The slow and the
 * hung lane together have at most half of all slots. So they never delay the fast lane. The hung lane has at most a
 * quarter of all slots. While the slow and the hung lane have many attempts, each endpoint on them may have only one
 * slot. On the fast lane an endpoint gets more slots while it answers quickly, and fewer when it takes longer. Some
 * slots are reserved for endpoints without a running attempt.
 */
export const SLOTS = 240;
const SLOW_SLOTS = 120;
const HUNG_SLOTS = 60;
const ASKED_SLOTS = 48;
const ASKED_OF_AN_ENDPOINT = 4;
/** The slots reserved for endpoints without a running attempt. Endpoints on the hung lane may never take them. */
const LEFT_TO_FIRST = 30;
/** The slots that the slow lane leaves to endpoints that answer quickly. */
const LEFT_TO_QUICK = 15;
const FAST_OF_AN_ENDPOINT = 64;
const SLOW_OF_AN_ENDPOINT = 4;
const LEEWAY_MS = 5;
/**
 * The rate at which slower answers raise `bestMs`. Without it, a receiver that has become slower would always be
 * measured by its earlier speed.
 */
const FORGETTING = 0.002;
/** The longest time of a quick answer. A failure that took longer counts as hung. */
const QUICK_MS = 1_000;
/** The largest share of a lane's slots, or of all slots, that one workspace may take. */
const SHARE_OF_A_WORKSPACE = 0.75;
/** The number of slots that a workspace may take for each slot that it leaves free. */
const TO_A_FREE_ONE = SHARE_OF_A_WORKSPACE / (1 - SHARE_OF_A_WORKSPACE);

type Lane = 'fast' | 'slow' | 'hung';

/**
 * The numbers of taken slots, by the lane on which the attempts began. Attempts that a person requested count as
 * `asked`.
 */
export type TakenSlots = Record<Lane | 'asked', number>;

export interface Pace {
  readonly lane: Lane;
  /** The limit on concurrent attempts to an endpoint on the fast lane; may be a fraction, which is rounded down. */
  readonly allowed: number;
  readonly bestMs: number;
}

const SLOWLY = { allowed: SLOW_OF_AN_ENDPOINT, bestMs: QUICK_MS };
export const FIRST_PACE: Pace = { lane: 'slow', ...SLOWLY };
export const HUNG_PACE: Pace = { lane: 'hung', ...SLOWLY };

/**
 * Returns the pace after an attempt. An answer near the endpoint's best time adds half a slot. A slower answer takes
 * one slot away, because more requests at once do not make a busy receiver faster. Unneeded slots do harm: a crash
 * causes all running attempts to be sent twice. A failure, or a success after a second or more, resets the pace.
 */
export function paceAfter(pace: Pace, succeeded: boolean, durationMs: number): Pace {
  if (!succeeded || durationMs >= QUICK_MS) return !succeeded && durationMs >= QUICK_MS ? HUNG_PACE : FIRST_PACE;
  const bestMs = Math.min(durationMs, pace.bestMs + (durationMs - pace.bestMs) * FORGETTING);
  const allowed = durationMs <= 2 * bestMs + LEEWAY_MS ? pace.allowed + 0.5 : pace.allowed - 1;
  return { lane: 'fast', allowed: Math.max(SLOW_OF_AN_ENDPOINT, Math.min(FAST_OF_AN_ENDPOINT, allowed)), bestMs };
}

export const noneTaken = (): TakenSlots => ({ fast: 0, slow: 0, hung: 0, asked: 0 });
const scheduled = ({ fast, slow, hung }: TakenSlots): number => fast + slow + hung;
const sum = (taken: TakenSlots): number => scheduled(taken) + taken.asked;

export interface Slots {
  mayBegin(pace: Pace, endpoint: TakenSlots, workspace: TakenSlots): boolean;
  /**
   * Returns true if a requested attempt may begin now. A person requested it and waits for the result. Requested
   * attempts have their own limit, and do not count toward the endpoint's limit for other attempts.
   */
  mayAsk(endpoint: TakenSlots, workspace: TakenSlots): boolean;
  begin(lane: keyof TakenSlots, endpoint: TakenSlots, workspace: TakenSlots): void;
  end(lane: keyof TakenSlots, endpoint: TakenSlots, workspace: TakenSlots): void;
  count(): number;
  full(): boolean;
}

export function createSlots(): Slots {
  const all = noneTaken();
  const ofAnEndpoint = ({ lane, allowed }: Pace): number => {
    if (lane === 'fast') return Math.floor(allowed);
    return all.slow + all.hung < SLOW_SLOTS / 2 ? SLOW_OF_AN_ENDPOINT : 1;
  };
  const change = (by: number) => (lane: keyof TakenSlots, endpoint: TakenSlots, workspace: TakenSlots) => {
    for (const taken of [all, endpoint, workspace]) taken[lane] += by;
  };
  const hasRoom = (of: (taken: TakenSlots) => number, bound: number, workspace: TakenSlots, left = 0): boolean =>
    of(all) < bound - left && of(workspace) < bound * SHARE_OF_A_WORKSPACE - left;
  /**
   * Returns true if one more attempt may begin. A workspace that already has such an attempt must leave some slots free
   * for other workspaces.
   */
  const hasPatience = (of: (taken: TakenSlots) => number, bound: number, workspace: TakenSlots): boolean =>
    hasRoom(of, bound, workspace) && (of(workspace) === 0 || of(workspace) < TO_A_FREE_ONE * (bound - of(all) - 1));
  const leftBy = (lane: Lane, endpoint: TakenSlots): number => {
    if (lane === 'hung' || scheduled(endpoint) > 0) return LEFT_TO_FIRST;
    return lane === 'slow' ? LEFT_TO_QUICK : 0;
  };
  return {
    mayBegin(pace, endpoint, workspace) {
      const { lane } = pace;
      if (scheduled(endpoint) >= ofAnEndpoint(pace)) return false;
      if (!hasRoom(sum, SLOTS, workspace, leftBy(lane, endpoint))) return false;
      if (lane === 'fast') return true;
      if (!hasPatience(({ slow, hung }) => slow + hung, SLOW_SLOTS, workspace)) return false;
      return lane === 'slow' || hasPatience(({ hung }) => hung, HUNG_SLOTS, workspace);
    },
    mayAsk: (endpoint, workspace) =>
      endpoint.asked < ASKED_OF_AN_ENDPOINT &&
      hasRoom(sum, SLOTS, workspace, LEFT_TO_FIRST) &&
      hasPatience(({ asked }) => asked, ASKED_SLOTS, workspace),
    begin: change(1),
    end: change(-1),
    count: () => sum(all),
    full: () => sum(all) >= SLOTS,
  };
}
