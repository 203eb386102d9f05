/** The first and the last day of a period, YYYY-MM-DD; empty for an open end. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the period with another end. The typed day stays. The other end follows if it would be on the wrong side,
 * since two days that change places would be read as another period.
 */
export function withEnd(period: Period, end: keyof Period, day: string): Period {
  const next = { ...period, [end]: day };
  return next.from !== '' && next.to !== '' && next.from > next.to ? { from: day, to: day } : next;
}
