import { firstNameOf, nominativeOf } from './first-names.ts';
import { UNIT } from './goods-words.ts';
import type { Part } from './part.ts';
import { ADJECTIVE, HAS_STREET } from './place.ts';
import { type Scan, type Span, START } from './scan.ts';

const PHONES: readonly RegExp[] = [
  // A complete Russian number; its country code is optional.
  /(?<![\p{L}\p{N}+]|\+\d{1,3}[\s-]?\(?)(?:\+?7|8)?[\s-]?\(?\d{3}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\+\d{7,15}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\+\d{1,3}(?:[ -]?\(?\d{2,5}\)?){2,5}(?![\p{L}\p{N}]|[ -]?\d)/gu,
  // A British number.
  /(?<![\p{L}\p{N}+-])0(?:\d{4} \d{6}|\d{4} \d{3} \d{3}|\d{2} \d{4} \d{4}|\d{3} \d{3} \d{4})(?![\p{L}\p{N}]|-\d)/gu,
  /(?<![\p{L}\p{N}+-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-.]\d{4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}+-])\d{2,3}-\d{2}-\d{2}(?![\p{L}\p{N}-])/gu,
  /(?<![\p{L}\p{N}+])\d{10,15}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}+-])\d{3}-\d{4}(?![\p{L}\p{N}-])/gu,
];
const LEAST_DIGITS = 10;

/** Removes the last digits of a phone if they belong to the words after them: "+44 7911 123456 25 tulips". */
function ownDigits(text: string, behind: string): string {
  if (!text.startsWith('+') || !/^\s*\p{L}/u.test(behind)) return text;
  const shorter = text.replace(/\s+\d{1,3}$/u, '');
  return shorter.replaceAll(/\D/gu, '').length >= LEAST_DIGITS ? shorter : text;
}

const RELATIVES_RU =
  'мам|пап|жен|муж|дочк|дочер|сын|бабуш|дедуш|сестр|брат|тёт|тет|дяд|подруг|подруж|друг|коллег|учительниц|невест|девушк';
export const TO_RELATIVE = `(?:${RELATIVES_RU})\\p{Ll}{0,2}(?:[еую]|(?<=дочер)и)`;
export const RELATIVE = `(?:(?:her|his|my|our)\\s+)?(?:(?:grand)?(?:mother|father)|[Mm]um|[Mm]om|[Dd]ad|wife|husband|sister|brother|daughter|son|aunt|uncle|friend|boss|colleague|teacher|${RELATIVES_RU})\\p{Ll}*`;
export const RELATION = `${RELATIVE}[\\s,:]+`;
/** Matches a word such as "tel." before a phone. It is not part of a name. */
const TEL_WORD = `${START}(?:tel|phone|mob(?:ile)?|тел(?:ефон)?|моб|т)\\.?\\s*:?\\s*`;
const TEL = new RegExp(
  `${TEL_WORD}(?:(?:заказчи(?:ка|цы)|клиент(?:а|ки)|отправителя|customer|client)\\s*:?\\s*)?$`,
  'iu',
);
const lengthOfTel = (before: string): number => TEL.exec(before)?.[0].length ?? 0;

const NAMES = "(?:\\p{L}[\\p{L}'’.-]*[\\s,:]+){0,3}";
/** Matches the words before a recipient's phone, including the name: "for Olga", "for her mother". */
const FOR = new RegExp(
  `(?:(?:(?:${TEL_WORD})?${START}(?:[Ff]or|[Дд]ля|[Rr]ecipient|[Пп]олучател[ьяю]|[Пп]олучит|[Пп]римет|[Вв]стретит|[Вв]озьм[её]т|[Вв]ручить)\\s*:?|(?<=[Зз]абер[её]т))\\s+|${START}(?=${TO_RELATIVE}\\s+(?:\\p{Lu}\\p{Ll}+[\\s:]+){1,2}$))((?:${RELATION})?${NAMES})$`,
  'u',
);
const TO_RELATIVE_FIRST = new RegExp(`^${TO_RELATIVE}\\s+`, 'u');
const BEGINS_WITH_RELATION = new RegExp(`^${RELATION}(?=\\p{Lu}|$)`, 'u');
/** Matches the name after a phone, as in "тел. получателя 89211112233 Мария". */
const NAME_BEHIND = /^\s*\(?(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)\)?(?!\s*[,+\d]*\d{3})/u;
export const CLIENT =
  '(?:new (?:client|customer)|client|customer|нов(?:ый клиент|ая клиентка)|клиент(?:ка)?|заказчи(?:к|ца)|отправитель|ordered by|заказыва(?:ет|ют)|заказал[аи]?|звон(?:ит|ил[аи]?))';
