import { SMALL, speaksOfGoods, sumOf, THOUSANDS, takeGoods, takeMadeUp, takePrices, UNIT } from './goods.ts';
import { type Meanings, type Part, unsure } from './part.ts';
import { takeOtherPhones, takePhone } from './phones.ts';
import { isRemark, speaksOfMoney, takeRemarks } from './remarks.ts';
import { END, foldBlanks, MOST_CHARS, Scan, type Span, START } from './scan.ts';
import { takeDays, takeDeadline, takeHour, takeLastHour, takePartsOfDay, takeRange } from './when.ts';

/**
 * Reads a line such as "Anna 4429, 25 tulips, tomorrow 12-14" as an order. It knows nothing about the shop or the page:
 * the form looks up clients and products by the parts found here.
 */

const flags = 'giu';
const NAME_WORD = "\\p{L}[\\p{L}'’.-]*";

/** A card's text begins with a quote and ends with one, or ends where `restOfText` says. */
const CARD = new RegExp(
  `${START}(?:(?:текст )?открытк[аиу]|card(?: text)?)(?:\\s*[:—-]?\\s*[«"“]([^»"”\\n]{2,300})[»"”]|\\s*:\\s*((?![«"“])[^,;\\n]{2,300}))`,
  flags,
);
/** A card's text without a colon begins with a capital letter or has several words. "By card" means a payment. */
const CARD_WORDS = new RegExp(
  `(?<!(?:by|с|по)\\s)${START}(?:(?:[Тт]екст )?[Оо]ткрытк[аиу]|[Cc]ard(?: text)?)\\s+(?!(?:and|plus|и|плюс)\\s)((?:(?=\\p{Lu})|(?=\\p{L}+\\s+\\p{L}))[^,;\\n\\d]{2,300})(?=[,;\\n]|$)`,
  'gu',
);
function takeCard(scan: Scan, today: string): Part[] {
  const [marked] = scan.rest.matchAll(CARD);
  const [found = undefined] = marked === undefined ? scan.rest.matchAll(CARD_WORDS) : [marked];
  if (found === undefined) return [];
  const quoted = marked?.[1];
  const begun = quoted ?? marked?.[2] ?? found[1] ?? '';
  const more = quoted === undefined ? restOfText(scan.rest.slice(found.index + found[0].length), today) : '';
  const text = `${found[0]}${more}`.trimEnd();
  return [{ ...scan.drop({ at: found.index, text }), kind: 'card', value: `${begun}${more}`.trim() }];
}

/** "Happy 60th birthday", "с 60-летием". Other numbers in a card may be quantities. */
const ORDINAL = /(?<![\p{L}\p{N}])\d{1,3}(?:st|nd|rd|th|-?лети\p{L}+)(?!\p{L})/giu;

/** The text goes on after a comma, up to words that mean something else. */
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

/** The form has no field for a payment or a past day. Their numbers must not become quantities. */
const FOREIGN = new RegExp(
  `${START}(?:(?:paid|prepaid|deposit|оплач\\p{L}*|оплатил\\p{L}?|предоплата|аванс)\\s*[:—-]?\\s*₽?\\s*\\d{1,7}(?:[.,]\\d{1,2})?(?:\\s*(?:₽|руб\\p{L}*\\.?|р\\.?))?|(?:yesterday|вчера)(?:\\s+\\d{1,2})?)${END}`,
  flags,
);
const takeForeign = (scan: Scan): Part[] =>
  scan.take(FOREIGN, ([text]) => text).map((part) => ({ ...part, kind: 'unsure' }));

/** A recipient without a phone. */
const RECIPIENT = new RegExp(
  `${START}(?:recipient|получател[ьяю])\\s*:?\\s+(${NAME_WORD}(?:\\s${NAME_WORD}){0,2})(?=\\s*(?:[,;\\n\\ufffc]|$))`,
  flags,
);
const takeRecipient = (scan: Scan): Part[] =>
  scan
    .take(RECIPIENT, ([, name = '']) => ({ name, phone: '' }), 1)
    .map((recipient) => ({ ...recipient, kind: 'recipient' }));

