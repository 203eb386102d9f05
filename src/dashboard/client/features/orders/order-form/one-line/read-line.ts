import { type Good, takeGoods, takePrices } from './goods.ts';
import { END, Scan, type Span, START } from './scan.ts';
import { takeDay, takeHour, takeLastHour, takeRange } from './when.ts';

/**
 * Reads a line such as "Anna 4429, 25 tulips, tomorrow 12-14" as an order. It knows nothing about the shop or the page:
 * the form looks up clients and products by the parts found here.
 */

interface Meanings {
  readonly name: string;
  /** The complete number, as it was typed. */
  readonly phone: string;
  /** The last digits of the phone of a client who ordered before. */
  readonly tail: string;
  /** Another person who receives the order; the phone as it was typed. */
  readonly recipient: { readonly name: string; readonly phone: string };
  readonly item: Good;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:mm, or empty. */
  readonly slot: { readonly timeStart: string; readonly timeEnd: string };
  readonly way: 'delivery' | 'pickup';
  /** Roubles. */
  readonly deliveryPrice: string;
  readonly address: string;
  readonly flat: string;
  /** The text of the gift card. */
  readonly card: string;
  /** A wish of the client. */
  readonly note: string;
  /** The discount on the order: `10%`, or roubles. */
  readonly discount: string;
  /** Words without a clear meaning; a product may have this name. */
  readonly unsure: string;
}

/** A part of the line and what it means. */
export type Part = {
  [Kind in keyof Meanings]: Span & { readonly kind: Kind; readonly value: Meanings[Kind] };
}[keyof Meanings];

const flags = 'giu';

