import type { Clock } from '../base/index.ts';
import type { Reader } from '../storage/index.ts';

/** How often all endpoints are looked at while others write; what our own process writes is told by hints. */
export const LOOK_MS = 250;
/** And at most one part in so many of the time is spent looking. */
const LOOK_SHARE = 20;

/** When to look for what hints have not told of: what other processes wrote, and what the last process left. */
export class Look {
  readonly #clock: Clock;
  readonly #reader: Reader;
  #asked = true;
  #atMs = Number.NEGATIVE_INFINITY;
  #costMs = 0;
  #version = -1;

  constructor(clock: Clock, reader: Reader) {
    this.#clock = clock;
    this.#reader = reader;
  }

  /** The next pass looks, whether or not anybody wrote. */
  ask(): void {
    this.#asked = true;
  }

  /** @param look is called when it is time */
  pass(look: () => void): void {
    const begunMs = this.#clock.monotonic();
    const pauseMs = Math.max(LOOK_MS, this.#costMs * LOOK_SHARE);
    if (!this.#asked && begunMs - this.#atMs < pauseMs) return;
    const version = this.#reader.version();
    this.#atMs = begunMs;
    if (!this.#asked && version === this.#version) return;
    this.#version = version;
    this.#asked = false;
    look();
    this.#costMs = this.#clock.monotonic() - begunMs;
  }
}
