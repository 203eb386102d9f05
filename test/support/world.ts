import { createIdSource, type Random, silentLog } from '../../src/base/index.ts';

export const START_MS = Date.UTC(2026, 4, 20, 9, 30);

/** A clock that only the test moves; `set` may jump backwards, `monotonic` never does. */
export function fakeClock(startMs = START_MS) {
  let wallMs = startMs;
  let steadyMs = 0;
  return {
    now: () => wallMs,
    monotonic: () => steadyMs,
    set(epochMs: number): void {
      wallMs = epochMs;
    },
    advance(ms: number): void {
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

export function fakeWorld(seed = 1, startMs = START_MS) {
  const random = seededRandom(seed);
  return { clock: fakeClock(startMs), random, newId: createIdSource(random), log: silentLog };
}

export type FakeWorld = ReturnType<typeof fakeWorld>;
