export interface RetryPolicy {
  /**
   * The pauses before the second and each later attempt, in milliseconds. There is one attempt more than pauses (seed,
   * Events, rule 5).
   */
  readonly scheduleMs: readonly number[];
  /** The number of failed attempts of one event after which the owner is warned. */
  readonly warnAfter: number;
  /** The time without a success after which the endpoint is suspended, in milliseconds. */
  readonly suspendAfterMs: number;
}

/**
 * The default for `scheduleMs`: eight attempts in some 27 h 35 min (seed, Events, rule 5). The operator may configure
 * other pauses.
 */
export const DEFAULT_RETRY_SCHEDULE = '5s,5m,30m,2h,5h,10h,10h';

/** The shortest time between two warnings about one endpoint (seed, Limits). */
export const WARNING_PAUSE_MS = 24 * 3_600_000;

/**
 * The number of failed attempts of one event after which its endpoint can be suspended (contract, section 5). It does
 * not depend on `warnAfter`.
 */
const SUSPENDED_FROM = 4;

/** Returns true if owners may get a mail after this failed attempt. */
export const mayTell = (policy: RetryPolicy, attempt: number): boolean =>
  attempt >= Math.min(policy.warnAfter, SUSPENDED_FROM);

/** The due time of a first attempt: at once, whatever the clock shows. */
export const DUE_AT_ONCE = 0;

export const maxAttempts = (policy: RetryPolicy): number => policy.scheduleMs.length + 1;

type NextStep =
  | { readonly state: 'delivered' | 'failed'; readonly dueAt: typeof DUE_AT_ONCE }
  | { readonly state: 'pending'; readonly dueAt: number };

/**
 * Returns a delivery's state after a scheduled attempt. `attempt` counts from 1, and `atMs` is the time when the
 * attempt ended.
 */
export function afterAttempt(policy: RetryPolicy, attempt: number, succeeded: boolean, atMs: number): NextStep {
  if (succeeded) return { state: 'delivered', dueAt: DUE_AT_ONCE };
  const pauseMs = policy.scheduleMs[attempt - 1];
  return pauseMs === undefined
    ? { state: 'failed', dueAt: DUE_AT_ONCE }
    : { state: 'pending', dueAt: Math.max(1, atMs + pauseMs) };
}

/** The state of an endpoint, with times in milliseconds since the epoch. */
export interface Health {
  readonly failingSince: number | null;
  readonly warnedAt: number | null;
  readonly suspendedAt: number | null;
}

interface Verdict {
  readonly health: Health;
  /** The mails to send to the owner. If both are due, the warning is sent first. */
  readonly tell: readonly ('warning' | 'suspension')[];
}

/**
 * Returns the state of an endpoint after a scheduled attempt (contract, section 5). A success does not shorten the
 * pause of 24 hours between two warnings.
 */
export function healthAfter(
  policy: RetryPolicy,
  before: Health,
  attempt: number,
  succeeded: boolean,
  atMs: number,
): Verdict {
  if (succeeded) return { health: { ...before, failingSince: null }, tell: [] };
  const failingSince = Math.min(before.failingSince ?? atMs, atMs);
  const health = { ...before, failingSince };
  // The endpoint is already suspended. So the owner gets no mail about an attempt that was still running.
  if (before.suspendedAt !== null) return { health, tell: [] };
  const warns = attempt >= policy.warnAfter && (before.warnedAt === null || atMs - before.warnedAt >= WARNING_PAUSE_MS);
  const suspends = attempt >= SUSPENDED_FROM && atMs - failingSince >= policy.suspendAfterMs;
  return {
    health: { ...health, ...(warns && { warnedAt: atMs }), ...(suspends && { suspendedAt: atMs }) },
    tell: [...(warns ? (['warning'] as const) : []), ...(suspends ? (['suspension'] as const) : [])],
  };
}
