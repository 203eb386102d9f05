/** The first and the last day of a period, YYYY-MM-DD; empty for an open end. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the period with another end. The typed day stays, and the other end follows if it would be on the wrong side.
 * Days that change places would make another period.
 */
export function withEnd(period: Period, end: keyof Period, day: string): Period {
  const next = { ...period, [end]: day };
  return next.from !== '' && next.to !== '' && next.from > next.to ? { from: day, to: day } : next;
}
