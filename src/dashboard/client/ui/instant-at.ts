import { localClock, MINUTE_MS } from './format.ts';

/** The instant at which a clock in the workspace's zone shows this; undefined for what is no time. */
export function instantAt(local: string): string | undefined {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offset = (ms: number): number =>
    Date.parse(`${localClock(new Date(ms))}:00Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  // Twice, because the offset may change between the first guess and the moment meant.
  const guess = asUtc - offset(asUtc);
  return new Date(asUtc - offset(guess)).toISOString();
}