function takeVague(scan: Scan, isTimed: boolean): Part[] {
  const vague = [...takePartsOfDay(scan), ...takeRemarks(scan)];
  // Beside "14-16" another hour has no meaning, and it must not join an address.
  const hour = isTimed ? takeDeadline(scan) : undefined;
  return [...vague, ...(hour === undefined ? [] : [hour])].map(unsure);
}

const PER_CENT = '\\s*(%|процент\\p{L}*|per ?cent)';
const ROUBLES = '\\s*(?:₽|руб\\p{L}*\\.?|р\\.?)';
const OFF = `₽?\\s*(${THOUSANDS}|\\d{1,6}(?:[.,]\\d{1,2})?)`;
/** A number before the word is a discount only if it cannot mean anything else: "Anna 4429 discount 10%". */
const DISCOUNT = new RegExp(
  `${START}(?:(?:with|an?|со?)\\s+)*(?:(?:скидк\\p{L}{1,2}|discount)(?:\\s+(?:of|в))?\\s*[:—-]?\\s*${OFF}(?:${PER_CENT}|${ROUBLES})?|${OFF}(?:${PER_CENT}\\s*(?:off|discount|скидк\\p{L}{1,2})|(?:${ROUBLES})?\\s*off))${END}`,
  flags,
);
const takeDiscount = (scan: Scan): Part[] =>
  scan
    .take(
      DISCOUNT,
      ([, behind, isPart, before, isPartBefore]) =>
        `${sumOf(behind ?? before ?? '')}${(isPart ?? isPartBefore) === undefined ? '' : '%'}`,
      1,
    )
    .map((discount) => ({ ...discount, kind: 'discount' }));

const CARRIED = `${START}(?:delivery|courier|доставк\\p{L}|курьер\\p{L}{0,3})\\s*[:—-]?\\s*`;
const SUM = `(${THOUSANDS}|\\d{2,6}(?:[.,]\\d{1,2})?)`;
/** Roubles after a delivery word must not become the price of an item. */
const DELIVERY_ROUBLES = new RegExp(`${CARRIED}(?:₽\\s*${SUM}|${SUM}\\s*(?:₽|руб\\p{L}*\\.?|р\\.?))${END}`, flags);
/** A number after a courier may count something else: "курьер 25 роз", "delivery 25 tulips". */
const DELIVERY_PRICE = new RegExp(
  `${START}(?:delivery|доставка)\\s*[:—-]?\\s*${SUM}${END}(?!(?<!\\d{3})\\s+\\p{L})|${CARRIED}${SUM}${END}(?!\\s+(?!(?:to|на|по|в)\\s)\\p{L})`,
  flags,
);
const takeDeliveryPrice = (scan: Scan, pattern: RegExp): Part[] =>
  scan
    .take(pattern, ([, first, second]) => sumOf(first ?? second ?? ''), 1)
    .map((price) => ({ ...price, kind: 'deliveryPrice' }));

const PICK_UP = new RegExp(
  `${START}(?:pick[- ]?up|picks? (?:it )?up|collects?|take[- ]?away|самовывоз\\p{L}*|(?:забер(?:[её]т|у|ут)|забира\\p{L}{1,3}|забрать)(?:\\s+сам[аи]?)?)${END}`,
  flags,
);
const DELIVERY = new RegExp(
  `(?<!(?:before|after|without|no|до|перед|после|без)\\s)${START}(?:(?:with|с|со)\\s+)?(?:deliver(?:y|ed)?|courier|доставк\\p{L}*|доставить|привезти|курьер\\p{L}*)${END}`,
  flags,
);

/** The delivery method that one of the shop's own texts names, such as "Самовывоз". */
export const wayOf = (text: string): Meanings['way'] | undefined =>
  takeWay(new Scan(text)).flatMap((part) => (part.kind === 'way' ? [part.value] : []))[0];

