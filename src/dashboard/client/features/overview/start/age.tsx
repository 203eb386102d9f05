import { useState } from 'preact/hooks';
import { DAY_MS, formatTime, HOUR_MS, MINUTE_MS } from '../../../ui/format.ts';
import { useTick } from '../../../ui/use-tick.ts';
import { language } from '../../../words/language.ts';

function ageInWords(ageMs: number): string {
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'always' });
  if (ageMs >= HOUR_MS) return format.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs >= MINUTE_MS) return format.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  const seconds = ageMs / 1_000;
  return format.format(-(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)), 'second');
}

/** The age by the server's clock, updated each second; after a day, the time itself. */
export function Age({ at, ageMs }: { readonly at: string; readonly ageMs: number }) {
  const [seenAt] = useState(() => performance.now() - ageMs);
  useTick(1_000);
  const age = Math.max(0, performance.now() - seenAt);
  return (
    <time dateTime={at} title={formatTime(at)}>
      {age >= DAY_MS ? formatTime(at) : ageInWords(age)}
    </time>
  );
}
