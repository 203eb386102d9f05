import { workspace } from '../data/me.ts';
import { language } from '../words/language.ts';
import { formatTime, locale } from './format.ts';
import { agoFormat, dateFormat, numberFormat } from './intl.ts';

const zone = (): { timeZone?: string } => (workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone });

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 27 min", "5 min ago"; further off than a day the moment itself, whose seconds are in its title. */
function formatRelative(iso: string): string {
  const ms = Date.parse(iso) - Date.now();
  const far = Math.abs(ms);
  if (far >= DAY) return formatMoment(iso);
  const format = agoFormat(locale(), { numeric: 'auto', style: 'short' });
  if (far < MINUTE) return format.format(Math.round(ms / SECOND), 'second');
  if (far < HOUR) return format.format(Math.round(ms / MINUTE), 'minute');
  return format.format(Math.round(ms / HOUR), 'hour');
}

/** "Tue, 03:10": near enough for a week. */
export const formatDay = (iso: string): string =>
  dateFormat(locale(), { weekday: 'short', hour: '2-digit', minute: '2-digit', ...zone() }).format(new Date(iso));

/** "20 May, 10:30": a moment of these months. */
export const formatMoment = (iso: string): string =>
  dateFormat(locale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...zone(),
  }).format(new Date(iso));

/** A moment as one speaks of it, with the whole of it on hover. */
export function When({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatRelative(iso)}
    </time>
  );
}

/** A number and its unit stay on one line. */
export const formatMs = (ms: number): string => {
  const number = numberFormat(locale(), { maximumFractionDigits: 1 });
  const seconds = language.value === 'ru' ? 'с' : 's';
  return ms < SECOND
    ? `${number.format(ms)}\u00a0${language.value === 'ru' ? 'мс' : 'ms'}`
    : `${number.format(ms / SECOND)}\u00a0${seconds}`;
};

export const formatShare = (share: number): string =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
