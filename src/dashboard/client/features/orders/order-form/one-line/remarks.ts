/** Finds remarks for which the form has no field. They are never a client's name. */

import type { NamedPayment } from '../../../../parts/named-payment.ts';
import { speaksOfGoods, YEARS } from './goods-words.ts';
import { type Part, unsure } from './part.ts';
import { END, type Scan, type Span, START } from './scan.ts';
import { ROUBLES, SIGN, sumOf, THOUSANDS } from './sums.ts';

/**
 * The means of payment. The word "card" alone is not matched as a payment by `MONEY`, because it may be a gift card.
 */
const MEANS = '(?:cash|(?:bank )?transfer|(?:(?:credit|debit|bank) )?card)';
const BY = `(?:in cash|(?:cash|card) on delivery|by (?:a )?${MEANS}|нал(?:ич[нк]\\p{L}*|ом)?|безнал\\p{L}*|картой|по карте|на карту|переводом|(?:по )?сбп)`;
const MONEY = new RegExp(
  `${START}(?:pay(?:s|ing|ments?)?|(?:pre)?paid|cash|change|deposit|total|sum|оплат\\p{L}*|(?:пред)?оплач\\p{L}*|предоплат\\p{L}*|доплат\\p{L}*|вн[её]с\\p{L}{0,2}|задат\\p{L}*|сдач\\p{L}|итого|всего|сумма|аванс\\p{L}*|остат\\p{L}*|${BY})${END}`,
  'iu',
);
export const speaksOfMoney = (text: string): boolean => MONEY.test(text) || text.search(FOREIGN) >= 0;

const PAYING =
  '(?:paid|prepaid|deposit|gave|transferred|оплач\\p{L}*|оплатил\\p{L}?|предоплат\\p{L}|аванс|вн[её]с(?:ла|ли|ено)?|задаток|залог|(?:уже\\s+)?(?:(?:от|пере)?дал[аи]?|остав(?:ил[аи]?|ит)|перев(?:[её]л[аи]?|едет)|заплат(?:ил[аи]?|ит)))';
/** Words for money that is still owed, or that is given back. */
const OWING =
  '(?:change (?:from|for)|доплат\\p{L}{1,2}|взял[аи]?|осталось|долж(?:на|ен|ны)|остаток|чаевые|к\\s+оплате|left|owes|balance|tip|(?:без )?сдач\\p{L} с)';
const PAID_SUM = `${SIGN}?\\s*(?:${THOUSANDS}|\\d{1,7})(?:[.,]\\d{1,2})?(?:\\s*(?:%|${ROUBLES}|тыс\\p{L}*|[кk]))?`;
const SHARE = '(?:половин\\p{L}|полностью|half|in full)';
/** The form has no field for a payment or a past day. Their numbers must not become quantities. */
const FOREIGN = new RegExp(
  `${START}(?:(?:${PAYING}|${OWING})\\s*[:—-]?\\s*(?:${PAID_SUM}|${SHARE})(?:\\s+(?:deposit|залог|задаток|аванс)\\p{L}?)?|(?:(?:\\d{3,7}|${SIGN}\\d{1,7})\\s*${ROUBLES}?\\s+(?:down|deposit|paid|prepaid|предоплат\\p{L}|аванс)|(?<=(?:^|[,;\\n\\ufffc])\\s*)(?:\\d{3,7}|${SIGN}\\d{1,7})\\s*${ROUBLES}?\\s+${PAYING})(?!\\s*[:—-]?\\s*${SIGN}?\\d)|оплачен[оаы]?|(?:yesterday|вчера)(?:\\s+\\d{1,2})?)(?:\\s+${MEANS})?${END}`,
  'giu',
);

const NOT_PAID = new RegExp(`${START}(?:${OWING}|сдач\\p{L}|итого|всего|сумма|change|total|sum)${END}`, 'iu');
const IS_PAID = new RegExp(`${START}(?:${PAYING}|down)${END}`, 'iu');
const METHODS: readonly (readonly [string, RegExp])[] = [
  ['cash', /налич|cash/iu],
  ['card', /карт|card/iu],
  ['sbp', /сбп/iu],
  ['transfer', /перевод|transfer/iu],
];

/** Returns the payment that a remark names, such as 1000 for "предоплата 1000"; undefined if it names none. */
export function paidIn(text: string): NamedPayment | undefined {
  if (NOT_PAID.test(text) || !IS_PAID.test(text)) return undefined;
  const [amount = ''] = /\d[\d ]*(?:[.,]\d{1,2})?(?:\s*тыс\p{L}*|[кk](?!\p{L}))?/u.exec(text) ?? [];
  if (/%/u.test(text)) return { share: Number(amount) / 100 };
  if (amount !== '') return { sum: Number(sumOf(amount.trim())) };
  if (/половин|half/iu.test(text)) return { share: 0.5 };
  return /^(?:оплачен|оплатил|prepaid|paid)|полностью|full/iu.test(text) ? {} : undefined;
}

/**
 * Returns the payment that the texts name, and the texts that are not about it. The method may be in another text:
 * "предоплата 1000" (prepaid), "наличными" (in cash).
 */
