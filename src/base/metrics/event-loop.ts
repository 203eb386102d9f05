import type { Clock } from '../time/index.ts';
import type { Histogram } from './registry.ts';

const EVERY_MS = 250;

/**
 * Measures the delay of the event loop. A delay, such as by a large batch or a long answer, delays every request.
 *
 * @returns a function that ends it
 */
export function watchEventLoop(clock: Pick<Clock, 'monotonic'>, lag: Histogram): () => void {
  let expectedMs = clock.monotonic() + EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = clock.monotonic();
    lag.observe([], Math.max(0, nowMs - expectedMs) / 1_000);
    expectedMs = nowMs + EVERY_MS;
  }, EVERY_MS);
  // A timer that only observes must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
