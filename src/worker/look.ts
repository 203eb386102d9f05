import type { Clock } from '../base/index.ts';
import type { Reader } from '../storage/index.ts';

/**
 * The shortest time, in milliseconds, between two checks for work that other processes wrote. Work from this process
 * needs no check, because hints report it.
 */
export const LOOK_MS = 250;
/** The least pause between regular checks, as a multiple of the last check's duration. */
const LOOK_SHARE = 20;

/**
 * Decides when to check for changes that no hint reports: those made by other processes, or before this process began.
 */
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

  ask(): void {
    this.#asked = true;
  }

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
