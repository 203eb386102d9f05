/** Finds people in the line: known first names anywhere, other names by their position. */

import { firstNameOf, inCapitals, nominativeOf } from './first-names.ts';
import { isGoodsWord, LEADING, speaksOfGoods, WHOLE } from './goods-words.ts';
import { type Part, unsure } from './part.ts';
import { takePartsOfDay } from './parts-of-day.ts';
import { CLIENT, RELATION, RELATIVE, TO_RELATIVE } from './phones.ts';
import { BUILDING } from './place.ts';
import { isRemark, speaksOfMoney, takeForeign } from './remarks.ts';
import { Scan, SMALL, type Span, START } from './scan.ts';
import { takeWay } from './ways.ts';
import { takeDays } from './when.ts';

const NAME_WORD = "\\p{L}[\\p{L}'’.-]*";
/** Small words within a name: "van Dyke", "Алиев Рустам оглы". */
const CONNECTING = '(?:van|von|der|den|de|da|di|del|la|le|bin|al|ibn|оглы|кызы|фон|де)';
const CAPITAL = "\\p{Lu}[\\p{L}'’-]*\\.?";
const TITLED = '(?:[Mm]rs?|[Mm]s|[Dd]r|Miss|Prof|Rev|Father|Pastor|Aunt(?:ie|y)?|Uncle)';
/** Matches words that may be a name. Words in quotes are not matched, because they name a product. */
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}«"“'’_-])(?:(?:${TITLED}\\.? (?:and|&) )?${TITLED}\\.? \\p{Ll}{3,}(?<! and)(?![\\p{L}'’-])|(?:${TITLED}\\.? (?:and|&) )?${CAPITAL}(?: (?:${CONNECTING} )*${CAPITAL})*|\\p{Ll}{3,}(?![\\p{L}'’-])(?: \\p{Ll}{3,}(?:ов|ев|ин|ова|ева|ина|овой|евой|иной|ову|еву|ину|ский|ская|ской|енко|[вь]ич[ау]?|[вч]н[аыеу])(?![\\p{L}'’-])| [a-z]{3,}(?=\\s+[*…]?(?:\\d{4,7}(?!\\p{N})|\\ufffc)))?)`,
  'gu',
);
/** A word that may be a Russian surname. It may come before the first name. */
const SURNAME =
  /(?:[оеё]в|[иы]н|[сц]к(?:ий|ая|ой|ую|ого|ому)|ко|[юу]к|[яа]н|швили|дзе|ович|[оеё]в[ауыо]й?|[иы]н[ауыо]й?)$/u;
export const TITLE = new RegExp(`^${TITLED}\\.?$`, 'u');
/**
 * Matches a verb after the client's name: "Priya wants 3 bouquets". Capitalized words before the verb are then taken as
 * a name, even if the name is unknown.
 */
