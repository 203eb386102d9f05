/**
 * Reads a line such as "Anna 4429, 25 tulips, tomorrow 12-14" as an order. It uses no data of the shop or the page: the
 * form looks up clients and products by the parts found here.
 */

import { firstNameOf } from './first-names.ts';
import { takeGoods, takeMadeUp } from './goods.ts';
import { speaksOfGoods } from './goods-words.ts';
import { type Part, unsure } from './part.ts';
import { isPartOfDay, takePartsOfDay } from './parts-of-day.ts';
import {
  TITLE,
  takeForSomebody,
  takePeople,
  takeRecipient,
  takeRelatives,
  takeToRelatives,
  takeWords,
  WORD,
} from './people.ts';
import { takeOtherPhones, takePhone, takeSplitTail, takeTail } from './phones.ts';
import { DETAIL, takePlace, takeStreet } from './place.ts';
import { takePrices } from './prices.ts';
import { takeAges, takeForeign, takeRemarks } from './remarks.ts';
import { END, foldBlanks, MOST_CHARS, Scan, START } from './scan.ts';
import { ROUBLES, SIGN, sumOf, THOUSANDS } from './sums.ts';
import { DELIVERY_PRICE, DELIVERY_ROUBLES, takeDeliveryPrice, takeFreeDelivery, takeWay } from './ways.ts';
import { takeDays, takeDeadline, takeHour, takeLastHour, takeRange } from './when.ts';

const flags = 'giu';

/** Words before the text of a card: "открытка с надписью …", "card saying …". */
const SAYING =
  '(?:\\s+(?:с\\s+)?(?:текст(?:ом)?|надпись(?:ю)?|подпись(?:ю)?|saying|(?:that |should )?says?|reads|reading|with the (?:words|text)))?';
/** A card's text in quotes or after a colon. Without quotes, `restOfText` finds the text after the first comma. */
const CARD = new RegExp(
  `${START}(?:(?:текст )?открытк[аиу]|card(?: text| message)?|message(?=\\s*:))${SAYING}(?:\\s*[:—-]?\\s*[«"“]([^»"”\\n]{2,300})[»"”]|\\s*:\\s*((?![«"“])[^,;\\n]{2,300}))`,
  flags,
);
/**
 * Matches a card's text that follows "card" without a colon, such as "card Happy birthday". "By card" is not matched,
 * because it means a payment.
 */
const CARD_WORDS = new RegExp(
  `(?<!(?:by|с|по|pay(?:s|ing)?|paid|credit|debit|bank|\\d)\\s)${START}(?:(?:[Тт]екст )?[Оо]ткрытк[аиу]|[Cc]ard(?: text)?)${SAYING}\\s+(?!(?:and|plus|и|плюс|on delivery|payment)(?!\\p{L}))((?:(?=\\p{Lu})|(?=\\p{L}+\\s+\\p{L}))[^,;\\n\\d]{2,300}(?=[,;\\n]|$)|[Сс]о?\\s\\p{L}[^,;\\n\\d]{2,300}(?=[\\d+]))`,
  'gu',
);
/** Returns true if a day or a time follows "card" instead of the card's text: "a card tomorrow, Amy". */
function isAboutTime([first]: readonly Part[]): boolean {
  return first?.at === 0 && (first.kind === 'date' || first.kind === 'slot' || isPartOfDay(first.text));
}
const ENDS_CARD: ReadonlySet<Part['kind']> = new Set(['date', 'slot', 'way']);
function takeCard(scan: Scan, today: string): Part[] {
  const [marked] = scan.rest.matchAll(CARD);
  const [found = undefined] = marked === undefined ? scan.rest.matchAll(CARD_WORDS) : [marked];
  if (found === undefined) return [];
  const quoted = marked?.[1];
  const said = quoted ?? marked?.[2] ?? found[1] ?? '';
  // Reads the card's text only once. `readLine` calls `takeCard` again for another "card" in the text, so reading it
  // twice would take exponential time.
  const parts = marked === undefined ? readLine(said, today) : [];
  if (isAboutTime(parts)) return [];
  // If no comma ends the card's text, a day, a time or a word for delivery ends it: "открытка с днем рождения завтра".
  const end = parts.find(({ kind }) => ENDS_CARD.has(kind))?.at;
  const begun = said.slice(0, end);
  const whole = found[0].slice(0, found[0].length - said.length + begun.length);
  const more =
    quoted === undefined && end === undefined ? restOfText(scan.rest.slice(found.index + found[0].length), today) : '';
  const text = `${whole}${more}`.trimEnd();
  return [{ ...scan.drop({ at: found.index, text }), kind: 'card', value: `${begun}${more}`.trim() }];
}

