import type { Fields } from './order-fields.ts';

/** What of the form of an order is looked at. */
interface AskedFields {
  readonly timeStart: string;
  readonly timeEnd: string;
  readonly client: Fields;
  readonly recipient: Fields;
}

/** What of an order is asked about before it is saved, though the server takes it. */
export type Question =
  | { readonly path: 'timeEnd'; readonly from: string; readonly to: string }
  | { readonly path: 'client.phone' | 'recipient.phone'; readonly phone: string };

/** ITU-T E.164 has 15 digits at the most; a short number of a town has five. */
const LEAST_DIGITS = 5;
const MOST_DIGITS = 15;
/** With an extension behind it, which is written in many ways. */
const NUMBER = /^\+?[\d\s().–-]+/;
const EXTENSION = /^[,;]?\s*(?:[#x*]|ext|доб|вн)?[.\s]*\d{1,6}$/i;

/** Whether a text may be dialled. */
export function isPhone(text: string): boolean {
  const [number = ''] = NUMBER.exec(text.trim()) ?? [];
  const digits = number.replaceAll(/\D/g, '').length;
  const beyond = text.trim().slice(number.length);
  return digits >= LEAST_DIGITS && digits <= MOST_DIGITS && (beyond === '' || EXTENSION.test(beyond));
}

/** @param before the order as it was opened: what is left alone is not asked about */
export function questionsOf(draft: AskedFields, before?: AskedFields): readonly Question[] {
  const { timeStart: from, timeEnd: to } = draft;
  const questions: Question[] = [];
  const isSameTime = from === before?.timeStart && to === before.timeEnd;
  if (from !== '' && to !== '' && to < from && !isSameTime) questions.push({ path: 'timeEnd', from, to });
  for (const who of ['client', 'recipient'] as const) {
    const phone = draft[who]['phone'] ?? '';
    if (phone.trim() === '' || phone === before?.[who]['phone'] || isPhone(phone)) continue;
    questions.push({ path: `${who}.phone`, phone });
  }
  return questions;
}