const OF_CLIENT = new RegExp(`${START}(?:${CLIENT}|от|from)\\s*:?\\s+${NAMES}$`, 'iu');

const isOfClient = (before: string): boolean => OF_CLIENT.test(before.replace(TEL, ''));
/**
 * The name before a phone is the recipient's if another phone is marked as the client's: "Мария 89211112233, заказчик
 * Павел 89031112233".
 */
const NAME_BEFORE = /(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)[\s,:]+$/u;

interface Recipient {
  readonly name: string;
  /** The line's words up to the phone. `behind` contains the words after it. */
  readonly ahead: string;
  readonly behind: string;
}

const phonesIn = (line: string): RegExpExecArray[] => PHONES.flatMap((pattern) => [...line.matchAll(pattern)]);

function recipientOf(line: string, { 0: phone, index }: RegExpExecArray): Recipient | undefined {
  const before = line.slice(0, index);
  const led = FOR.exec(before.replace(TEL, ''));
  if (led === null) return undefined;
  const [text, name = ''] = led;
  const ahead = before.slice(led.index);
  const said = name.replace(/[\s,:]+$/u, '');
  if (said === '') {
    const [behind = '', own = ''] = NAME_BEHIND.exec(line.slice(index + phone.length)) ?? [];
    return /получател|recipient/iu.test(text) ? { ahead, name: own, behind } : undefined;
  }
  // In "Заберёт Оля", Olya picks the order up. If the line has only one phone, she is the client, not a recipient.
  if (/^\s/u.test(text) && phonesIn(line.replace(phone, '')).length === 0) return undefined;
  const isName = BEGINS_WITH_RELATION.test(name) || said.split(/[\s,:]+/u).every(mayBeNamed);
  const own = said.replace(TO_RELATIVE_FIRST, '');
  const words = own.split(/[\s,:]+/u);
  // Words with a comma are not a recipient's name: "For Friday, Mike 614-555-0142".
  return isName && !said.includes(',')
    ? { ahead, name: firstNameOf(words[0] ?? '') === undefined ? own : nominativeOf(words), behind: '' }
    : undefined;
}
const mayBeNamed = (word: string): boolean => /^\p{Lu}/u.test(word) || firstNameOf(word) !== undefined;

/**
 * Takes the client's phone from the line, and ignores phones of recipients. A phone after "client" or "заказчик" is
 * preferred to an earlier phone.
 */
export function takePhone(scan: Scan): Part[] {
  const phones = phonesIn(scan.rest).filter((one) => recipientOf(scan.rest, one) === undefined);
  const match = phones.find(({ index }) => isOfClient(scan.rest.slice(0, index))) ?? phones[0];
  if (match === undefined) return [];
  const value = ownDigits(match[0], scan.rest.slice(match.index + match[0].length)).trim();
  const end = match.index + match[0].indexOf(value) + value.length;
  const at = end - value.length - lengthOfTel(scan.rest.slice(0, end - value.length));
  return [{ ...scan.drop({ at, text: scan.rest.slice(at, end) }), kind: 'phone', value }];
}

/**
 * Takes recipients' phones, which follow words such as "for Olga". Once the client's phone is known, also takes all
 * other phones, and marks them as not understood.
 */