/** "Pick-up" decides; a delivery beside it is not understood. */
function takeWay(scan: Scan): Part[] {
  const [pickup] = scan.take(PICK_UP, () => 'pickup' as const, 1);
  const [delivery] = scan.take(DELIVERY, () => 'delivery' as const, 1);
  return [pickup, delivery].flatMap((way): Part[] => {
    if (way === undefined) return [];
    return [way === delivery && pickup !== undefined ? unsure(way) : { ...way, kind: 'way' }];
  });
}

const FLAT = new RegExp(
  `${START}(?:apt\\.?|apartment|flat|кв\\.?|квартира|оф\\.?|офис|office)\\s*#?\\s*(\\d{1,5}\\p{L}?)${END}`,
  flags,
);
/** Numbers after these words are not quantities. */
const DETAIL = new RegExp(
  `${START}(?:под\\.?\\s*\\d{1,2}|(?:подъезд|парадная|этаж|эт\\.?|домофон|код(?: домофона)?|корпус|корп\\.?|строение|entrance|floor|intercom|(?:door |entry )?code|building|bldg\\.?)\\s*[:№#-]?\\s*[#*]?\\d{1,6}(?:[кkвb#*]\\d{0,6}){0,2}|\\d{1,3}(?:-?\\p{L}{1,2})?\\s+(?:подъезд|этаж)(?!\\s*\\d)|\\d{1,3}(?:st|nd|rd|th)\\s+(?:floor|entrance))${END}`,
  flags,
);
const STREET =
  '(?:ул|улица|улицу|пр|просп|проспект|пр-т|пер|переулок|наб|набережн\\p{L}+|пл|площадь|бульвар|б-р|шоссе|ш|проезд|аллея|street|st|avenue|ave|road|rd|lane|ln|square|sq|drive|dr|boulevard|blvd|embankment|quay|pr|prospekt)';
