import type { Clock } from '../time/index.ts';
import type { Histogram } from './registry.ts';

const EVERY_MS = 250;

/**
 * Measures by how much the event loop is late: what holds it up (a large batch, a long answer) holds up every request.
 *
 * @returns what ends it
 */
export function watchEventLoop(clock: Pick<Clock, 'monotonic'>, lag: Histogram): () => void {
  let expectedMs = clock.monotonic() + EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = clock.monotonic();
    lag.observe([], Math.max(0, nowMs - expectedMs) / 1_000);
    expectedMs = nowMs + EVERY_MS;
  }, EVERY_MS);
  // A timer that only watches must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