export function paymentIn(texts: readonly string[]): {
  readonly paid: NamedPayment | undefined;
  readonly others: string[];
} {
  const said = texts.find((text) => paidIn(text) !== undefined);
  if (said === undefined) return { paid: undefined, others: [...texts] };
  const ways = texts.filter((text) => text === said || isWayToPay(text));
  const [method] = METHODS.find(([, pattern]) => ways.some((text) => pattern.test(text))) ?? [];
  return { paid: { ...paidIn(said), method }, others: texts.filter((text) => !ways.includes(text)) };
}

const WAIT =
  '(?:через\\s+(?:\\p{L}+\\s+|\\d{1,2}\\s+)?(?:час|полчаса|минут|день|дн|недел|месяц)\\p{L}{0,2}|in\\s+(?:(?:half\\s+)?an?|\\d{1,2}|\\p{L}+)\\s+(?:hour|minute|min|week|month)s?)';
const WAITING = new RegExp(`^${WAIT}$`, 'iu');
const CALL = '(?:call(?:\\s?back)?|(?:пере|по)?зв(?:он(?:ить|ите|и|ок)|анива(?:ть|йте|й)))';
const ENDS_IN_CALL = new RegExp(`${CALL}\\s+$`, 'iu');
/** A call in advance: "Позвонить получателю за час". */
const CALL_AHEAD = `${CALL}(?:\\s+(?:получателю|заказчику|клиенту|мне|ей|ему|заранее))?\\s+за\\s+(?:полчаса|час|\\d{1,2}\\s*(?:мин\\p{L}*|час\\p{L}*)|день)`;
const AS_BEFORE =
  '(?:again|repeat|as (?:usual|always|before)|same as (?:usual|before|last time)|повтор(?:ить|ите|и|ный)?|снова|опять|ещ[её] раз|как (?:обычно|всегда|раньше|в прошлый раз))';
const ASKED = "(?:(?:please|do not|don['’]t|no|не|надо|нужно|просьба|прошу|пожалуйста)\\s+)*";
const REMARK = new RegExp(
  `${START}${ASKED}(?:${WAIT}|${CALL_AHEAD}|${CALL}|${AS_BEFORE}|urgent(?:ly)?|asap|anonymous(?:ly)?|срочн(?:о|ый|ая)|анонимно)${END}`,
  'giu',
);
/** True for words about haste, a call or an earlier order, and for a time such as "in an hour". */
export const isRemark = (text: string): boolean => text.search(REMARK) >= 0;

/** Matches a way to pay: "Paid by card", "card payment", "наличными". */
const PAID_BY = new RegExp(
  `${START}(?:(?:(?:pay(?:s|ing|ments?)?|paid|оплат\\p{L}*|оплач\\p{L}*)\\s+)?${BY}(?:\\s+(?:on delivery|при получении))?|(?:pay(?:s|ing)?|(?:pre)?paid)\\s+(?:with\\s+)?(?:an?\\s+)?${MEANS}|${MEANS}\\s+payment|(?:оплата|остаток|доплата)\\s+(?:курьеру|на месте|при получении))${END}`,
  'giu',
);
export const isWayToPay = (text: string): boolean => text.replace(PAID_BY, '') === '';
/**
 * Matches text that does not form one phrase with the remark after it: "Anna", "25 roses". Without this check, "will
 * call back" would be split into "will" and the remark "call back".
 */
const ENDS_APART = /(?:^|[,;\n\ufffc]|\p{Lu}[\p{L}'’.-]*|\d[^,;\n\ufffc]*)\s*$/u;
const BEGINS_APART = /^\s*(?:[,;\n\ufffc\d]|$|\p{Lu})/u;
const ALWAYS_APART = new RegExp(`анонимно|anonymously|срочно|asap|${CALL_AHEAD}`, 'iu');
/** Separates the remarks from the words next to them: "urgent 25 roses", "urgent Anna". */
export const takeRemarks = (scan: Scan): Span[] =>
  scan.take(REMARK, ({ 0: text, index, input }) => {
    const isApart = ENDS_APART.test(input.slice(0, index)) && BEGINS_APART.test(input.slice(index + text.length));
    // "Позвонить через час" (call in an hour) is one remark: "через час" is not taken separately.
    const isWait = WAITING.test(text) && !ENDS_IN_CALL.test(input.slice(0, index));
    return isApart || isWait || ALWAYS_APART.test(text) ? text : undefined;
  });

const AGE = `\\d{1,3}\\s+${YEARS}(?: (?:old|birthday|anniversary)${END})?`;
const AGE_AHEAD = new RegExp(`(?<=(?:^|[,;\\n\\ufffc])\\s*)((?:\\p{L}+\\s+){0,4})${AGE}(?=\\s+[\\p{L}\\p{N}])`, 'giu');
/**
 * Takes an age, so that its number is not read as a quantity of goods: "юбилей 60 лет корзина роз" (60th birthday, a
 * basket of roses).
 */
export const takeAges = (scan: Scan): Part[] =>
  scan.take(AGE_AHEAD, ([text, words = '']) => (speaksOfGoods(words) ? undefined : text)).map(unsure);

export const takeForeign = (scan: Scan): Part[] =>
  [FOREIGN, PAID_BY].flatMap((pattern) => scan.take(pattern, ([text]) => text)).map(unsure);
