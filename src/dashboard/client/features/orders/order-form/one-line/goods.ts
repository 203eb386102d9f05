import {
  ANY_GOODS,
  FLOWERS_ANY,
  LEADING,
  MADE,
  MEASURES,
  PACK,
  PACKED,
  PIECES,
  speaksOfGoods,
  TIMES,
  UNIT,
  WEIGHTS,
  WHOLE,
  YEARS,
} from './goods-words.ts';
import { ENDS, type Price, type Sum } from './prices.ts';
import { END, PLUS, type Scan, SMALL, type Span, START } from './scan.ts';
import { AMOUNT, plain, sumOf } from './sums.ts';

export interface Good {
  readonly name: string;
  readonly quantity: string;
  /** The price of one piece in roubles; empty if the line has no price. */
  readonly price: string;
  /**
   * True if the user confirmed Docket's suggestion: that the words are an item, or that they mean the offered product.
   */
  readonly isTaken?: boolean;
}

/** A number begins the next item: "3 пиона 2 вазы 1 открытка". */
const NEXT_COUNT = new RegExp(
  `(?<=^\\d{1,4}\\s.*\\p{L})(?<!\\s(?:of|with|из|по|с))\\s+(?=\\d{1,3}\\s+${ANY_GOODS}${END})|(?<=\\p{L}\\s+\\d{1,4}\\s*(?:шт|вет|стеб|stem|pc)\\p{L}*\\.?)\\s+(?=${ANY_GOODS}${END})|(?<=^\\d{1,4}\\s.*${ANY_GOODS})\\s+(?=\\d{1,3}\\s+(?!штук|вет|стеб|метр|сант|piec|bran|stem|met|cent)\\p{L}{4})`,
  'isu',
);
/** Words such as "заказ" and "корпоратив" before the quantity of the first item. */
const BEFORE_COUNT = new RegExp(
  `^(?:\\p{L}[\\p{L}-]*\\s+){1,5}(?<!${START}(?:of|with|in|из|по|с)\\s+)(?=\\d{1,4}\\s+(?:\\p{L}+\\s+)?${ANY_GOODS}${END})`,
  'iu',
);
/** The greatest number of items that the line may contain. Nobody lists more on the phone. */
const MOST_ITEMS = 20;
const MOST_NAME = 120;
const NUMBER = '(\\d{1,6}(?:[.,]\\d{1,3})?)';
const flags = 'giu';
export const NUMBERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'one один одна одно одну',
    'two два две пару',
    'three три',
    'four четыре',
    'five пять',
    'six шесть',
    'seven семь',
    'eight восемь',
    'nine девять',
    'ten десять',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, String(at + 1)])),
);
export const NUMBER_WORD = `(?:${Object.keys(NUMBERS).join('|')})`;
const SAID = `(${NUMBER_WORD})`;
/** The quantity before the name: "25 tulips", "2x box", "25 шт тюльпанов", "две розы". */
const BEFORE = new RegExp(
  `^(?:(?:${NUMBER}|${SAID}${END})\\s*(?:${TIMES}|${PIECES}|${WEIGHTS})?|${TIMES}\\s*${NUMBER}(?!\\p{L}))\\s*(?=[\\p{L}"«“])(.+)$`,
  'isu',
);
/** The quantity after the name: "tulips 25", "тюльпаны две штуки", "box x2". */
const AFTER = new RegExp(
  `^(.*[\\p{L}"»”)].*?)(?<!\\s[xх×*])\\s*(?:${START}${TIMES}\\s*${NUMBER}|\\s(?:${NUMBER}|${SAID}${END})\\s*(?:${TIMES}|${PIECES}|${WEIGHTS}|${PACKED})?|(?<!\\d\\s*)\\s*[-–—:]\\s*${NUMBER}\\s*(?:${PIECES})?)$`,
  'isu',
);
/** The quantity within the name: "Роза 5 шт эквадор". */
const WITHIN = new RegExp(`^(\\p{L}[\\p{L} ]*?)\\s+(\\d{1,4}\\s*${PIECES})\\s+(\\p{L}[\\p{L} ]*)$`, 'iu');
const AND = new RegExp(
  `\\s+${PLUS}\\s+(?=\\d|${TIMES}\\s*\\d|${NUMBER_WORD}${END}|пол(?:метр|кило|тор)|an?\\s+met(?:re|er)${END})`,
  'giu',
);
/** The greatest quantity without a unit. A greater number may be a price or the end of a phone number. */
const MOST_BARE = 500;
const BIG = new RegExp(
  `(?<![\\p{L}\\p{N}:/+№#-]|[№#]\\s|\\d[.,]|${START}[xх×*]\\s?)\\d{3,}(?![\\p{L}\\p{N}:/]|[.,-]\\d|${UNIT})`,
  flags,
);
const LEAST_PRICE = 100;
const ROUND = 5;
const BEHIND_NAME = /\p{L}["»”]?\s+$/u;
const mayBePrice = ({ 0: text, index, input }: RegExpExecArray): boolean =>
  Number(text) >= LEAST_PRICE &&
  Number(text) % ROUND === 0 &&
  BEHIND_NAME.test(input.slice(0, index)) &&
  ENDS.test(input.slice(index + text.length));
const BEHIND_SUM = '(?:\\.\\d{2})?(?=\\s*(?:[,;\\n\\ufffc]|$|(?:and|plus|to|for|from|with|[+&])\\s))';
const NO_DAY = '(?!\\d{1,2}\\.(?:0[1-9]|1[0-2])(?!\\d))';
/**
 * Matches the price after a single good: "funeral wreath 85", "a card 3". 101 is not matched, because it is a number of
 * roses. 24.11 is not matched, because it is a date.
 */
const SUM_OF_MADE = new RegExp(
  `${NO_DAY}(?:(?<=(?:${MADE}|orchid|plant|pot)(?:\\s+(?:of|in|with)\\s+(?!${FLOWERS_ANY})\\p{L}+)?\\s+)(?:1[5-9]|[2-9]\\d|(?!101)\\d{3})|(?<=${START}(?:an?|1|one)\\s+(?:\\p{L}+\\s+){1,4})\\d{1,3})${BEHIND_SUM}`,
  flags,
);
/** The number after a singular word may be its price or its quantity: "vase 20". */
const SUM_OF_ONE = new RegExp(
  `${NO_DAY}(?<=${START}(?!about|around|from|with|plus)[a-z]{2,}(?:[a-rt-z]|flowers)\\s+)(?:1[5-9]|[2-9]\\d)${BEHIND_SUM}`,
  flags,
);
/**
 * Matches a number with commas between groups of three digits. "3,500" without a unit is a sum: nobody sells three and
 * a half bouquets.
 */
const GROUPED = new RegExp(
  `(?<![\\p{L}\\p{N}:/+№#.,-])\\d{1,3}(?:,\\d{3})+(?![\\p{L}\\p{N}:/]|[.,-]\\d|${UNIT})`,
  flags,
);
/** Matches a sum such as "5 800" that stands alone between commas or line ends. */
const SPACED = /(?<=(?:^|[,;\n\ufffc])\s*)\d{1,3}(?: \d{3})+(?=\s*(?:[,;\n\ufffc]|$))/gu;
const STARTS_WITH_MEASURE = new RegExp(`^${MEASURES}`, 'iu');
const nameOf = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ').slice(0, MOST_NAME);
const DOZENS = new RegExp(
  `^(half a|пол|an?\\s|${NUMBER}\\s|${SAID}\\s)?\\s*(?:doz(?:en)?s?\\.?|дюжин\\p{L}{0,2})\\s+(?:of\\s+)?(?=\\p{L})`,
  'iu',
);
const DOZEN = 12;
/** Matches packs with the number of pieces in each: "2 пачки по 25" means 50 pieces. */
const PACKS = new RegExp(`(\\d{1,3})\\s+${PACK}\\s+(?:по|of)\\s+(\\d{1,4})(?:\\s*шт\\p{L}*\\.?)?`, 'iu');
const HALVES = /(?<!\p{L})пол(тора|торы|(?=метр|кило))\s*/giu;
/** Matches packs after a name: "Tulips 2 bunches" means "2 bunches of tulips". */
const BUNCHES = new RegExp(`^(\\p{L}[\\p{L} ]*?)\\s+(\\d{1,2}|${NUMBER_WORD})\\s+(bunch(?:es)?|bouquets?)$`, 'iu');
const inPieces = (text: string): string =>
  text
    .replace(HALVES, (_, more = '') => (more === '' ? '0.5 ' : '1.5 '))
    .replace(/^(?:an?\s+)?(?=met(?:re|er)\s+of\s)/iu, '1 ')
    .replace(BUNCHES, '$2 $3 of $1')
    .replace(/^(\p{L}[\p{L} ]*?)\s+[xх×]\s?(\d{1,3})\s+(?!and\s|plus\s)(?=\p{L})/iu, '$2 $1 ')
    .replace(PACKS, (_, packs: string, pieces: string) => String(Number(packs) * Number(pieces)))
    .replace(DOZENS, (_, led = '', number?: string, word?: string) => {
      const dozens = /^(?:half|пол)/iu.test(led) ? 0.5 : Number(number ?? NUMBERS[word?.toLowerCase() ?? ''] ?? 1);
      return `${dozens * DOZEN} `;
    });
/** Matches a number of flowers before "bouquet": "15 roses bouquet" means one bouquet of 15 roses. */
const BOUQUET_OF = new RegExp(`^\\d+ (?:\\p{L}+ )?(?:${FLOWERS_ANY})\\p{L}{0,4} (?:${MADE})$`, 'iu');
const OF_AGE = new RegExp(`^${YEARS}`, 'iu');
const IS_UNIT = new RegExp(`^(?:${PIECES}|${TIMES})$`, 'iu');
/** Returns the item in a piece of the line; undefined if the quantity is missing or 0. */
export function goodOf(text: string): Omit<Good, 'price'> | undefined {
  const said = inPieces(text.replace(LEADING, ''));
  const before = BEFORE.exec(said);
  const after = before === null ? AFTER.exec(said.replace(WITHIN, '$1 $3 $2')) : null;
  const [, n1, said1, n2, tail] = before ?? [];
  const [, head, m1, m2, said2, m3] = after ?? [];
  const word = said1 ?? said2;
  const quantity = plain(
    n1 ?? n2 ?? (word === undefined ? undefined : NUMBERS[word.toLowerCase()]) ?? m1 ?? m2 ?? m3 ?? '',
  );
  const name = nameOf(tail?.replace(/^of\s+/iu, '') ?? head ?? '');
  const isMeasure = Number(quantity) > MOST_BARE && STARTS_WITH_MEASURE.test(name);
  const isOne = BOUQUET_OF.test(`${quantity} ${name}`);
  const isNone =
    isOne ||
    name === '' ||
    IS_UNIT.test(name) ||
    SMALL.test(name.split(' ').at(-1) ?? '') ||
    OF_AGE.test(name) ||
    isMeasure ||
    !(Number(quantity) > 0);
  return isNone ? undefined : { name, quantity };
}

/** Matches goods that a florist arranges to fit a given sum: "mixed bouquet 4000". */
const MADE_UP = new RegExp(
  `(?<=(?:^|[,:;\\n\\ufffc])\\s*)((?:\\p{Ll}[\\p{L}'’-]*\\s+){1,4})${AMOUNT}(?=\\s*(?:[,;\\n\\ufffc]|$|${PLUS}\\s))`,
  'gu',
);
const BEFORE_SUM = /\s(?:на(?: сумму)?|за|по|for|up to|about|around|до|около|примерно)\s+$/iu;
const LEAST_MADE_UP = 500;
const ROUND_MADE_UP = 50;
/**
 * Finds goods that a florist arranges for a given sum. The sum becomes the price. Must run before the last digits of a
 * phone are read, because the sum may look like such digits.
 */
export const takeMadeUp = (scan: Scan): Found[] =>
  scan.take(MADE_UP, ([, words = '', amount = '']) => {
    const [name, price] = [nameOf(words.replace(LEADING, '').replace(BEFORE_SUM, '')), sumOf(amount)];
    const isSum = Number(price) > LEAST_MADE_UP && Number(price) % ROUND_MADE_UP === 0;
    return isSum && WHOLE.test(name) && goodOf(name) === undefined ? { name, quantity: '1', price } : undefined;
  });
/** The last number of "15 roses 2990" may be a sum or the end of a phone. It is not part of a name. */
const LAST_NUMBER = /(?<![\s№#])\s+(?:\d{3,}|(?<=[a-z]\s+)(?:1[5-9]|[2-9]\d))(?:[.,]\d{1,2})?$/u;
const COUNTED = new RegExp(`\\d.*\\p{L}|^(?:${SAID}|doz(?:en)?)${END}`, 'isu');
function withoutLastNumber(text: string): string {
  const head = text.replace(LAST_NUMBER, '');
  return COUNTED.test(head) ? head : text;
}

/** The name at the beginning of "Olga 11 roses red". */
const CLIENT = /^(?:\p{Lu}[\p{L}'’-]+\s+){1,3}(?=\d{1,4}\s+\p{Ll})/u;
const itemTexts = (piece: string): string[] => piece.split(AND).flatMap((text) => text.split(NEXT_COUNT));
/**
 * Removes the words before the counted goods: "заказ 15 роз". If those words name goods themselves, they are part of
 * the item's name, and all of them stay: "букет 15 роз".
 */
function withoutLead(text: string): string {
  const [lead = ''] = BEFORE_COUNT.exec(text) ?? [];
  return WHOLE.test(lead) || speaksOfGoods(lead) ? text : text.slice(lead.length);
}

type Found = Span & { value: Good };
/** Takes the items that have a quantity. @param client the client's name or phone */
function takeCounted(scan: Scan, client: Span | undefined): Found[] {
  const items: Found[] = [];
  for (const [nth, piece] of scan.pieces().entries()) {
    let at = 0;
    for (const one of itemTexts(piece.text)) {
      const counted = withoutLastNumber(one);
      // If no name or phone of the client was found, the line may begin with the client's name.
      const mayBeNamed = client === undefined && nth === 0 && at === 0 && goodOf(counted) === undefined;
      const own = mayBeNamed ? counted.replace(CLIENT, '') : counted;
      const part = goodOf(own) === undefined ? withoutLead(own) : own;
      const start = piece.text.indexOf(part, at);
      at = start + part.length;
      const value = goodOf(part);
      if (value === undefined || items.length === MOST_ITEMS) continue;
      items.push({ ...scan.drop({ at: piece.at + start, text: part }), value: { ...value, price: '' } });
    }
  }
  return items;
}

/**
 * Finds the line's items. It also returns the numbers that are not part of any item.
 * @param client the client's name or phone; without one, the line may begin with the client's name
 */
export function takeGoods(
  scan: Scan,
  prices: readonly Price[],
  client: Span | undefined,
): { items: Found[]; lost: Span[] } {
  const ones = scan.take(SUM_OF_MADE, ([sum]) => ({ sum, isTotal: false, mayBeTotal: true, isOfAll: false }));
  const lost: Span[] = [SUM_OF_ONE, GROUPED, SPACED].flatMap((pattern) => scan.take(pattern, ([text]) => text));
  const isLost = (match: RegExpExecArray): boolean => Number(match[0]) > MOST_BARE || mayBePrice(match);
  lost.push(...scan.take(BIG, (match) => (isLost(match) ? match[0] : undefined)));
  const items = takeCounted(scan, client);
  for (const price of [...prices, ...ones]) {
    const item = price.value.isOfAll && items.length > 1 ? undefined : pricedBy(scan, items, price, client);
    const each = item?.value.price === '' ? eachOf(price.value, item.value) : undefined;
    if (item === undefined || item.value.price !== '') lost.push(price);
    else if (each !== undefined) item.value = { ...item.value, price: each };
    else if (price.value.isTotal) item.value = soldFor(item.value, price.value.sum);
    else lost.push(price);
  }
  return { items, lost };
}

const KOPECKS = 100;
/**
 * Makes `sum` the price of all pieces of a good. If the price of one piece is not in whole kopecks, the pieces become
 * one item: "51 roses" for 7500.
 */
export function soldFor({ name, quantity }: Good, sum: string): Good {
  const each = Number(sum) / Number(quantity);
  return Number.isInteger(each * KOPECKS)
    ? { name, quantity, price: String(each) }
    : { name: `${quantity} ${name}`, quantity: '1', price: sum };
}

/** The highest price of a single flower, in roubles. */
export const MOST_FOR_FLOWER = 999;
const FLOWERS = new RegExp(
  `(?<![\\p{L}\\p{N}-])(\\d{1,4})\\s+(?:\\p{L}+\\s+)?(?!${WHOLE.source})${ANY_GOODS}${END}`,
  'iu',
);
/**
 * Counts the flowers in a name if the price is for one flower: "a bouquet of 15 roses at 200" costs 3000.
 * @returns the number of flowers, or 1
 */
const flowersIn = (name: string, price: number): number =>
  WHOLE.test(name) && price <= MOST_FOR_FLOWER ? Number(FLOWERS.exec(name)?.[1] ?? 1) : 1;
/**
 * Returns the price of one piece: "21 roses for 6300" are 300 each. Undefined if the price is unclear, or not in whole
 * roubles.
 */
function eachOf({ sum, isTotal, mayBeTotal }: Sum, { name, quantity }: Good): string | undefined {
  if (!mayBeTotal && quantity === '1') return String(Number(sum) * flowersIn(name, Number(sum)));
  if (!mayBeTotal || quantity === '1') return sum;
  const each = Number(sum) / Number(quantity);
  return isTotal && Number.isInteger(each) ? String(each) : undefined;
}

/** Matches the words between goods and their sum: "a bouquet up to 3000". */
const UP_TO = /\s+(?:на(?: сумму)?|за|for|up(?: to)?|about|around|до|около|примерно)$/iu;
/** Matches a count in the middle of an item's text, such as 10 in "Table flowers 10 tables". */
const MIDDLE = /^(.*\p{L}) (\d{1,3}) (\p{L}.*)$/u;
/** Returns the item that a price belongs to. Words without a quantity count as an item. */
function pricedBy(scan: Scan, items: Found[], price: Price, phone: Span | undefined): Found | undefined {
  const nearest = <T extends Span>(spans: readonly T[]): T | undefined =>
    spans.findLast(({ at }) => at < price.at) ?? spans[0];
  const isGoods = (piece: Span): boolean => {
    if (!scan.isSamePart(piece, price) || !/\p{L}/u.test(piece.text) || SMALL.test(piece.text)) return false;
    // Text that ends with an article is not the goods. The goods follow the price: "Can you do a £30 posy".
    if (/(?<!\p{L})(?:an?|the)$/iu.test(piece.text)) return false;
    if (/^\P{Lu}/u.test(piece.text)) return true;
    return scan.isBeside(piece, price) && !(phone !== undefined && scan.isBeside(piece, phone));
  };
  const piece = nearest(scan.pieces().filter(isGoods));
  const beside = nearest(items.filter((item) => scan.isSamePart(item, price)));
  // A sum belongs to the goods right before it, not to counted goods after it: "A bouquet 250 and 4 cards".
  const isNearer = piece !== undefined && piece.at < price.at && scan.isBeside(piece, price) && WHOLE.test(piece.text);
  if (beside !== undefined && !isNearer) return beside;
  if (piece === undefined)
    return items.find((item) => item.at < price.at && item.value.price === '' && scan.isNext(item, price));
  if (items.length === MOST_ITEMS) return undefined;
  const name = nameOf(piece.text.replace(LEADING, '').replace(UP_TO, ''));
  // If a price is for each piece, the number in the name counts the pieces: "Table flowers 10 tables £30 each".
  const [, head, quantity = '1', tail] = (!price.value.mayBeTotal && !WHOLE.test(name) && MIDDLE.exec(name)) || [];
  const value = { name: head === undefined ? name : `${head} ${tail}`, quantity, price: '' };
  const item = { ...scan.drop(piece), value };
  items.push(item);
  return item;
}