const PHONES: readonly RegExp[] = [
  // A complete Russian number; its country code is optional.
  /(?<![\p{L}\p{N}+]|\+\d{1,3}[\s-]?\(?)(?:\+?7|8)?[\s-]?\(?\d{3}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\+\d{7,15}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\+\d{1,3}(?:[ -]?\(?\d{2,5}\)?){2,5}(?![\p{L}\p{N}]|[ -]?\d)/gu,
  /(?<![\p{L}\p{N}+-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-.]\d{4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}+-])\d{2,3}-\d{2}-\d{2}(?![\p{L}\p{N}-])/gu,
  /(?<![\p{L}\p{N}+])\d{10,15}(?![\p{L}\p{N}])/gu,
];
const LEAST_DIGITS = 10;

/** "+44 7911 123456 25 tulips": the last digits belong to the words after them. */
function ownDigits(text: string, behind: string): string {
  if (!text.startsWith('+') || !/^\s*\p{L}/u.test(behind)) return text;
  const shorter = text.replace(/\s+\d{1,3}$/u, '');
  return shorter.replaceAll(/\D/gu, '').length >= LEAST_DIGITS ? shorter : text;
}

/** The words before the phone of a recipient, with their name. */
const FOR = new RegExp(
  `${START}(?:for|для|recipient|получател[ьяю])\\s*:?\\s+((?:\\p{Lu}[\\p{L}'’.-]*[\\s,:]+){1,3})$`,
  'u',
);

function takePhone(scan: Scan): Part[] {
  for (const pattern of PHONES) {
    const match = [...scan.rest.matchAll(pattern)].find(({ index }) => !FOR.test(scan.rest.slice(0, index)));
    if (match === undefined) continue;
    const text = ownDigits(match[0], scan.rest.slice(match.index + match[0].length)).trim();
    const at = match.index + match[0].indexOf(text);
    return [{ ...scan.drop({ at, text }), kind: 'phone', value: text }];
  }
  return [];
}

/** "Anna 4429, …": the client is known without a phone. */
const STARTS_WITH_TAIL = /^\s*(?:\p{Lu}[\p{L}'’-]*\s+){1,3}[*…]?\d{4}\s*[,;\n]/u;

/** A phone after "for Olga" is the recipient's. Another second phone is not understood, and its digits count no goods. */
function takeOtherPhones(scan: Scan, areNamed: boolean): Part[] {
  return PHONES.slice(0, 3).flatMap((pattern) =>
    [...scan.rest.matchAll(pattern)].flatMap((match): Part[] => {
      const phone = ownDigits(match[0], scan.rest.slice(match.index + match[0].length)).trimEnd();
      const [before = '', name] = FOR.exec(scan.rest.slice(0, match.index)) ?? [];
      if (areNamed && name === undefined) return [];
      const text = `${before}${phone}`.trimStart();
      const span = scan.drop({ at: match.index + phone.length - text.length, text });
      if (name === undefined) return [{ ...span, kind: 'unsure', value: text }];
      return [{ ...span, kind: 'recipient', value: { name: name.replace(/[\s,:]+$/u, ''), phone: phone.trim() } }];
    }),
  );
}

/** A card's text ends with its closing quote, or at a comma. */
const CARD = new RegExp(
  `${START}(?:(?:текст )?открытк[аиу]|card(?: text)?)(?:\\s*[:—-]?\\s*[«"“]([^»"”\\n]{2,300})[»"”]|\\s*:\\s*((?![«"“])[^,;\\n]{2,300}))`,
  flags,
);
/** A card's text without a colon begins with a capital letter or has several words. "By card" means a payment. */
const CARD_WORDS = new RegExp(
  `(?<!(?:by|с|по)\\s)${START}(?:(?:[Тт]екст )?[Оо]ткрытк[аиу]|[Cc]ard(?: text)?)\\s+((?:(?=\\p{Lu})|(?=\\p{L}+\\s+\\p{L}))[^,;\\n\\d]{2,300})(?=[,;\\n]|$)`,
  'gu',
);
const takeCard = (scan: Scan): Part[] => {
  const marked = scan.take(CARD, ([, quoted, bare]) => (quoted ?? bare)?.trim(), 1);
  const cards = marked.length > 0 ? marked : scan.take(CARD_WORDS, ([, text]) => text?.trim(), 1);
  return cards.map((card) => ({ ...card, kind: 'card' }));
};

const NOTE = new RegExp(
  `${START}(?:note|wish(?:es)?|comment|пожелани[ея]|комментари[ий]|примечание)(?:\\s*[:—-]\\s*|\\s+)([^,;\\n]{2,300})`,
  flags,
);
const takeNote = (scan: Scan): Part[] =>
  scan.take(NOTE, ([, text]) => text?.trim(), 1).map((note) => ({ ...note, kind: 'note' }));

/** The form has no field for a payment or a past day. Their numbers must not become quantities. */
const FOREIGN = new RegExp(
  `${START}(?:(?:paid|prepaid|deposit|оплач\\p{L}*|оплатил\\p{L}?|предоплата|аванс)\\s*[:—-]?\\s*₽?\\s*\\d{1,7}(?:[.,]\\d{1,2})?(?:\\s*(?:₽|руб\\p{L}*\\.?|р\\.?))?|(?:yesterday|вчера)(?:\\s+\\d{1,2})?)${END}`,
  flags,
);
const takeForeign = (scan: Scan): Part[] =>
  scan.take(FOREIGN, ([text]) => text).map((part) => ({ ...part, kind: 'unsure' }));

const PER_CENT = '\\s*(%|процент\\p{L}*|per ?cent)';
const ROUBLES = '\\s*(?:₽|руб\\p{L}*\\.?|р\\.?)';
const OFF = '₽?\\s*(\\d{1,6}(?:[.,]\\d{1,2})?)';
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
        `${(behind ?? before ?? '').replace(',', '.')}${(isPart ?? isPartBefore) === undefined ? '' : '%'}`,
      1,
    )
    .map((discount) => ({ ...discount, kind: 'discount' }));

const CARRIED = `${START}(?:delivery|courier|доставк\\p{L}|курьер\\p{L}{0,3})\\s*[:—-]?\\s*`;
const SUM = '(\\d{2,6}(?:[.,]\\d{1,2})?)';
/** Roubles after a delivery word must not become the price of an item. */
const DELIVERY_ROUBLES = new RegExp(`${CARRIED}(?:₽\\s*${SUM}|${SUM}\\s*(?:₽|руб\\p{L}*\\.?|р\\.?))${END}`, flags);
/** A number after a courier may count something else: "курьер 25 роз", "delivery 25 tulips". */
const DELIVERY_PRICE = new RegExp(
  `${START}(?:delivery|доставка)\\s*[:—-]?\\s*${SUM}${END}(?!(?<!\\d{3})\\s+\\p{L})|${CARRIED}${SUM}${END}(?!\\s+\\p{L})`,
  flags,
);
const takeDeliveryPrice = (scan: Scan, pattern: RegExp): Part[] =>
  scan
    .take(pattern, ([, first, second]) => (first ?? second)?.replace(',', '.'), 1)
    .map((price) => ({ ...price, kind: 'deliveryPrice' }));

const PICK_UP = new RegExp(
  `${START}(?:pick[- ]?up|picks? (?:it )?up|collects?|самовывоз\\p{L}*|забер[её]т|заберу|заберут)${END}`,
  flags,
);
const DELIVERY = new RegExp(
  `${START}(?:(?:with|с|со)\\s+)?(?:deliver(?:y|ed)?|courier|доставк\\p{L}*|доставить|привезти|курьер\\p{L}*)${END}`,
  flags,
);

/** The delivery method that one of the shop's own texts names, such as "Самовывоз". */
export const wayOf = (text: string): Meanings['way'] | undefined =>
  takeWay(new Scan(text)).flatMap((part) => (part.kind === 'way' ? [part.value] : []))[0];

function takeWay(scan: Scan): Part[] {
  const [pickup] = scan.take(PICK_UP, () => 'pickup' as const, 1);
  const [delivery] = scan.take(DELIVERY, () => 'delivery' as const, 1);
  const way = pickup ?? delivery;
  return way === undefined ? [] : [{ ...way, kind: 'way' }];
}

const FLAT = new RegExp(
  `${START}(?:apt\\.?|apartment|flat|кв\\.?|квартира|офис|office)\\s*#?\\s*(\\d{1,5}\\p{L}?)${END}`,
  flags,
);
const STREET =
  '(?:ул|улица|улицу|пр|просп|проспект|пр-т|пер|переулок|наб|набережн\\p{L}+|пл|площадь|бульвар|б-р|шоссе|ш|проезд|аллея|street|st|avenue|ave|road|rd|lane|ln|square|sq|drive|dr|boulevard|blvd|embankment|quay)';
/** The text up to a comma, or up to a part that was already read. */
const STRETCH = '((?:(?!,(?!\\d))(?<!\\d,(?=\\s))[^;\\n\\ufffc]){2,160})';
const NAMED = new RegExp(`${START}(?:по адресу|адрес|address)\\s*:?\\s+${STRETCH}`, flags);
const LED = new RegExp(`${START}(?:to|на|в)\\s+${STRETCH}`, flags);
const STREET_FIRST = new RegExp(`${START}(?=${STREET}[.\\s]+\\p{L})${STRETCH}`, flags);
const HOUSE_NUMBER = '\\d{1,4}\\p{L}?';
const STREET_WORD = "\\p{L}[\\p{L}.'’-]*";
/** Matches a whole piece with a street and its house number: "12 Garden street", "Garden street 1". */
const STREET_LAST = new RegExp(
  `^(?:${HOUSE_NUMBER}\\s+${STREET_WORD}\\s+${STREET}\\.?|(?!(?:address|адрес|at|for|to|в|для|на|по)\\s)(?:${STREET_WORD}\\s+){1,2}${STREET}\\.?\\s+${HOUSE_NUMBER})$`,
  'iu',
);
/** Matches a whole piece such as "Садовая 1". Small letters mean goods: "гортензия белая 3". */
const ADJECTIVE_STREET = /^(?:(?:Больш|Мал|Нов|Стар)ая\s)?\p{Lu}\p{Ll}{2,}ая,?\s\d{1,3}\p{L}?$/u;
/** Matches a whole piece such as "Lenina 5-12". */
const HOUSE_AND_FLAT = /^(?:\p{Lu}[\p{L}'’.-]+,?\s){1,3}\d{1,4}[-–—]\d{1,4}\p{L}?$/u;
const HAS_STREET = new RegExp(`${START}${STREET}${END}`, 'iu');
/** The house number after its street, with or without a comma before it. */
const HOUSE =
  /^[\s,]*(?:(?:д|дом|house|стр|к|корп)\.?\s*)?\d{1,4}(?:[/-]?\d{0,3}\p{L}?)?(?![\p{L}\p{N}]|\s+\p{L}|\s*[xх×*])/iu;

const isPlace = (text: string): boolean =>
  HAS_STREET.test(text) || (/^\p{Lu}/u.test(text) && /\d/u.test(text)) || /^\d+\s+\p{Lu}/u.test(text);

/** A street and its house after a word for delivery: "courier, Lenina 5". Small letters may mean goods. */
const BEHIND_WAY = /^[\s,]*((?:\p{Lu}[\p{L}'’.-]*,?\s+){1,3}\d{1,4}(?:[/-]\d{1,4})?\p{L}?)(?=\s*(?:[,;\n\ufffc]|$))/u;

function takeAddress(scan: Scan, delivery: Span | undefined): Part[] {
  const parts: Part[] = scan.take(FLAT, ([, flat]) => flat, 1).map((flat) => ({ ...flat, kind: 'flat' }));
  const end = delivery && delivery.at + delivery.text.length;
  const behind = end === undefined ? null : BEHIND_WAY.exec(scan.rest.slice(end));
  if (end !== undefined && behind !== null) {
    const [whole, value = ''] = behind;
    return [...parts, { ...scan.drop({ at: end + whole.length - value.length, text: value }), kind: 'address', value }];
  }
  const street = scan
    .pieces()
    .find(({ text }) => [STREET_LAST, ADJECTIVE_STREET, HOUSE_AND_FLAT].some((pattern) => pattern.test(text)));
  if (street !== undefined) return [...parts, { ...scan.drop(street), kind: 'address', value: street.text }];
  for (const [pattern, isSure] of [
    [NAMED, true],
    [LED, false],
    [STREET_FIRST, true],
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

const TAIL = /(?<![\p{L}\p{N}.,:/+-])[*…]?(\d{4,7})(?![\p{L}\p{N}:/]|[.,-]\d|\s*(?:[шШ]т|x|х|×|\p{Ll}))/gu;
/** The last number of "15 roses 2990" may be a sum or a phone, so it is neither. */
const AFTER_GOODS = /(?:^|[,;\n\ufffc])[^,;\n\ufffc]*(?<!\p{N})\d{1,3}\s+(?:\p{Ll}+\s+)+$/u;
const takeTail = (scan: Scan): Part[] =>
  scan
    .take(TAIL, ({ 1: digits, index, input }) => (AFTER_GOODS.test(input.slice(0, index)) ? undefined : digits), 1)
    .map((tail) => ({ ...tail, kind: 'tail' }));

const NAME = /^\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){0,3}$/u;
/** True for words that may be a person's name. */
export const mayBeName = (text: string): boolean => NAME.test(text);
/** Emoji, and the invisible characters that join them. */
const PICTURES = /\p{Extended_Pictographic}|\u200d|\ufe0f/gu;
const WORD = /[\p{L}\p{N}]/u;
/** Words without a meaning of their own. */
const SMALL = /^(?:and|at|by|for|from|in|on|to|with|в|во|для|и|к|на|по|с|со)$/iu;

/** The words next to the phone are the name, or else the first words that may be a name. The form looks up the rest. */
function takeWords(scan: Scan, phone: Span | undefined): Part[] {
  const pieces = scan.pieces().filter(({ text }) => WORD.test(text) && !SMALL.test(text));
  const named = pieces.filter(({ text }) => NAME.test(text.replaceAll(PICTURES, '').trim()));
  const beside = phone === undefined ? undefined : named.find((piece) => scan.isBeside(piece, phone));
  const name = beside ?? named[0];
  return pieces.map((piece) => {
    const value = piece.text.replaceAll(PICTURES, '').replaceAll(/\s+/gu, ' ').trim();
    return { ...scan.drop(piece), kind: piece === name ? 'name' : 'unsure', value };
  });
}

/** @param today YYYY-MM-DD in the shop's zone */
export function readLine(line: string, today: string): Part[] {
  const scan = new Scan(line);
  // The card is read first, because its text may contain dates, phones and numbers.
  const texts = [...takeCard(scan), ...takeNote(scan)];
  const named = STARTS_WITH_TAIL.test(scan.rest) ? takeOtherPhones(scan, true) : [];
  const phone = takePhone(scan);
  const others = [...named, ...takeOtherPhones(scan, phone.length === 0)];
  const foreign = takeForeign(scan);
  const discount = takeDiscount(scan);
  const roubles = takeDeliveryPrice(scan, DELIVERY_ROUBLES);
  const prices = takePrices(scan);
  const range = takeRange(scan);
  const day = takeDay(scan, today);
  const said = range ?? takeHour(scan);
  const carried = roubles.length > 0 ? roubles : takeDeliveryPrice(scan, DELIVERY_PRICE);
  const way = takeWay(scan);
  const pickup = way.filter(({ value }) => value === 'pickup');
  const hours = said ?? takeLastHour(scan, day === undefined ? pickup : [day, ...pickup]);
  const address = takeAddress(
    scan,
    [...way, ...carried].find(({ value }) => value !== 'pickup'),
  );
  const tail = phone.length > 0 ? [] : takeTail(scan);
  const items = takeGoods(scan, prices, phone.length + tail.length === 0);
  const words = takeWords(scan, phone[0] ?? tail[0]);
  const parts: Part[] = [
    ...texts,
    ...foreign,
    ...discount,
    ...phone,
    ...others,
    ...tail,
    ...(day === undefined ? [] : [{ ...day, kind: 'date' as const }]),
    ...(hours === undefined ? [] : [{ ...hours, kind: 'slot' as const }]),
    ...carried,
    ...way,
    ...address,
    ...items.map((item) => ({ ...item, kind: 'item' as const })),
    ...words,
  ];
  return parts.sort((a, b) => a.at - b.at);
}
