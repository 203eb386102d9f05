import { type Clock, createIdSource, type Random, silentLog, type World } from '../../src/base/index.ts';

/** A clock that only the test moves; `set` may jump backwards, `monotonic` never does. */
export interface FakeClock extends Clock {
  set(epochMs: number): void;
  /** Moves both clocks forward. */
  advance(ms: number): void;
}

export const START_MS = Date.UTC(2026, 4, 20, 9, 30);

export function fakeClock(startMs = START_MS): FakeClock {
  let wallMs = startMs;
  let steadyMs = 0;
  return {
    now: () => wallMs,
    monotonic: () => steadyMs,
    set(epochMs) {
      wallMs = epochMs;
    },
    advance(ms) {
      wallMs += ms;
      steadyMs += ms;
    },
  };
}

/** The same bytes for the same seed (mulberry32), so that a run can be repeated. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function nextByte(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff;
  }
  return { bytes: (length) => Uint8Array.from({ length }, nextByte) };
}

export interface FakeWorld extends World {
  readonly clock: FakeClock;
}

export function fakeWorld(seed = 1, startMs = START_MS): FakeWorld {
  const random = seededRandom(seed);
  return { clock: fakeClock(startMs), random, newId: createIdSource(random), log: silentLog };
}
