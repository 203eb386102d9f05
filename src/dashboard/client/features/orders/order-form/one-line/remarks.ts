import { sumOf } from './goods.ts';
import { type Part, unsure } from './part.ts';
import { END, type Scan, type Span, START } from './scan.ts';

/** Words that the form has no field for. They are never a client's name. */

const MONEY = new RegExp(
  `${START}(?:pay(?:s|ments?)?|(?:pre)?paid|cash|change|deposit|total|sum|оплат\\p{L}*|(?:пред)?оплач\\p{L}*|предоплат\\p{L}*|доплат\\p{L}*|вн[её]с\\p{L}{0,2}|задат\\p{L}*|сдач\\p{L}|итого|всего|сумма|аванс\\p{L}*|наличн\\p{L}*|картой|переводом)${END}`,
  'iu',
);
/** True for words about a payment. */
export const speaksOfMoney = (text: string): boolean => MONEY.test(text);

/** The form has no field for a payment or a past day. Their numbers must not become quantities. */
const FOREIGN = new RegExp(
  `${START}(?:(?:paid|prepaid|deposit|change (?:from|for)|оплач\\p{L}*|оплатил\\p{L}?|предоплат\\p{L}|аванс|вн[её]с(?:ла|ли|ено)?|доплат\\p{L}{1,2}|задаток|залог|(?:уже\\s+)?(?:(?:от|пере)?дал[аи]?|остав(?:ил[аи]?|ит)|перев(?:[её]л[аи]?|едет)|заплат(?:ил[аи]?|ит)|взял[аи]?|осталось|долж(?:на|ен|ны))|остаток|чаевые|к\\s+оплате|left|gave|transferred|owes|balance|tip|(?:без )?сдач\\p{L} с)\\s*[:—-]?\\s*₽?\\s*\\d{1,7}(?:[.,]\\d{1,2})?(?:\\s*(?:₽|%|руб\\p{L}*\\.?|р\\.?|rub|roubles?))?(?:\\s+(?:deposit|залог|задаток|аванс)\\p{L}?)?|₽?\\d{3,7}\\s*(?:₽|руб\\p{L}*\\.?|р\\.?)?\\s+(?:down|deposit|paid|prepaid|предоплат\\p{L}|аванс)(?!\\s*[:—-]?\\s*₽?\\d)|(?:yesterday|вчера)(?:\\s+\\d{1,2})?)${END}`,
  'giu',
);

/** Money that is still to come, or that is given back. */
const NOT_YET = new RegExp(
  `${START}(?:остаток|осталось|долж(?:на|ен|ны)|к оплате|сдач\\p{L}|чаевые|итого|всего|сумма|взял[аи]?|change|total|sum|owes|balance|tip|left)${END}|%`,
  'iu',
);
/** The roubles that a remark says were paid, such as 1000 for "предоплата 1000"; undefined if it says none. */
export function paidIn(text: string): number | undefined {
  const [amount] = /\d[\d ]*(?:[.,]\d{1,2})?(?:\s*тыс\p{L}*|[кk](?!\p{L}))?/u.exec(text) ?? [];
  if (amount === undefined || NOT_YET.test(text) || !IS_PAID.test(text)) return undefined;
  return Number(sumOf(amount.trim())) || undefined;
}
const IS_PAID = new RegExp(FOREIGN.source, 'iu');

const WAIT =
  '(?:через\\s+(?:\\p{L}+\\s+|\\d{1,2}\\s+)?(?:час|полчаса|минут|день|дн|недел|месяц)\\p{L}{0,2}|in\\s+(?:(?:half\\s+)?an?|\\d{1,2}|\\p{L}+)\\s+(?:hour|minute|min|week|month)s?)';
const CALL = '(?:call(?:\\s?back)?|(?:пере|по)?зв(?:он(?:ить|ите|и|ок)|анива(?:ть|йте|й)))';
const AS_BEFORE =
  '(?:again|repeat|as (?:usual|always|before)|same as (?:usual|before|last time)|повтор(?:ить|ите|и|ный)?|снова|опять|ещ[её] раз|как (?:обычно|всегда|раньше|в прошлый раз))';
const ASKED = "(?:(?:please|do not|don['’]t|no|не|надо|нужно|просьба|прошу|пожалуйста)\\s+)*";
const REMARK = new RegExp(
  `${START}${ASKED}(?:${WAIT}|${CALL}|${AS_BEFORE}|urgent(?:ly)?|asap|anonymous(?:ly)?|срочн(?:о|ый|ая)|анонимно)${END}`,
  'giu',
);
/** True for words about haste, a call or an earlier order, and for a time such as "in an hour". */
export const isRemark = (text: string): boolean => text.search(REMARK) >= 0;

/** "Paid by card", "наличными". */
const PAID_BY = new RegExp(
  `${START}(?:(?:pay(?:s|ments?)?|paid|оплат\\p{L}*|оплач\\p{L}*)\\s+)?(?:(?:in )?cash on delivery|in cash|by (?:card|transfer)|наличными|картой|переводом)(?:\\s+(?:on delivery|при получении))?${END}`,
  'giu',
);
/** Other words next to a remark may belong to it: "call before delivery", "will call back". */
const ENDS_APART = /(?:^|[,;\n\ufffc]|\p{Lu}[\p{L}'’.-]*|\d[^,;\n\ufffc]*)\s*$/u;
const BEGINS_APART = /^\s*(?:[,;\n\ufffc\d]|$|\p{Lu})/u;
/** Takes the remarks off the words next to them: "urgent 25 roses", "urgent Anna". */
export const takeRemarks = (scan: Scan): Span[] =>
  scan.take(REMARK, ({ 0: text, index, input }) => {
    const isApart = ENDS_APART.test(input.slice(0, index)) && BEGINS_APART.test(input.slice(index + text.length));
    return isApart ? text : undefined;
  });

export const takeForeign = (scan: Scan): Part[] =>
  [FOREIGN, PAID_BY].flatMap((pattern) => scan.take(pattern, ([text]) => text)).map(unsure);
