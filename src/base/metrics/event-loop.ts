import type { Clock } from '../time/index.ts';
import type { Histogram } from './registry.ts';

const EVERY_MS = 250;

/**
 * Measures the delay of the event loop. A large batch or a long answer, for example, delays every other request.
 * @returns a function that ends the measuring
 */
export function watchEventLoop(clock: Pick<Clock, 'monotonic'>, lag: Histogram): () => void {
  let expectedMs = clock.monotonic() + EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = clock.monotonic();
    lag.observe([], Math.max(0, nowMs - expectedMs) / 1_000);
    expectedMs = nowMs + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