/**
 * Matches a number that belongs to the text of a card: "Happy 60th birthday", "с 60-летием". Other numbers may be
 * quantities.
 */
const ORDINAL = /(?<![\p{L}\p{N}])\d{1,3}(?:st|nd|rd|th|-?лети\p{L}+)(?!\p{L})/giu;

function restOfText(line: string, today: string): string {
  let end = 0;
  for (const { 0: text, 1: words = '', index } of line.matchAll(/\s*,([^,;\n]*)/gu)) {
    const isText = readLine(words, today).every(({ kind }) => kind === 'name' || kind === 'unsure');
    if (index !== end || !isText || /[\d\ufffc]|^\s*$/u.test(words.replaceAll(ORDINAL, ''))) break;
    end += text.length;
  }
  return line.slice(0, end);
}

const NOTE = new RegExp(
  `${START}(?:note|wish(?:es)?|comment|пожелани[ея]|комментари[ий]|примечание)(?:\\s*[:—-]\\s*|\\s+)([^,;\\n\\ufffc]{2,300})`,
  flags,
);
function takeNote(scan: Scan, today: string): Part[] {
  const [found] = scan.rest.matchAll(NOTE);
  if (found === undefined) return [];
  const more = restOfText(scan.rest.slice(found.index + found[0].length), today);
  const text = `${found[0]}${more}`.trimEnd();
  return [{ ...scan.drop({ at: found.index, text }), kind: 'note', value: `${found[1]}${more}`.trim() }];
}

function takeVague(scan: Scan, isTimed: boolean): Part[] {
  const vague = [...takePartsOfDay(scan), ...takeRemarks(scan)];
  // A further hour beside "14-16" has no meaning, but it must not become part of an address.
  const hour = isTimed ? takeDeadline(scan) : undefined;
  return [...vague, ...(hour === undefined ? [] : [hour])].map(unsure);
}

const PER_CENT = '\\s*(%|процент\\p{L}*|per ?cent)';
const OFF = `${SIGN}?\\s*(${THOUSANDS}|\\d{1,6}(?:[.,]\\d{1,2})?)`;
/**
 * A number before the word is a discount only with a percent sign or "off". In "Anna 4429 discount 10%", 4429 is a
 * phone.
 */
const DISCOUNT = new RegExp(
  `${START}(?:(?:with|an?|со?)\\s+)*(?:(?:скидк\\p{L}{1,2}|discount|минус|minus|less)(?:\\s+(?:of|в))?\\s*[:—-]?\\s*${OFF}(?:${PER_CENT}|\\s*${ROUBLES})?|${OFF}(?:${PER_CENT}\\s*(?:off|discount|скидк\\p{L}{1,2})|(?:\\s*${ROUBLES})?\\s*off))${END}`,
  flags,
);
/** Matches "minus" or "less" before a number of goods, which is not a discount: "минус 3 тюльпана" (tulips). */
const COUNTS = /^(?:минус|minus|less)\s+\d+\s+\p{L}/iu;
const MARKED = new RegExp(`%|процент|${SIGN}|\\d\\s*${ROUBLES}`, 'iu');
const takeDiscount = (scan: Scan): Part[] =>
  scan
    .take(
      DISCOUNT,
      ({ 0: text, 1: behind, 2: isPart, 3: before, 4: isPartBefore, index, input }) =>
        COUNTS.test(input.slice(index)) && !MARKED.test(text)
          ? undefined
          : `${sumOf(behind ?? before ?? '')}${(isPart ?? isPartBefore) === undefined ? '' : '%'}`,
      1,
    )
    .map((discount) => ({ ...discount, kind: 'discount' }));

/** @param digits the client's phone or its last four digits, such as 44-29; empty if neither was found so far */
function takeClientAndGoods(
  scan: Scan,
  digits: readonly Part[],
  prices: Parameters<typeof takeGoods>[1],
  hasRecipient: boolean,
): Part[] {
  const people = takePeople(scan, digits[0], hasRecipient);
  const name = people.find(({ kind }) => kind === 'name');
  const isFor = hasRecipient || people.some(({ kind }) => kind === 'recipient');
  const somebody = isFor ? [] : takeForSomebody(scan);
  const ages = takeAges(scan);
  const madeUp = takeMadeUp(scan);
  const relatives = takeToRelatives(scan);
  const tail = digits.length > 0 ? [] : takeTail(scan, name);
  const [phone = tail[0]] = digits;
  const { items, lost } = takeGoods(scan, prices, name ?? phone);
  const words = takeWords(scan, phone, name !== undefined);
  const goods = [...madeUp, ...items].map((item) => ({ ...item, kind: 'item' as const }));
  return [...people, ...somebody, ...relatives, ...ages, ...tail, ...lost.map(unsure), ...goods, ...words];
}

