import { firstNameOf } from './first-names.ts';
import { ANY_GOODS, isGoodsWord, speaksOfGoods, UNIT, YEARS } from './goods-words.ts';
import { type Part, unsure } from './part.ts';
import { END, type Scan, type Span, START } from './scan.ts';

const flags = 'giu';
const FLAT = new RegExp(
  `${START}(?:apt\\.?|apartment|flat|suite|unit|room|кв\\.?|квартира|оф\\.?|офис|office)\\s*#?\\s*(\\d{1,5}\\p{L}?)${END}`,
  flags,
);
/** Directions such as an entrance, a floor or a building. Their numbers are not quantities. */
export const DETAIL = new RegExp(
  `${START}(?:под\\.?\\s*\\d{1,2}|п\\.?\\s?\\d{1,2}(?=\\s+эт)|(?<=\\p{L}[\\p{L}.'’-]*,?\\s(?:д\\.?\\s?)?\\d{1,3},?\\s)к\\.?\\s?\\d{1,2}(?=,?\\s*(?:кв|под|п\\s?\\d|эт|оф))|(?:подъезд|парадная|этаж|эт\\.?|домофон|код(?: домофона)?|корпус|корп\\.?|стр(?:оение|\\.)?|лит(?:ера?|\\.)?|entrance|floor|intercom|(?:door |entry )?code|building|bldg\\.?)\\s*[:№#-]?\\s*[#*]?\\d{1,6}(?:[кkвb#*]\\d{0,6}){0,2}|\\d{1,3}(?:-?\\p{L}{1,2})?\\s+(?:подъезд|этаж)(?!\\s*\\d)|\\d{1,3}(?:st|nd|rd|th)\\s+(?:floor|entrance))${END}`,
  flags,
);
/** In English, the kind of street follows its name, so "Dr Hill" and "close to the station" are not streets. */
const ENGLISH =
  'street|st|avenue|ave|road|rd|lane|ln|square|sq|drive|dr|boulevard|blvd|walk|close|court|crescent|terrace|mews|grove|gardens|row|way|embankment|quay';
const STREET_FRONT =
  'ул|улица|улицу|пр|просп|проспект|пр-т|пер|переулок|наб|набережн\\p{L}+|пл|площадь|бульвар|б-р|шоссе|ш|проезд|аллея|pr|prospekt';
export const STREET = `(?:${STREET_FRONT}|${ENGLISH})`;
/** The text up to a comma, or up to a part that was already read. */
const STRETCH = '((?:(?!,(?!\\d))(?<!\\d,(?=\\s))[^;\\n\\ufffc]){2,160})';
const NAMED = new RegExp(`${START}(?:по адресу|адрес|address)\\s*:?\\s+(?!позже|потом|later)${STRETCH}`, flags);
const LED = new RegExp(`${START}(?:to|at|на|в)\\s+${STRETCH}`, flags);
/** A date that begins a street's name: "Ул. 8 Марта 5". */
const HOLIDAY = '(?:\\d{1,2}(?:-го)?\\s+(?=января|февраля|марта|мая|июля|октября|ноября|декабря))?';
const STREET_FIRST = new RegExp(
  `${START}(?=(?:(?:д|дом)\\.?\\s*\\d{1,4}\\p{L}?,?\\s+)?(?:${STREET_FRONT})[.\\s]+${HOLIDAY}\\p{L})${STRETCH}`,
  flags,
);
/** A place without streets is an address by itself: "деревня Сосновка, дом 4". */
const TOWN = `${START}(?:(?<!\\d\\s*)г\\.|(?:деревня|дер\\.|село|пос\\.|пос[её]лок|мкр\\.?|микрорайон)\\s)\\s*(?=\\p{L}{3}|(?<=мкр\\.?\\s|район\\s)\\d)`;
const TOWN_FIRST = new RegExp(`(?=${TOWN})${STRETCH}`, flags);

