import { day, phone } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { OverviewData } from './data.ts';

/** Clients' days to remember in the coming week; nothing if there are none. */
export function ComingDates({ data: { dates } }: { readonly data: OverviewData }) {
  if (dates.length === 0) return null;
  return (
    <section class="overview-dates" aria-labelledby="dates-title">
      <h2 id="dates-title">{words.value.overview.dates}</h2>
      <ul>
        {dates.map(({ date, title, clientId, clientName, clientPhone }, at) => (
          <li key={at}>
            <time>{day(date)}</time> <bdi>{title}</bdi> ·{' '}
            <a href={`/app/clients/${clientId}`}>
              <bdi>{clientName || phone(clientPhone)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
