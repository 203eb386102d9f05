import type { Clock } from '../base/index.ts';

/** While the API has its hands full, attempts begin only so often: an order's answer comes before the news of it. */
export const BUSY_PAUSE_MS = 5;
const BUSY_ATTEMPTS = 16;

/** Bounds the attempts that may begin at a time, as the API leaves room for them. */
export class Restraint {
  readonly #clock: Clock;
  #busy = false;
  #begunMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True while the API is busy. */
  get busy(): boolean {
    return this.#busy;
  }

  set busy(busy: boolean) {
    this.#busy = busy;
  }

  /** The number that may begin now; they count as begun. */
  takeTurn(): number {
    const steadyMs = this.#clock.monotonic();
    if (this.#busy && steadyMs - this.#begunMs < BUSY_PAUSE_MS) return 0;
    this.#begunMs = steadyMs;
    return this.#busy ? BUSY_ATTEMPTS : Number.POSITIVE_INFINITY;
  }
}
