import { stepDay } from '../../../ui/typed-date.ts';
import type { Draft } from './draft.ts';
import { paymentIn } from './one-line/remarks.ts';
import { wayOf } from './one-line/ways.ts';

type AskedFields = Pick<Draft, 'date' | 'timeStart' | 'timeEnd' | 'client' | 'recipient' | 'delivery'>;

/** A question to ask before an order is saved, about something that the server would accept. */
export type Question =
  | { readonly path: 'line'; readonly open: readonly string[] }
  | { readonly path: 'date'; readonly why: 'past' | 'far' | 'late'; readonly date: string }
  | { readonly path: 'timeEnd'; readonly from: string; readonly to: string }
  | { readonly path: 'timeStart'; readonly doubt: 'over' | 'full'; readonly slot: string }
  | { readonly path: 'client.phone' | 'recipient.phone'; readonly phone: string }
  | { readonly path: 'delivery.adress'; readonly method: string };

const YEAR_DAYS = 366;

/**
 * @param today YYYY-MM-DD in the shop's zone
 * @param isPhone checks a number by the numbering plans, which load separately
 * @param before undefined for a new order; otherwise the saved fields. Unchanged fields raise no question
 */
export function questionsOf(
  draft: AskedFields,
  today: string,
  isPhone: (text: string) => boolean,
  before?: AskedFields,
): readonly Question[] {
  const { timeStart: from, timeEnd: to } = draft;
  const questions: Question[] = [];
  const { date } = draft;
  const why = date < today ? 'past' : date > stepDay(today, YEAR_DAYS) ? 'far' : undefined;
  if (date !== '' && date !== before?.date && why !== undefined) questions.push({ path: 'date', why, date });
  const isSameTime = from === before?.timeStart && to === before.timeEnd;
  if (from !== '' && to !== '' && to < from && !isSameTime) questions.push({ path: 'timeEnd', from, to });
  for (const who of ['client', 'recipient'] as const) {
    const phone = draft[who]['phone'] ?? '';
    if (phone.trim() === '' || phone === before?.[who]['phone'] || isPhone(phone)) continue;
    questions.push({ path: `${who}.phone`, phone });
  }
  const { deliveryType: method = '', adress = '' } = draft.delivery;
  const isSamePlace = method === before?.delivery['deliveryType'] && adress === (before.delivery['adress'] ?? '');
  if (wayOf(method) === 'delivery' && adress.trim() === '' && !isSamePlace)
    questions.push({ path: 'delivery.adress', method });
  return questions;
}

/**
 * Asks the user about texts of the line that are not in the order. Leaves out texts about a payment, because the page
 * of the saved order asks about them. Also leaves out the last digits of the client's phone.
 */
export function askAboutLine(open: readonly string[], { client }: AskedFields): readonly Question[] {
  const digits = (text: string | undefined): string => text?.replaceAll(/\D/gu, '') ?? '';
  const left = paymentIn(open).others.filter(
    (text) => !/^\D?\d{4,7}$/u.test(text) || !digits(client['phone']).endsWith(digits(text)),
  );
  return left.length === 0 ? [] : [{ path: 'line', open: left }];
}