export function takeOtherPhones(scan: Scan, client?: Span): Part[] {
  const isMarked = client !== undefined && isOfClient(scan.textBefore(client.at));
  return PHONES.flatMap((pattern) =>
    [...scan.rest.matchAll(pattern)].flatMap((match): Part[] => {
      const phone = ownDigits(match[0], scan.rest.slice(match.index + match[0].length)).trimEnd();
      const before = scan.rest.slice(0, match.index).replace(TEL, '');
      const [ahead, name = ''] = (isMarked && NAME_BEFORE.exec(before)) || [];
      const other = ahead && { ahead: scan.rest.slice(before.length - ahead.length, match.index), name, behind: '' };
      const found = recipientOf(scan.rest, match) ?? (other || undefined);
      if (client === undefined && found === undefined) return [];
      const led = found?.ahead.length ?? lengthOfTel(scan.rest.slice(0, match.index));
      const end = match.index + phone.length + (found?.behind.length ?? 0);
      const text = scan.rest.slice(match.index - led, end).trimStart();
      const span = scan.drop({ at: end - text.length, text });
      if (found === undefined) return [{ ...span, kind: 'unsure', value: text }];
      return [{ ...span, kind: 'recipient', value: { name: found.name, phone: phone.trim() } }];
    }),
  );
}

/**
 * Patterns for the last digits of the client's phone. They are tried in this order: after a capitalized word, not after
 * a lowercase word, anywhere.
 */
const TAILS = ["(?<=\\p{Lu}[\\p{L}'’-]*\\s+)", "(?<!(?<!\\p{L})\\p{Ll}[\\p{L}'’-]*\\s+)", ''].map(
  (behind) =>
    new RegExp(`(?<![\\p{L}\\p{N}.,:/+-])${behind}[*…]?(\\d{4,7})(?![\\p{L}\\p{N}/]|:\\S|[.,-]\\d|${UNIT})`, 'gu'),
);
const [, , ANY_TAIL = /(?!)/gu] = TAILS;
/** The last number of "15 roses 2990" may be a sum or a phone, so it counts as neither. */
const AFTER_GOODS = /(?:^|[,;\n\ufffc])[^,;\n\ufffc]*(?<!\p{N})\d{1,3}\s+(?:\p{Ll}+\s+)+$/u;
/**
 * Takes the last digits of the client's phone.
 * @param name the client's known name; digits right after it are preferred to all others
 */
export function takeTail(scan: Scan, name: Span | undefined): Part[] {
  const isBehindName = (at: number): boolean =>
    name !== undefined && name.at < at && scan.isBeside(name, { at, text: '' });
  const [behind] = scan.take(ANY_TAIL, ({ 1: digits, index }) => (isBehindName(index) ? digits : undefined), 1);
  if (behind !== undefined) return [{ ...behind, kind: 'tail' }];
  for (const pattern of TAILS) {
    const [tail] = scan.take(
      pattern,
      ({ 1: digits, index, input }) => (AFTER_GOODS.test(input.slice(0, index)) ? undefined : digits),
      1,
    );
    if (tail !== undefined) return [{ ...tail, kind: 'tail' }];
  }
  return [];
}

/** Matches a phone's last four digits in pairs: "Anna 44-29" at the start of the line, or "44-29" alone. */
const SPLIT_TAIL = /^((?:\p{Lu}[\p{L}'’.-]*\s+){1,3})?[*…]?(\d{2})[-–\s](\d{2})$/u;
const MOST_HOUR = 24;
export function takeSplitTail(scan: Scan): Part[] {
  for (const { at, text } of scan.pieces()) {
    const [, name = '', first = '', second = ''] = SPLIT_TAIL.exec(text) ?? [];
    // Two numbers up to 24, such as "14-12", may be a mistyped time. After a street, they are the numbers of a house
    // and a flat.
    if (first === '' || Math.max(Number(first), Number(second)) <= MOST_HOUR || HAS_STREET.test(name)) continue;
    if (name !== '' && (!scan.isFirst({ at, text }) || ADJECTIVE.test(name))) continue;
    const digits = { at: at + name.length, text: text.slice(name.length) };
    return [{ ...scan.drop(digits), kind: 'tail', value: first + second }];
  }
  return [];
}