const ORDERS = /^\s+(?:wants?|needs?|orders?|ordered|(?:would|['’]d) like|asks?|asked|is after)\s/iu;
const MOST_WORDS = 4;

const ORDER = '(?:(?:order|booking|заказ(?:ать|ал[аи]?)?)\\s+)';
/** Words before the client: "order for Anna", "от Павла". */
const BEFORE_CLIENT = new RegExp(
  `${START}(?:${ORDER}(?:for|для)|${ORDER}?(?:in the name of|from|на имя|на|от)|${CLIENT}|name(?: is)?|caller|пи(?:шет|сал[аи]?)|(?:меня )?зовут|имя)\\s*:?\\s+$`,
  'iu',
);
const BEFORE_RECIPIENT = new RegExp(
  `${START}(?:for|to|recipient|attn\\.?|attention|для|получател[ьяю]|вручить|передать|доставить|deliver to)\\s*:?\\s+(?:${RELATION})?$`,
  'iu',
);
const BEHIND_RELATIVE = new RegExp(`${START}${TO_RELATIVE}\\s+$`, 'u');
/** A name after these words is part of a wish: "Call Emma before delivery". */
const IN_WISH =
  /(?<!\p{L})(?:call|ask|tell|ring|text|(?:по|пере)?звон(?!ил|ит\s)\p{L}*|набрать|набери(?:те)?|сказать|спросить|предупред\p{L}*|пишите|писать)\s+$/iu;
const DIGITS_BEHIND = /^\s+[*…]?\d{4,7}(?![\p{L}\p{N}:/]|[.,-]\d)/u;
/** A name in the dative is the recipient: "25 тюльпанов Ольге". */
const DATIVE = /[еую]$/u;

interface Person extends Span {
  readonly name: string;
  readonly role: 'client' | 'recipient' | undefined;
  readonly isDative: boolean;
  /** True for a name that may be a product's: "букет Любовь", "bouquet Victoria". */
  readonly mayBeProduct: boolean;
}

const ENDS = /^\s*(?:[,;\n\ufffc]|$)/u;

/**
 * Finds the words of a person's name in a run of words. Returns undefined if there is no name.
 * @param behind the rest of the line, after the last of the words
 */
function rangeOfName(words: readonly string[], behind: string): readonly [from: number, to: number] | undefined {
  const known = words.findIndex((word) => firstNameOf(word.split(/[-.]/u)[0] ?? '') !== undefined);
  const title = known < 0 ? words.findIndex((word) => TITLE.test(word)) : -1;
  const isClient = known < 0 && /^\p{Lu}/u.test(words[0] ?? '') && ORDERS.test(behind) && !isNoName(words.join(' '));
  const first = title >= 0 && title < words.length - 1 ? title : isClient ? 0 : known;
  if (first < 0) return undefined;
  const before = words[first - 1] ?? '';
  const from = (SURNAME.test(before) || TITLE.test(before)) && !isNoName(before) ? first - 1 : first;
  const rest = words.slice(first + 1, from + MOST_WORDS);
  // A surname may be a word for goods or money: "Иван Цветов", "Johnny Cash".
  const isSurname = (word: string, at: number): boolean =>
    at === rest.length - 1 &&
    first + rest.length === words.length - 1 &&
    (ENDS.test(behind) || DIGITS_BEHIND.test(behind)) &&
    !/[ыи]$/u.test(word);
  const other = rest.findIndex((word, at) => isGoodsWord(word) || (isNoName(word) && !isSurname(word, at)));
  return [from, first + 1 + (other < 0 ? rest.length : other)];
}

/** A name before a number of pieces may be part of a product: "Розы Наташа 15 шт". */
const COUNT_BEHIND = /^\s*(?:[xх×*]\s*)?\d{1,3}(?![\p{N}.:/-])(?!\s+\p{L}{4})/u;

function roleBefore(ahead: string, isDative: boolean): { readonly lead: string; readonly role: Person['role'] } {
  const [toClient] = BEFORE_CLIENT.exec(ahead) ?? [];
  if (toClient !== undefined) return { lead: toClient, role: 'client' };
  const [lead] = BEFORE_RECIPIENT.exec(ahead) ?? (isDative ? BEHIND_RELATIVE.exec(ahead) : null) ?? [];
  return { lead: lead ?? '', role: lead === undefined ? undefined : 'recipient' };
}

function personIn(scan: Scan, { 0: run, index, input: line }: RegExpExecArray): Person | undefined {
  const words = run.split(' ');
  const [from, to] = rangeOfName(words, line.slice(index + run.length)) ?? [0, 0];
  if (to === 0) return undefined;
  const at = index + words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0);
  const said = words.slice(from, to).join(' ');
  const [ahead, behind] = [line.slice(0, at), line.slice(at + said.length)];
  const name = nominativeOf(words.slice(from, to));
  const isDative = name.toLocaleLowerCase() !== said.toLocaleLowerCase() && DATIVE.test(words[from] ?? '');
  const [, kind = ''] = /(\p{L}+)\s+$/u.exec(ahead) ?? [];
  const isApart = isDative || DIGITS_BEHIND.test(behind);
  const isCounted = isGoodsWord(kind) && COUNT_BEHIND.test(behind);
  if ((!isApart && isCounted) || BUILDING.test(run) || IN_WISH.test(scan.textBefore(at))) return undefined;
  const { lead, role } = roleBefore(ahead, isDative);
  return {
    at: at - lead.length,
    text: lead + said,
    name,
    role,
    isDative,
    mayBeProduct: !isApart && WHOLE.test(kind),
  };
}

/** Joins two names with "and" into one recipient. Otherwise the Ann of "For Tom and Ann" would become the client. */
function together(people: readonly Person[], line: string): Person[] {
  const all: Person[] = [];
  for (const one of people) {
    const before = all.at(-1);
    const between = before === undefined ? '' : line.slice(before.at + before.text.length, one.at);
    if (before?.role !== 'recipient' || !/^\s+(?:and|&|и)\s+$/u.test(between)) all.push(one);
    else {
      const [name, text] = [before.name + between + one.name, before.text + between + one.text];
      all.splice(-1, 1, { ...before, name, text });
    }
  }
  return all;
}

/** Takes the names of the client and of the recipient. @param isNamed true if the line has a recipient already */
export function takePeople(scan: Scan, phone: Span | undefined, isNamed: boolean): Part[] {
  const line = scan.rest;
  const found = [...line.matchAll(WORDS)].flatMap((match) => personIn(scan, match) ?? []);
  const sure = together(found, line).filter(({ mayBeProduct }) => !mayBeProduct);
  const people = sure.length > 0 ? sure : found;
  const isBeside = (one: Person): boolean =>
    (phone !== undefined && scan.isBeside(one, phone)) || DIGITS_BEHIND.test(line.slice(one.at + one.text.length));
  const others = people.filter(({ role }) => role !== 'recipient');
  const client =
    others.find(isBeside) ??
    others.find(({ role }) => role === 'client') ??
    others.find(({ isDative }) => !isDative) ??
    others[0];
  const isFor = (one: Person): boolean => one !== client && (one.role === 'recipient' || one.isDative);
  const recipient = isNamed ? undefined : people.find(isFor);
  return people.map((one): Part => {
    const span = scan.drop(one);
    if (one === client) return { ...span, kind: 'name', value: one.name };
    return one === recipient ? { ...span, kind: 'recipient', value: { name: one.name, phone: '' } } : unsure(span);
  });
}

/**
 * Matches a relative without a name: "for mum", "для мамы". Such words fill in no field and are not part of any goods.
 */
const FOR_RELATIVE = new RegExp(`${START}(?:for|to|для)\\s+${RELATIVE}(?![\\p{L}\\p{N}]|\\s+\\p{Lu})`, 'gu');
const FOR_SOMEBODY =
  /(?<=[\p{L}\p{N}\ufffc]\s)(?:for|для)\s+(?!(?:Christmas|Easter|Thanksgiving|Halloween|Father|Valentine|Mother|Women|New|Нов|Рожд|Пасх|Восьм|День|Дня)\p{L}*)(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?=\s*(?:[,;\n\ufffc]|$))/gu;
export const takeForSomebody = (scan: Scan): Part[] =>
  scan
    .take(FOR_SOMEBODY, ([, name = '']) => (isNoName(name) ? undefined : { name, phone: '' }), 1)
    .map((recipient) => ({ ...recipient, kind: 'recipient' }));
/** Matches a relative without a name: "весна маме". "Маме Ольге" has a name and is not matched. */
const RELATIVE_ALONE = new RegExp(`${START}${TO_RELATIVE}(?![\\p{L}\\p{N}]|\\s+\\p{Lu}\\p{Ll}*[еую](?!\\p{L}))`, 'gu');
export const takeToRelatives = (scan: Scan): Part[] => scan.take(RELATIVE_ALONE, ([text]) => text).map(unsure);
export const takeRelatives = (scan: Scan): Part[] => scan.take(FOR_RELATIVE, ([text]) => text).map(unsure);

/**
 * Matches a recipient without a phone: a name after the word "recipient", or a name before an address, as in "To Nina
 * at 7 Mill Lane". The name need not be a known first name.
 */
const RECIPIENT = new RegExp(
  `${START}(?:(?:recipient|получател[ьяю])\\s*:?\\s+(${NAME_WORD}(?:\\s${NAME_WORD}){0,2})(?=\\s*(?:[,;\\n\\ufffc]|$))|(?:to|for)\\s+(?:${RELATION})?(?!the\\s)((?:(?!at\\s)${NAME_WORD}\\s){1,3})(?=(at\\s+)?\\d+\\s+\\p{L}+\\s+\\p{L}|at\\s+\\p{L}))`,
  'giu',
);
function recipientOf(name: string, at: string | undefined) {
  // Without "at", capitalized words may be a place: "To Hotel Astoria 5 Lake Street". Only a title or a known first
  // name then shows that they are a person.
  const words = name.split(' ');
  const isKnown =
    words.every((word) => /^\p{Lu}/u.test(word)) &&
    words.some((word) => TITLE.test(word) || firstNameOf(word) !== undefined);
  return (at !== undefined || isKnown) && !isNoName(name) ? { name: inCapitals(name), phone: '' } : undefined;
}
export const takeRecipient = (scan: Scan): Part[] =>
  scan
    .take(
      RECIPIENT,
      ({ 1: name, 2: placed = '', 3: at, index }) => {
        if (IN_WISH.test(scan.textBefore(index))) return undefined;
        return name === undefined ? recipientOf(placed.trim(), at) : { name, phone: '' };
      },
      1,
    )
    .map((recipient) => ({ ...recipient, kind: 'recipient' }));

const NAME = new RegExp(`^(?!(?:[Ff]or|[Tt]o|[Aa]t|[Дд]ля|[Нн]а|[Вв])\\s)${NAME_WORD}(?: ${NAME_WORD}){0,3}$`, 'u');
const NEW_CLIENT = new RegExp(`^(?:${CLIENT}|from)\\s*:?\\s+(?=\\p{L})`, 'iu');
function isNoName(text: string): boolean {
  const scan = new Scan(text);
  const found = [takePartsOfDay, takeForeign, takeWay, (rest: Scan) => takeDays(rest, '2000-01-01')];
  return (
    BUILDING.test(text) ||
    speaksOfGoods(text) ||
    speaksOfMoney(text) ||
    isRemark(text) ||
    found.some((take) => take(scan).length > 0)
  );
}
/** Matches a name with capital letters. Its surname may be any word: "Johnny Cash", «Иван Цветов». */
const FULL_NAME = /^(\p{Lu}\S*)(?: \p{Lu}\S*)+$/u;
const OF_NAME = new RegExp(`^(?:\\p{Lu}|${CONNECTING}$)`, 'u');
const isOfName = (word: string): boolean => OF_NAME.test(word) || firstNameOf(word) !== undefined;
/** True for words that may be a person's name: words with capital letters, or a known first name in small letters. */
export function mayBeName(text: string): boolean {
  const words = text.replace(NEW_CLIENT, '').split(' ');
  const isName =
    words.every(isOfName) || words.some((word) => /^\p{Ll}/u.test(word) && firstNameOf(word) !== undefined);
  return NAME.test(text) && isName && !BUILDING.test(text) && !isNoName(FULL_NAME.exec(text)?.[1] ?? text);
}
/** True for a word in small letters that is a name beside a phone: "гульчехра +7 912 330-44-29". */
const mayBeSmallName = (text: string): boolean =>
  /^\p{Ll}{2,}$/u.test(text) && !IN_WISH.test(`${text} `) && !isNoName(text);

/** Matches a small word at an edge of a phrase: "a" in "a card", "and" in "vase and". */
const JOINS = /^(?:an?|of)\s+|\s(?:and|plus|with|to|by|и|плюс|со?|[+&])$/giu;
/** Emoji, and the invisible characters that join them. */
const PICTURES = /\p{Extended_Pictographic}|\u200d|\ufe0f/gu;
export const WORD = /[\p{L}\p{N}]/u;

/**
 * Takes the rest of the line. The client's name is the words next to the phone, or else the first words that may be a
 * name. A word in small letters right after a phone's digits is not a name: "9862 peonies". Other words become `unsure`
 * parts, which the form compares with the shop's products.
 * @param isNamed true if the line has the client's name already
 */
export function takeWords(scan: Scan, phone: Part | undefined, isNamed: boolean): Part[] {
  const pieces = scan.pieces().filter(({ text }) => WORD.test(`${text} `.replace(LEADING, '')) && !SMALL.test(text));
  const plain = ({ text }: Span): string => text.replaceAll(PICTURES, '').trim();
  const named = pieces.filter(
    (piece) => !isNamed && mayBeName(plain(piece)) && !IN_WISH.test(scan.textBefore(piece.at)),
  );
  const isLarge = ({ text }: Span): boolean => /^\p{Lu}/u.test(text);
  const mayPrecede = (piece: Span, { at, kind }: Part): boolean => kind === 'phone' || piece.at < at || isLarge(piece);
  const isBeside = (piece: Span): boolean =>
    phone !== undefined && scan.isBeside(piece, phone) && mayPrecede(piece, phone);
  const small =
    isNamed || named.length > 0 ? undefined : pieces.find((piece) => isBeside(piece) && mayBeSmallName(plain(piece)));
  const name = named.find(isBeside) ?? named[0] ?? small;
  return pieces.map((piece) => {
    const value = plain(piece)
      .replace(/^[^\p{L}\p{N}«"“]+/u, '')
      .replaceAll(/\s+/gu, ' ')
      .replace(NEW_CLIENT, '')
      .replace(LEADING, '')
      .replaceAll(JOINS, '');
    const { at, text } = scan.drop(piece);
    const span = { at: at + (LEADING.exec(text)?.[0].length ?? 0), text: text.replace(LEADING, '') };
    return piece === name ? { ...span, kind: 'name', value: inCapitals(value) } : { ...span, kind: 'unsure', value };
  });
}
