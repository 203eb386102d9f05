import { type Language, localeOf } from '../base/index.ts';

/** A cache of formatters by language and zone. Creating one takes as long as writing ten mails. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function timeInWords(epochMs: number, language: Language, timeZone: string): string {
  const key = `${language} ${timeZone}`;
  const kept = formats.get(key);
  if (kept !== undefined) return kept.format(epochMs);
  const made = new Intl.DateTimeFormat(localeOf(language), { timeZone, dateStyle: 'medium', timeStyle: 'long' });
  formats.set(key, made);
  return made.format(epochMs);
}
