import { workspace } from '../data/me.ts';
import { language } from '../words/language.ts';
import { formatTime, locale } from './format.ts';
import { agoFormat, dateFormat, numberFormat } from './intl.ts';

const zone = (): { timeZone?: string } => (workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone });

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 27 min", "5 min ago"; more than a day away the moment itself, with its seconds in the title. */
function formatRelative(iso: string): string {
  const ms = Date.parse(iso) - Date.now();
  const far = Math.abs(ms);
  if (far >= DAY) return formatMoment(iso);
  const format = agoFormat(locale(), { numeric: 'auto', style: 'short' });
  if (far < MINUTE) return format.format(Math.round(ms / SECOND), 'second');
  if (far < HOUR) return format.format(Math.round(ms / MINUTE), 'minute');
  return format.format(Math.round(ms / HOUR), 'hour');
}

/** "Tue, 03:10": precise enough within a week. */
export const formatDay = (iso: string): string =>
  dateFormat(locale(), { weekday: 'short', hour: '2-digit', minute: '2-digit', ...zone() }).format(new Date(iso));

/** "20 May, 10:30": for a moment within a few months. */
export const formatMoment = (iso: string): string =>
  dateFormat(locale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...zone(),
  }).format(new Date(iso));

/** A moment in everyday words, with the exact time on hover. */
export function When({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatRelative(iso)}
    </time>
  );
}

/** No line break between a number and its unit. */
export const formatMs = (ms: number): string => {
  const number = numberFormat(locale(), { maximumFractionDigits: 1 });
  const seconds = language.value === 'ru' ? 'с' : 's';
  return ms < SECOND
    ? `${number.format(ms)}\u00a0${language.value === 'ru' ? 'мс' : 'ms'}`
    : `${number.format(ms / SECOND)}\u00a0${seconds}`;
};

export const formatShare = (share: number): string =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