/** The text up to a comma, or up to a part that was already read. */
const STRETCH = '((?:(?!,(?!\\d))(?<!\\d,(?=\\s))[^;\\n\\ufffc]){2,160})';
const NAMED = new RegExp(`${START}(?:по адресу|адрес|address)\\s*:?\\s+${STRETCH}`, flags);
const LED = new RegExp(`${START}(?:to|at|на|в)\\s+${STRETCH}`, flags);
/** "Ул. 8 Марта 5". */
const HOLIDAY = '(?:\\d{1,2}(?:-го)?\\s+(?=января|февраля|марта|мая|июля|октября|ноября|декабря))?';
const STREET_FIRST = new RegExp(`${START}(?=${STREET}[.\\s]+${HOLIDAY}\\p{L})${STRETCH}`, flags);
/** A place without streets is an address by itself: "деревня Сосновка, дом 4". */
const TOWN = `${START}(?:(?<!\\d\\s*)г\\.|(?:деревня|дер\\.|село|пос\\.|пос[её]лок|мкр\\.?|микрорайон)\\s)\\s*(?=\\p{L}{3})`;
const TOWN_FIRST = new RegExp(`(?=${TOWN})${STRETCH}`, flags);
const TOWN_ALONE = new RegExp(`${TOWN}[\\p{L}-]+`, flags);
const HOUSE_NUMBER = '\\d{1,4}(?:\\p{L}\\d{0,2})?(?:[-–—/]\\d{1,4}\\p{L}?)?';
const STREET_WORD = "\\p{L}[\\p{L}.'’-]*";
/** Matches a whole piece with a street and its house number: "12 Garden street", "Garden street 1". */
const STREET_LAST = new RegExp(
  `^(?:${HOUSE_NUMBER}\\s+${STREET_WORD}\\s+${STREET}\\.?|(?!(?:address|адрес|at|for|to|в|для|на|по)\\s)(?:${STREET_WORD}\\s+){1,2}${STREET}\\.?\\s+${HOUSE_NUMBER})$`,
  'iu',
);
/** Matches a whole piece such as "Садовая 1". Small letters mean goods: "гортензия белая 3". */
const ADJECTIVE_STREET = /^(?:(?:Больш|Мал|Нов|Стар)ая\s)?\p{Lu}\p{Ll}{2,}ая,?\s\d{1,3}\p{L}?$/u;
const ADJECTIVE = /\p{Lu}\p{Ll}{2,}ая\s+$/u;
/** Matches a whole piece such as "Lenina 5-12". */
const HOUSE_AND_FLAT = /^(?:\p{Lu}[\p{L}'’.-]+,?\s){1,3}\d{1,4}[-–—]\d{1,4}\p{L}?$/u;
/** Matches a whole piece such as "Мира д 5". */
const HOUSE_NAMED = /^(?:\p{Lu}[\p{L}'’.-]*,?\s){1,3}(?:д|дом)\.?\s*\d{1,4}\p{L}?$/u;
/** Matches a whole piece such as "Lenina 5". It is an address only right before its apartment or entrance. */
const HOUSED = /^(?:\p{Lu}[\p{L}'’.-]*,?\s+){1,3}\d{1,4}(?:[/-]\d{1,4})?\p{L}?$/u;
const HAS_STREET = new RegExp(`${START}${STREET}${END}`, 'iu');
/** The house number after its street, with or without a comma before it. */
const HOUSE =
  /^[\s,]*(?:(?:д|дом|house|стр|к|корп)\.?\s*)?\d{1,4}(?:[/-]?\d{0,3}\p{L}?)?(?![\p{L}\p{N}]|\s+\p{L}|\s*[xх×*])/iu;

const isPlace = (text: string): boolean =>
  HAS_STREET.test(text) || (/^\p{Lu}/u.test(text) && /\d/u.test(text)) || /^\d+\s+\p{Lu}/u.test(text);

/** A street and its house after a word for delivery: "courier, Lenina 5". Small letters may mean goods. */
const BEHIND_WAY =
  /^[\s,:—-]*((?:\p{Lu}[\p{L}'’.-]*,?\s+){1,3}\d{1,4}(?:[/-]\d{1,4})?\p{L}?)(?=\s*(?:[,;\n\ufffc]|$))/u;

function takeAddress(scan: Scan, delivery: Span | undefined, details: readonly Span[]): Part[] {
  const flats = scan.take(FLAT, ([, flat]) => flat);
  const parts = flats.map((flat, at): Part => (at === 0 ? { ...flat, kind: 'flat' } : unsure(flat)));
  const end = delivery && delivery.at + delivery.text.length;
  const behind = end === undefined ? null : BEHIND_WAY.exec(scan.rest.slice(end));
  if (end !== undefined && behind !== null) {
    const [whole, value = ''] = behind;
    return [...parts, { ...scan.drop({ at: end + whole.length - value.length, text: value }), kind: 'address', value }];
  }
  const isHoused = (piece: Span): boolean =>
    HOUSED.test(piece.text) &&
    [...flats, ...details].some((detail) => detail.at > piece.at && scan.isNext(piece, detail));
  const street = scan
    .pieces()
    .find(
      (piece) =>
        [STREET_LAST, ADJECTIVE_STREET, HOUSE_AND_FLAT, HOUSE_NAMED].some((pattern) => pattern.test(piece.text)) ||
        isHoused(piece),
    );
  if (street !== undefined) return [...parts, { ...scan.drop(street), kind: 'address', value: street.text }];
  for (const [pattern, isSure] of [
    [NAMED, true],
    [LED, false],
    [STREET_FIRST, true],
    [TOWN_FIRST, true],
  ] as const) {
    for (const match of scan.rest.matchAll(pattern)) {
      const said = (match[1] ?? '').trimEnd();
      const start = match.index + match[0].length - (match[1] ?? '').length;
      const [house = ''] = HOUSE.exec(scan.rest.slice(start + said.length)) ?? [];
      const value = `${said}${house}`.trim();
      if (!isSure && !isPlace(value)) continue;
      const whole = scan.rest.slice(match.index, start + said.length + house.length);
      return [...parts, { ...scan.drop({ at: match.index, text: whole }), kind: 'address', value }];
    }
  }
  return parts;
}

/** The address, and the directions and the town beside it. */
function takePlace(scan: Scan, delivery: Span | undefined, details: readonly (Span & { value: string })[]): Part[] {
  const address = takeAddress(scan, delivery, details);
  const isAddress = address.some(({ kind }) => kind === 'address');
  const towns = scan.take(TOWN_ALONE, ([text]) => text);
  return [
    ...address,
    ...[...details, ...towns].map((one): Part => (isAddress ? { ...one, kind: 'detail' } : unsure(one))),
  ];
}

/** Tried in turn: digits after a name, digits that follow no word in small letters, digits anywhere. */
const TAILS = ["(?<=\\p{Lu}[\\p{L}'’-]*\\s+)", "(?<!(?<!\\p{L})\\p{Ll}[\\p{L}'’-]*\\s+)", ''].map(
  (behind) =>
    new RegExp(`(?<![\\p{L}\\p{N}.,:/+-])${behind}[*…]?(\\d{4,7})(?![\\p{L}\\p{N}:/]|[.,-]\\d|${UNIT})`, 'gu'),
);
/** The last number of "15 roses 2990" may be a sum or a phone, so it is neither. */
const AFTER_GOODS = /(?:^|[,;\n\ufffc])[^,;\n\ufffc]*(?<!\p{N})\d{1,3}\s+(?:\p{Ll}+\s+)+$/u;
function takeTail(scan: Scan): Part[] {
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
function takeSplitTail(scan: Scan): Part[] {
  for (const { at, text } of scan.pieces()) {
    const [, name = '', first = '', second = ''] = SPLIT_TAIL.exec(text) ?? [];
    // "14-12" may be a time that was mistyped, and a street has a house and a flat.
    if (first === '' || Math.max(Number(first), Number(second)) <= MOST_HOUR || HAS_STREET.test(name)) continue;
    if (name !== '' && (!scan.isFirst({ at, text }) || ADJECTIVE.test(name))) continue;
    const digits = { at: at + name.length, text: text.slice(name.length) };
    return [{ ...scan.drop(digits), kind: 'tail', value: first + second }];
  }
  return [];
}

const NAME = new RegExp(`^(?!(?:[Ff]or|[Tt]o|[Aa]t|[Дд]ля|[Нн]а|[Вв])\\s)${NAME_WORD}(?: ${NAME_WORD}){0,3}$`, 'u');
/** Words before the name of a client who is new. */
const NEW_CLIENT = /^(?:new (?:client|customer)|нов(?:ый клиент|ая клиентка))\s*:?\s+(?=\p{L})/iu;
/** True for words with a meaning of their own, such as goods, a day or a payment. */
function isNoName(text: string): boolean {
  const scan = new Scan(text);
  const found = [takePartsOfDay, takeForeign, takeWay, (rest: Scan) => takeDays(rest, '2000-01-01')];
  return speaksOfGoods(text) || speaksOfMoney(text) || isRemark(text) || found.some((take) => take(scan).length > 0);
}
/** Matches a name with capital letters. Such a surname may be any word: "Johnny Cash", «Иван Цветов». */
const FULL_NAME = /^(\p{Lu}\S*)(?: \p{Lu}\S*)+$/u;
/** True for words that may be a person's name. */
export const mayBeName = (text: string): boolean => NAME.test(text) && !isNoName(FULL_NAME.exec(text)?.[1] ?? text);
/** Emoji, and the invisible characters that join them. */
const PICTURES = /\p{Extended_Pictographic}|\u200d|\ufe0f/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Small letters that may be a name without a phone: "anna", and not "call before delivery". */
const SMALL_NAME = /^(?!(?:and|plus|with|и|плюс|с|со|ещё|еще)\s)\S+(?:\s\S+)?$/iu;

/**
 * The words next to the phone are the name, or else the first words that may be a name. A word in small letters is not
 * a name away from the phone: "cash". Nor is it one after the last digits: "9862 peonies". The form looks up the rest.
 */
function takeWords(scan: Scan, phone: Part | undefined): Part[] {
  const pieces = scan.pieces().filter(({ text }) => WORD.test(text) && !SMALL.test(text));
  const named = pieces.filter(({ text }) => mayBeName(text.replaceAll(PICTURES, '').trim()));
  const isLarge = ({ text }: Span): boolean => /^\p{Lu}/u.test(text);
  const mayPrecede = (piece: Span, { at, kind }: Part): boolean => kind === 'phone' || piece.at < at || isLarge(piece);
  const beside = phone && named.find((piece) => scan.isBeside(piece, phone) && mayPrecede(piece, phone));
  const isAlone = ({ text }: Span): boolean => phone === undefined && SMALL_NAME.test(text);
  const name = beside ?? named.find((piece) => scan.isFirst(piece) || isLarge(piece) || isAlone(piece));
  return pieces.map((piece) => {
    const value = piece.text.replaceAll(PICTURES, '').replaceAll(/\s+/gu, ' ').trim().replace(NEW_CLIENT, '');
    return { ...scan.drop(piece), kind: piece === name ? 'name' : 'unsure', value };
  });
}

/** @param today YYYY-MM-DD in the shop's zone. Each word is in a part, except for small ones such as "and". */
export function readLine(typed: string, today: string): Part[] {
  const line = foldBlanks(typed);
  const scan = new Scan(line);
  // The card is read first, because its text may contain dates, phones and numbers.
  const texts = [...takeCard(scan, today), ...takeNote(scan, today)];
  const named = takeOtherPhones(scan, true);
  const phone = takePhone(scan);
  const others = [
    ...(named.length > 0 ? named : takeRecipient(scan)),
    ...(phone.length === 0 ? [] : takeOtherPhones(scan, false)),
  ];
  const foreign = takeForeign(scan);
  const discount = takeDiscount(scan);
  const roubles = takeDeliveryPrice(scan, DELIVERY_ROUBLES);
  const details = scan.take(DETAIL, ([text]) => text);
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
  const place = takePlace(scan, delivery, details);
  const madeUp = takeMadeUp(scan);
  const tail = phone.length > 0 || split.length > 0 ? split : takeTail(scan);
  const [digits] = [...phone, ...tail];
  const { items, lost } = takeGoods(scan, prices, digits);
  const words = takeWords(scan, digits);
  const parts: Part[] = [
    ...texts,
    ...foreign,
    ...discount,
    ...phone,
    ...others,
    ...tail,
    ...(day === undefined ? [] : [{ ...day, kind: 'date' as const }]),
    ...days.filter(({ value }) => value !== day?.value || value === '').map(unsure),
    ...(hours === undefined ? [] : [{ ...hours, kind: 'slot' as const }]),
    ...vague,
    ...carried,
    ...way,
    ...place,
    ...lost.map(unsure),
    ...[...madeUp, ...items].map((item) => ({ ...item, kind: 'item' as const })),
    ...words,
  ];
  return [...parts, ...beyond(line)].sort((a, b) => a.at - b.at);
}

/** The parts for a pick-up, and the first one for a delivery. */
function pickupOf(ways: readonly Part[]): readonly [pickup: readonly Part[], delivery: Part | undefined] {
  const isPickup = ({ value }: Part): boolean => value === 'pickup';
  return [ways.filter(isPickup), ways.find((part) => !isPickup(part))];
}

function beyond(line: string): Part[] {
  const text = line.slice(MOST_CHARS);
  return WORD.test(text) ? [unsure({ at: MOST_CHARS, text })] : [];
}