const HOUSE_NUMBER = '\\d{1,4}(?:\\p{L}\\d{0,2})?(?:[-–—/]\\d{1,4}\\p{L}?)?';
/** The town and the postcode after a street: ", Boston, MA 02139", ", Leeds LS6 2AB". */
const POSTCODE = '(?:[a-z]{1,2}\\d[a-z\\d]?\\s?\\d[a-z]{2}|[a-z]{2}\\s\\d{5}(?:-\\d{4})?)(?![\\p{L}\\p{N}])';
const TOWN_BEHIND = new RegExp(`^,?\\s*(?:\\p{L}[\\p{L}.'’ -]{2,30},?\\s+){0,2}${POSTCODE}`, 'iu');
const TOWN_ALONE = new RegExp(`${TOWN}[\\p{L}-]+|${START}${POSTCODE}`, flags);
const STREET_WORD = "\\p{L}[\\p{L}.'’-]*";
const ANY_CASE = ENGLISH.replaceAll(/(?<![a-z])[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** Matches a house number and its street: "At 77 S High St", "4 and 6 Oak Lane". It is read before prices and hours. */
const NUMBERED = new RegExp(
  `${START}(?<!\\d[/-])(?:(?:[Tt]o|[Aa]t|[Oo]n)\\s+)?((?:\\d{1,4}\\s*(?:and|&|-)\\s*)?\\d{1,5}(?:[/-]\\d{1,4})?\\p{L}?\\s+(?:\\p{Lu}[\\p{L}.'’-]*\\s+){1,3}(?:${ANY_CASE})${END}\\.?)`,
  'gu',
);
export const takeStreet = (scan: Scan): (Span & { value: string })[] =>
  scan.take(NUMBERED, ([, place = '']) => (place.split(' ').some(isGoodsWord) ? undefined : place), 1);
/** Matches a whole piece with a street and its house number: "12 Garden street", "Garden street 1". */
const STREET_LAST = new RegExp(
  `^(?:${HOUSE_NUMBER}\\s+${STREET_WORD}\\s+${STREET}\\.?|(?!(?:address|адрес|at|for|to|в|для|на|по)\\s)(?:${STREET_WORD}\\s+){1,2}${STREET}\\.?\\s+${HOUSE_NUMBER})$`,
  'iu',
);
/** Matches a part of the line such as "Садовая 1". Words in lower case mean goods: "гортензия белая 3". */
const ADJECTIVE_STREET = /^(?:(?:Больш|Мал|Нов|Стар)ая\s)?\p{Lu}\p{Ll}{2,}ая,?\s\d{1,3}\p{L}?$/u;
export const ADJECTIVE = /\p{Lu}\p{Ll}{2,}ая\s+$/u;
/** Matches a street, house and apartment at the end of a text, such as "Lenina 5-12", even after other words. */
const HOUSE_AND_FLAT = /(?:\p{Lu}[\p{L}'’.-]+,?\s){1,3}\d{1,4}[-–—]\d{1,4}\p{L}?$/u;
/** A house number: "5", "5/2", "5-12", "5а" or "8к1". */
const HOUSE_NO = '\\d{1,4}(?:\\s?[/-]\\s?\\d{1,4})?(?:\\p{L}\\d{0,2})?';
const CAPITALS = "(?:\\p{Lu}[\\p{L}'’.-]*,?\\s+){1,3}";
/** Matches a whole piece such as "Мира д 5". */
const HOUSE_NAMED = new RegExp(`^${CAPITALS}(?:д|дом)\\.?\\s*${HOUSE_NO}$`, 'u');
/** Matches a street and house number, "Lenina 5". An address needs an apartment or entrance too: "Lenina 5-12". */
const HOUSED = new RegExp(
  `(?<=^|^(?:\\p{Ll}+\\s)+)(?:${CAPITALS}${HOUSE_NO}|\\d{1,4}(?:[/-]\\d{1,4})?(?:\\s\\p{Lu}[\\p{L}'’.-]*){1,3})$`,
  'u',
);
export const HAS_STREET = new RegExp(`${START}${STREET}${END}`, 'iu');
/** The house number after its street, with or without a comma before it. */
const HOUSE =
  /^[\s,]*(?:(?:д|дом|house|стр|к|корп)\.?\s*)?\d{1,4}(?:[/-]?\d{0,3}\p{L}?)?(?![\p{L}\p{N}]|\s+\p{L}|\s*[xх×*])/iu;

/** Words for buildings. They are part of a place's name, and never of a person's. */
export const BUILDING =
  /(?<!\p{L})(?:church|chapel|hospital|hospice|hotel|school|college|university|home|office|club|restaurant|caf[eé])(?!\p{L})/iu;
const isPlace = (text: string): boolean =>
  (BUILDING.test(text) && /\p{Lu}/u.test(text)) ||
  HAS_STREET.test(text) ||
  (/^\p{Lu}/u.test(text) && /\d/u.test(text)) ||
  /^\d+\s+\p{Lu}/u.test(text);

const ENDS_HOUSE = `(?!${UNIT}|\\s+(?:${ANY_GOODS}|${YEARS}))(?=\\s*(?:[,;\\n\\ufffc]|$)|\\s+\\p{L})`;
/** Matches a street in small letters with its house: the "лесную 7-15" of "На лесную 7-15". */
const SMALL_PLACE = new RegExp(`^\\p{Ll}{3,}\\s${HOUSE_NO}${ENDS_HOUSE}`, 'u');
function smallPlaceIn(text: string): string | undefined {
  const [place = ''] = SMALL_PLACE.exec(text) ?? [];
  return place === '' || speaksOfGoods(place) ? undefined : place;
}

/** Matches a place with its house number right after a word for delivery: "courier, Lenina 5". */
const BEHIND_WAY = new RegExp(
  `^[\\s,:—-]*(?:(?:в|во|на|до|к|to|at)\\s+)?((?:\\p{Ll}+\\s+){0,3}${CAPITALS}(?:\\p{Ll}{1,3}\\s+${CAPITALS})?${HOUSE_NO})${ENDS_HOUSE}`,
  'u',
);
/**
 * Matches lower-case words and a number after a delivery word, as in "Доставка ленина 5 весна". The words may name a
 * place or goods.
 */
const SMALL_BEHIND_WAY = new RegExp(
  `^[\\s,:—-]*(?:на\\s+)?(?!мкр|дом)((\\p{Ll}{3,}(?:\\s\\p{Ll}{3,})?)\\s+(\\d{1,3}))(?=\\s+\\p{L})${ENDS_HOUSE}`,
  'u',
);
/** Matches lower-case words and a number after "в" or "во": "Доставка в школу 5" (delivery to school 5). */
const INTO = new RegExp(`^[\\s,:—-]*(?:в|во)\\s+((?:\\p{Ll}{3,}\\s+){1,2}(?:№\\s*)?\\d{1,4})${ENDS_HOUSE}`, 'u');

function takeBehind(scan: Scan, delivery: Span | undefined, pattern: RegExp) {
  const end = delivery && delivery.at + delivery.text.length;
  const [whole = '', value = '', name = '', count = ''] = pattern.exec(scan.rest.slice(end)) ?? [];
  const isOther = speaksOfGoods(value) || value.split(/[\s,]+/u).some((word) => isGoodsWord(word) || firstNameOf(word));
  if (end === undefined || value === '' || isOther) return undefined;
  return { ...scan.drop({ at: end + whole.length - value.length, text: value }), value, name, count };
}

/** Removes the person's name after an address: "14 oak street amy". */
function withoutPerson(text: string): string {
  const [, place = '', word = ''] = /^(.*\d.*|\P{N}*\s\P{N}+)\s(\p{L}+)$/u.exec(text) ?? [];
  return firstNameOf(word) !== undefined && (/\d/u.test(place) || HAS_STREET.test(place)) ? place : text;
}

function takeStretch(scan: Scan): Part[] {
  for (const [pattern, isSure] of [
    [NAMED, true],
    [LED, false],
    [STREET_FIRST, true],
    [TOWN_FIRST, true],
  ] as const) {
    for (const match of scan.rest.matchAll(pattern)) {
      const said = (match[1] ?? '').trimEnd();
      const start = match.index + match[0].length - (match[1] ?? '').length;
      // "5 Park Road, 4500" begins with its house number, so 4500 is not a house number.
      const [house = ''] = /^\d+\s/u.test(said) ? [] : (HOUSE.exec(scan.rest.slice(start + said.length)) ?? []);
      const small = match[0].startsWith('на') ? smallPlaceIn(said) : undefined;
      const value = small ?? withoutPerson(`${said}${house}`.trim());
      if (!isSure && small === undefined && !isPlace(value)) continue;
      const end = said.length + house.length - (`${said}${house}`.trim().length - value.length);
      const text = scan.rest.slice(match.index, start + end);
      return [{ ...scan.drop({ at: match.index, text }), kind: 'address', value }];
    }
  }
  return [];
}

function takeAddress(
  scan: Scan,
  delivery: Span | undefined,
  details: readonly Span[],
  known: readonly (Span & { value: string })[],
): Part[] {
  const flats = scan.take(FLAT, ([, flat]) => flat);
  const parts = flats.map((flat, at): Part => (at === 0 ? { ...flat, kind: 'flat' } : unsure(flat)));
  if (known.length > 0) return [...parts, ...known.map((one): Part => ({ ...one, kind: 'address' }))];
  const behind = takeBehind(scan, delivery, BEHIND_WAY);
  if (behind !== undefined) return [...parts, { ...behind, kind: 'address' }];
  const small = takeBehind(scan, delivery, SMALL_BEHIND_WAY);
  if (small !== undefined)
    parts.push({ ...small, kind: 'item', value: { name: small.name, quantity: small.count, price: '' } });
  // Words in small letters before the street may be goods: "весна Ленина 25/3 кв 8".
  const housed = scan.pieces().flatMap(({ at, text }): Span[] => {
    const [own] = HOUSED.exec(text) ?? [];
    const piece = { at: at + text.length - (own?.length ?? 0), text: own ?? '' };
    const isAddress =
      HOUSE_AND_FLAT.test(own ?? '') ||
      [...flats, ...details].some((one) => one.at > piece.at && scan.isNext(piece, one));
    return own !== undefined && isAddress ? [piece] : [];
  });
  const whole = [STREET_LAST, ADJECTIVE_STREET, HOUSE_NAMED];
  const street = scan.pieces().find(({ text }) => whole.some((pattern) => pattern.test(text))) ?? housed[0];
  if (street !== undefined) return [...parts, { ...scan.drop(street), kind: 'address', value: street.text }];
  return [...parts, ...takeStretch(scan)];
}

function withPostcode(scan: Scan, part: Part): Part {
  const end = part.at + part.text.length;
  const [town] = part.kind === 'address' ? (TOWN_BEHIND.exec(scan.rest.slice(end)) ?? []) : [];
  const isPerson = town?.split(/[\s,]+/u).some((word) => firstNameOf(word) !== undefined);
  if (part.kind !== 'address' || town === undefined || isPerson) return part;
  scan.drop({ at: end, text: town });
  return { ...part, text: part.text + town, value: part.value + town };
}

export function takePlace(
  scan: Scan,
  delivery: Span | undefined,
  details: readonly (Span & { value: string })[],
  street: readonly (Span & { value: string })[],
): Part[] {
  const into = takeBehind(scan, delivery, INTO);
  const found = takeAddress(scan, delivery, details, street).map((part) => withPostcode(scan, part));
  const hasStreet = found.some(({ kind }) => kind === 'address');
  const address: Part[] = into === undefined ? found : [{ ...into, kind: hasStreet ? 'detail' : 'address' }, ...found];
  const isAddress = hasStreet || into !== undefined;
  const towns = scan.take(TOWN_ALONE, ([text]) => text);
  return [
    ...address,
    ...[...details, ...towns].map((one): Part => (isAddress ? { ...one, kind: 'detail' } : unsure(one))),
  ];
}
