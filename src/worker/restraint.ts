import type { Clock } from '../base/index.ts';

/** The pause between attempts while the API is busy. The answer to an order matters more than its webhook. */
export const BUSY_PAUSE_MS = 5;
const BUSY_ATTEMPTS = 16;

export class StartLimiter {
  readonly #clock: Clock;
  busy = false;
  #begunMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the number of attempts that may begin now, and counts them as begun. */
  takeTurn(): number {
    const steadyMs = this.#clock.monotonic();
    if (this.busy && steadyMs - this.#begunMs < BUSY_PAUSE_MS) return 0;
    this.#begunMs = steadyMs;
    return this.busy ? BUSY_ATTEMPTS : Number.POSITIVE_INFINITY;
  }
}
