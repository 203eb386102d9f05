import { localDay, locale } from './format.ts';
import { monthInWords, spanInWords } from './span-in-words.ts';

const thisYear = (): string => localDay().slice(0, 'YYYY'.length);

/** Formats a period of calendar days: `1–29 Nov`. */
export const daySpan = (from: string, to: string): string => spanInWords(from, to, locale(), thisYear());

export const monthName = (date: string): string => monthInWords(date, locale(), thisYear());
