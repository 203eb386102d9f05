import { useState } from 'preact/hooks';
import { MINUTE_MS } from '../../ui/format.ts';
import { useTick } from '../../ui/use-tick.ts';

const TICK_MS = 15_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * HOUR_MINUTES + Number(time.slice(3, 5));

/**
 * Minutes since midnight in the shop's zone. They start from the server's time and continue by this machine's clock.
 *
 * @param said the server's time, `HH:mm`
 */
export function useClock(said: string): number {
  const [heard, setHeard] = useState({ said, at: performance.now() });
  if (heard.said !== said) setHeard({ said, at: performance.now() });
  useTick(TICK_MS);
  return Math.min(minutesOf(said) + Math.floor((performance.now() - heard.at) / MINUTE_MS), DAY_MINUTES);
}
