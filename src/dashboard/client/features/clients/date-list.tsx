import type { ClientData } from '../../parts/clients.ts';
import { dayOfYear } from './day-of-year.ts';

export const DateList = ({ dates }: { readonly dates: ClientData['dates'] }) => (
  <ul class="clients-list">
    {dates.map(({ day, title }, at) => (
      <li key={at}>
        <strong>{dayOfYear(day)}</strong> <bdi>{title}</bdi>
      </li>
    ))}
  </ul>
);
