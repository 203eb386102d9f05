import { locale } from '../../ui/format.ts';

/** A leap year, so that 29 February exists. */
const YEAR = 2024;

/** A day of the year in words: `8 March`. @param day MM-DD */
export const dayOfYear = (day: string): string =>
  new Date(`${YEAR}-${day}T00:00:00Z`).toLocaleDateString(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The names of the months, from January on. */
export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(YEAR, at, 1)).toLocaleDateString(locale(), { month: 'long', timeZone: 'UTC' }),
  );
