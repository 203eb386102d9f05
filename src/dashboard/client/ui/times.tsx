import { language } from '../words/language.ts';
import { ago, DAY_MS, formatTime, locale, moment, zone } from './format.ts';
import { dateFormat, numberFormat } from './intl.ts';

const SECOND_MS = 1_000;

/** Formats a moment within a week: "Tue, 03:10". */
export const formatDay = (iso: string): string =>
  dateFormat(locale(), { weekday: 'short', hour: '2-digit', minute: '2-digit', ...zone() }).format(new Date(iso));

/** Formats a date and time without the year: "20 May, 10:30". Use it only for times at most a few months away. */
export const formatMoment = (iso: string): string => moment(iso, {});

/** Shows "in 27 min" or "5 min ago"; the moment itself if it is a day or more away. The exact time appears on hover. */
export function When({ iso }: { readonly iso: string }) {
  const isFar = Math.abs(Date.parse(iso) - Date.now()) >= DAY_MS;
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {isFar ? formatMoment(iso) : ago(iso)}
    </time>
  );
}

/**
 * Formats a duration in milliseconds, such as `350 ms` or `1.2 s`. There is no line break between the number and its
 * unit.
 */
export const formatMs = (ms: number): string => {
  const number = numberFormat(locale(), { maximumFractionDigits: 1 });
  const [seconds, thousandths] = language.value === 'ru' ? ['с', 'мс'] : ['s', 'ms'];
  return ms < SECOND_MS
    ? `${number.format(ms)}\u00a0${thousandths}`
    : `${number.format(ms / SECOND_MS)}\u00a0${seconds}`;
};

export const formatShare = (share: number): string =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
