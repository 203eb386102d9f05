import type { ClientData } from '../../parts/clients.ts';
import { locale } from '../../ui/format.ts';

export const DateList = ({ dates }: { readonly dates: ClientData['dates'] }) => (
  <ul class="clients-list">
    {dates.map(({ day, title }, at) => (
      <li key={at}>
        <strong>{dayOfYear(day)}</strong> <bdi>{title}</bdi>
      </li>
    ))}
  </ul>
);

/** A leap year, so that 29 February exists. */
const YEAR = 2024;

/** @param day MM-DD */
const dayOfYear = (day: string): string =>
  new Date(`${YEAR}-${day}T00:00:00Z`).toLocaleDateString(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' });

export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(YEAR, at, 1)).toLocaleDateString(locale(), { month: 'long', timeZone: 'UTC' }),
  );
