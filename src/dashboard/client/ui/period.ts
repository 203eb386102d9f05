/** The first and the last day of a period, YYYY-MM-DD; undefined for an open end. */
export interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Returns the period with one end changed; an empty `day` opens this end. If the ends would cross, both become the
 * typed day: a swap would give a period that nobody typed.
 */
export function withEnd(period: Period, end: keyof Period, day: string): Period {
  const next: Period = { ...period, [end]: day || undefined };
  const { from, to } = next;
  return from !== undefined && to !== undefined && from > to ? { from: day, to: day } : next;
}
