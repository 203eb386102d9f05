import { type Language, localeOf } from '../base/index.ts';

/** A formatter by language and zone. To make one takes as long as to write ten mails. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A time as mails show it. */
export function timeInWords(epochMs: number, language: Language, timeZone: string): string {
  const key = `${language} ${timeZone}`;
  const kept = formats.get(key);
  if (kept !== undefined) return kept.format(epochMs);
  const made = new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle: 'medium', timeStyle: 'long' });
  formats.set(key, made);
  return made.format(epochMs);
}