/**
 * Splits a line into parts. Each word is in a part, except for small ones such as "and".
 * @param today YYYY-MM-DD in the shop's zone
 */
export function readLine(typed: string, today: string): Part[] {
  const line = foldBlanks(typed);
  const scan = new Scan(line);
  // The card is read first, because its text may contain dates, phones and numbers.
  const texts = [...takeCard(scan, today), ...takeNote(scan, today)];
  const named = takeOtherPhones(scan);
  const phone = takePhone(scan);
  const others = [
    ...(named.length > 0 ? named : takeRecipient(scan)),
    ...phone.flatMap((one) => takeOtherPhones(scan, one)),
  ];
  const foreign = [...takeForeign(scan), ...takeRelatives(scan)];
  const discount = takeDiscount(scan);
  const free = takeFreeDelivery(scan);
  const roubles = free.length > 0 ? free : takeDeliveryPrice(scan, DELIVERY_ROUBLES);
  const details = scan.take(DETAIL, ([text]) => text);
  const street = takeStreet(scan);
  const prices = takePrices(scan);
  const range = takeRange(scan, today);
  const days = takeDays(scan, today);
  const day = days.find(({ value }) => value !== '');
  const hour = range ?? takeHour(scan);
  const carried = roubles.length > 0 ? roubles : takeDeliveryPrice(scan, DELIVERY_PRICE);
  const way = takeWay(scan);
  const [pickup, delivery] = pickupOf([...way, ...carried]);
  const hours = hour ?? takeLastHour(scan, [...(day === undefined ? [] : [day]), ...pickup]);
  const split = phone.length > 0 ? [] : takeSplitTail(scan);
  const vague = takeVague(scan, range !== undefined);
  const place = takePlace(scan, delivery, details, street);
  const hasRecipient = others.some(({ kind }) => kind === 'recipient');
  const rest = takeClientAndGoods(scan, [...phone, ...split], prices, hasRecipient);
  const parts: Part[] = [
    ...texts,
    ...foreign,
    ...discount,
    ...phone,
    ...others,
    ...split,
    ...(day === undefined ? [] : [{ ...day, kind: 'date' as const }]),
    ...days.filter(({ value }) => value !== day?.value || value === '').map(unsure),
    ...(hours === undefined ? [] : [{ ...hours, kind: 'slot' as const }]),
    ...vague,
    ...carried,
    ...way,
    ...place,
    ...rest,
  ];
  return withTown(scan, [...parts, ...beyond(line)]).sort((a, b) => a.at - b.at);
}

/**
 * Finds the town after a street, such as "Leeds" in "12 Oak Lane, Leeds". Such a word may also be the client's name. If
 * the line has the client's name elsewhere, the word is surely the town.
 */
function withTown(scan: Scan, parts: readonly Part[]): Part[] {
  const address = parts.find(({ kind }) => kind === 'address');
  const isNamed = parts.some(({ kind }) => kind === 'name');
  const isTown = (part: Part): boolean =>
    address !== undefined &&
    part.at > address.at &&
    scan.isNext(address, part) &&
    /^\p{Lu}[\p{L} -]+$/u.test(part.text);
  // A part is surely a name if it has a first name or title, or is next to a phone. "Leeds" in "22 High St, Leeds" has
  // none of these, so it is unsure.
  const isSurePerson = (part: Part): boolean =>
    part.text.split(/[\s.-]/u).some((word) => firstNameOf(word) !== undefined || TITLE.test(word)) ||
    parts.some((one) => (one.kind === 'phone' || one.kind === 'tail') && scan.isBeside(one, part));
  return parts.map(
    (part): Part =>
      part.kind === 'unsure' && isNamed && !speaksOfGoods(part.text) && isTown(part)
        ? { ...part, kind: 'detail' }
        : part.kind === 'name' && !isSurePerson(part) && isTown(part)
          ? unsure(part)
          : part,
  );
}

function pickupOf(ways: readonly Part[]): readonly [pickup: readonly Part[], delivery: Part | undefined] {
  const isPickup = ({ value }: Part): boolean => value === 'pickup';
  return [ways.filter(isPickup), ways.find((part) => !isPickup(part))];
}

function beyond(line: string): Part[] {
  const text = line.slice(MOST_CHARS);
  return WORD.test(text) ? [unsure({ at: MOST_CHARS, text })] : [];
}
