import { firstNameOf } from './first-names.ts';
import type { Part } from './part.ts';
import { type Scan, START } from './scan.ts';

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

/** "+44 7911 123456 25 tulips": the last digits belong to the words after them. */
function ownDigits(text: string, behind: string): string {
  if (!text.startsWith('+') || !/^\s*\p{L}/u.test(behind)) return text;
  const shorter = text.replace(/\s+\d{1,3}$/u, '');
  return shorter.replaceAll(/\D/gu, '').length >= LEAST_DIGITS ? shorter : text;
}

/** Words such as "her mother", in any case. */
export const RELATIVE =
  '(?:(?:her|his|my|our)\\s+)?(?:(?:grand)?(?:mother|father)|[Mm]um|[Mm]om|[Dd]ad|wife|husband|sister|brother|daughter|son|aunt|uncle|friend|boss|colleague|teacher|мам|пап|жен|муж|дочк|дочер|сын|бабуш|дедуш|сестр|брат|тёт|тет|дяд|подруг|друг|коллег|учительниц)\\p{Ll}*';
export const RELATION = `${RELATIVE}[\\s,:]+`;
/** Matches the words before a recipient's phone, including the name: "for Olga", "for her mother". */
const FOR = new RegExp(
  `${START}(?:[Ff]or|[Дд]ля|[Rr]ecipient|[Пп]олучател[ьяю])\\s*:?\\s+((?:${RELATION})?(?:\\p{L}[\\p{L}'’.-]*[\\s,:]+){0,3})$`,
  'u',
);
const BEGINS_WITH_RELATION = new RegExp(`^${RELATION}(?=\\p{Lu}|$)`, 'u');

/** The words that lead to a recipient's phone, and the name in them; undefined if the phone is somebody else's. */
function recipientBefore(ahead: string): { readonly text: string; readonly name: string } | undefined {
  const [text = '', name = ''] = FOR.exec(ahead) ?? [];
  const said = name.replace(/[\s,:]+$/u, '');
  const isName = BEGINS_WITH_RELATION.test(name) || said.split(/[\s,:]+/u).every(mayBeNamed);
  return said === '' || !isName ? undefined : { text, name: firstNameOf(said) ?? said };
}
const mayBeNamed = (word: string): boolean => /^\p{Lu}/u.test(word) || firstNameOf(word) !== undefined;

/** Matches "tel.", as people write it before a phone. It belongs to no name. */
const TEL = /(?<![\p{L}\p{N}])(?:tel|phone|mob(?:ile)?|тел(?:ефон)?|моб|т)\.?\s*:?\s*$/iu;
const lengthOfTel = (before: string): number => TEL.exec(before)?.[0].length ?? 0;

/** Takes the client's phone from the line. */
export function takePhone(scan: Scan): Part[] {
  for (const pattern of PHONES) {
    const match = [...scan.rest.matchAll(pattern)].find(
      ({ index }) => recipientBefore(scan.rest.slice(0, index).replace(TEL, '')) === undefined,
    );
    if (match === undefined) continue;
    const value = ownDigits(match[0], scan.rest.slice(match.index + match[0].length)).trim();
    const end = match.index + match[0].indexOf(value) + value.length;
    const at = end - value.length - lengthOfTel(scan.rest.slice(0, end - value.length));
    return [{ ...scan.drop({ at, text: scan.rest.slice(at, end) }), kind: 'phone', value }];
  }
  return [];
}

/** A phone after "for Olga" is the recipient's. Docket does not understand any other second phone. */
export function takeOtherPhones(scan: Scan, areNamed: boolean): Part[] {
  return PHONES.flatMap((pattern) =>
    [...scan.rest.matchAll(pattern)].flatMap((match): Part[] => {
      const phone = ownDigits(match[0], scan.rest.slice(match.index + match[0].length)).trimEnd();
      const ahead = scan.rest.slice(0, match.index);
      const led = lengthOfTel(ahead);
      const found = recipientBefore(ahead.slice(0, ahead.length - led));
      if (areNamed && found === undefined) return [];
      const start = match.index - led - (found?.text.length ?? 0);
      const text = scan.rest.slice(start, match.index + phone.length).trimStart();
      const span = scan.drop({ at: match.index + phone.length - text.length, text });
      if (found === undefined) return [{ ...span, kind: 'unsure', value: text }];
      return [{ ...span, kind: 'recipient', value: { name: found.name, phone: phone.trim() } }];
    }),
  );
}
