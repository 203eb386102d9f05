/** The first and the last day of a period, YYYY-MM-DD; undefined for an open end. */
export interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Returns the period with its first or last day changed. If the other day would then be on the wrong side, it moves to
 * the typed day. Swapping the two days would give a period that nobody typed.
 * @param day empty to open this end
 */
export function withEnd(period: Period, end: keyof Period, day: string): Period {
  const next: Period = { ...period, [end]: day || undefined };
  const { from, to } = next;
  return from !== undefined && to !== undefined && from > to ? { from: day, to: day } : next;
}
