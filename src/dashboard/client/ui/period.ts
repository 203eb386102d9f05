/** The first and the last day of a period, YYYY-MM-DD; undefined for an open end. */
export interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Returns the period with another end. The typed day stays, and the other end follows if it would be on the wrong side.
 * Swapping the two days would make a different period.
 *
 * @param day empty to open this end
 */
export function withEnd(period: Period, end: keyof Period, day: string): Period {
  const next: Period = { ...period, [end]: day || undefined };
  const { from, to } = next;
  return from !== undefined && to !== undefined && from > to ? { from: day, to: day } : next;
}
