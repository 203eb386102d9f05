import { locale } from '../../ui/format.ts';

/** A leap year, so that the 29th of February is a day. */
const YEAR = 2024;

/** `8 March`. @param day MM-DD */
export const dayOfYear = (day: string): string =>
  new Date(`${YEAR}-${day}T00:00:00Z`).toLocaleDateString(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The months by their names, from January on. */
export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(YEAR, at, 1)).toLocaleDateString(locale(), { month: 'long', timeZone: 'UTC' }),
  );
