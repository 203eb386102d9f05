import { localClock, MINUTE_MS } from './format.ts';

/** Returns the instant of a local time in the workspace's zone; undefined if the text is not a time. */
export function instantAt(local: string): string | undefined {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offset = (ms: number): number =>
    Date.parse(`${localClock(new Date(ms))}:00Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  // The offset is looked up twice, because it may change between the first guess and the intended moment.
  const guess = asUtc - offset(asUtc);
  return new Date(asUtc - offset(guess)).toISOString();
}
