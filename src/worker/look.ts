import type { Clock } from '../base/index.ts';
import type { Reader } from '../storage/index.ts';

/** The interval of looks at all endpoints while others write; hints report what our own process writes. */
export const LOOK_MS = 250;
/** Looking takes at most one part in this many of the time. */
const LOOK_SHARE = 20;

/** Decides when to look for changes without hints: of other processes, and of the last process. */
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
